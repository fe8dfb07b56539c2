import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSpooledUploads } from "./spooled-uploads.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-spooled-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

const folder = () => join(dataDir, "uploads.tmp");
async function read(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}
async function* sent(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

it("returns an upload when all of it has arrived, and keeps nothing of it", async () => {
  const uploads = createSpooledUploads(dataDir);
  const large = "0123456789".repeat(20_000);
  const got = await uploads.use("ada", sent(large, "end"), async (pieces) => [
    readdirSync(folder()).length,
    await read(pieces),
  ]);
  expect(got).toEqual([1, `${large}end`]);
  expect(await uploads.use("ada", sent(), read)).toBe("");
  expect(readdirSync(folder())).toEqual([]);
});

it("passes on what an upload or the work fails with, and keeps nothing either", async () => {
  const uploads = createSpooledUploads(dataDir);
  const broken = (async function* () {
    yield Buffer.from("beginning");
    throw new Error("the upload broke");
  })();
  await expect(uploads.use("ada", broken, read)).rejects.toThrow("the upload broke");
  const failing = async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const _ of pieces) throw new Error("the work broke");
  };
  await expect(uploads.use("ada", sent("all"), failing)).rejects.toThrow("the work broke");
  expect(readdirSync(folder())).toEqual([]);
});

it("has room for sixteen of a person at a time, and for those of another", async () => {
  const uploads = createSpooledUploads(dataDir);
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const open = Array.from({ length: 16 }, () => uploads.use("ada", sent("x"), () => over));
  await expect(uploads.use("ada", sent("x"), read)).rejects.toMatchObject({ reason: "too_many" });
  expect(await uploads.use("bob", sent("x"), read)).toBe("x");
  resolve();
  await Promise.all(open);
  expect(await uploads.use("ada", sent("x"), read)).toBe("x");
});

it("deletes what a power cut has left", () => {
  mkdirSync(folder());
  writeFileSync(join(folder(), "half"), "half");
  createSpooledUploads(dataDir);
  expect(existsSync(folder())).toBe(false);
});
