import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findRecordingId, removeRecordingId } from "./recording-id.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-recording-id-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

it("stays the same until it is removed", () => {
  expect(findRecordingId(dataDir, () => "first")).toBe("first");
  expect(findRecordingId(dataDir, () => "second")).toBe("first");
  removeRecordingId(dataDir);
  expect(findRecordingId(dataDir, () => "third")).toBe("third");
});

it("is not reported while its file cannot be read", () => {
  mkdirSync(join(dataDir, "recording-id"));
  expect(findRecordingId(dataDir, () => "first")).toBeUndefined();
});
