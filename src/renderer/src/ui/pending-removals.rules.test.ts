import { expect, it } from "vitest";
import { unsentRemovals, readRemovals } from "./pending-removals.rules.ts";

const kite = { id: "1", name: "Kite", dueMs: 1_000 };

it("tells what a closed console has not removed from what another window still offers to undo", () => {
  const stored = [kite, { ...kite, id: "2", dueMs: 3_000 }];
  expect(unsentRemovals(stored, 2_000)).toEqual([kite]);
  expect(unsentRemovals(stored, 500)).toEqual([]);
});

it("reads what was stored, and takes anything else for nothing", () => {
  expect(readRemovals(JSON.stringify([kite, { id: "2" }, null, "x"]))).toEqual([kite]);
  for (const text of [null, "", "{}", "[", "null"]) expect(readRemovals(text)).toEqual([]);
});
