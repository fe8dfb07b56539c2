import { expect, it } from "vitest";
import { type FileNote, fileAfterPowerCut } from "./power.log.ts";

const SECTOR = 512;
const note = (kind: FileNote["kind"], offset = 0, text = "", length = text.length): FileNote => ({
  kind,
  file: "database",
  offset,
  length,
  bytes: Buffer.from(text),
  end: 0,
});
const before = Buffer.from("-".repeat(2 * SECTOR));
const never = { random: () => 0.5, kept: 0 };

it("after a cut everything is there that SQLite waited for, and nothing else for certain", () => {
  const notes = [note("write", 0, "a".repeat(SECTOR)), note("sync"), note("write", SECTOR, "b".repeat(SECTOR))];
  expect(fileAfterPowerCut(before, notes, never).toString()).toBe("a".repeat(SECTOR) + "-".repeat(SECTOR));
  expect(fileAfterPowerCut(before, notes, { ...never, kept: 1 }).toString()).toBe(
    "a".repeat(SECTOR) + "b".repeat(SECTOR),
  );
});

it("a write that was not waited for is torn at sectors, and a later one may be there without it", () => {
  const notes = [note("write", 0, "a".repeat(2 * SECTOR)), note("write", 2 * SECTOR, "c".repeat(SECTOR))];
  const chances = [0.9, 0.1, 0.1];
  const image = fileAfterPowerCut(before, notes, { random: () => chances.shift()!, kept: 0.5 });
  expect(image.toString()).toBe("-".repeat(SECTOR) + "a".repeat(SECTOR) + "c".repeat(SECTOR));
});

it("a file that was cut short is as short once that was waited for", () => {
  const notes = [note("truncate", 0, "", SECTOR), note("sync")];
  expect(fileAfterPowerCut(before, notes, never)).toHaveLength(SECTOR);
  expect(fileAfterPowerCut(before, notes.slice(0, 1), never)).toHaveLength(2 * SECTOR);
});
