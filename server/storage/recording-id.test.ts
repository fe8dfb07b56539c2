import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureRecordingId, removeRecordingId } from "./recording-id.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-recording-id-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

it("stays the same until it is removed", () => {
  expect(ensureRecordingId(dataDir, () => "first")).toBe("first");
  expect(ensureRecordingId(dataDir, () => "second")).toBe("first");
  removeRecordingId(dataDir);
  expect(ensureRecordingId(dataDir, () => "third")).toBe("third");
});

it("is not reported while its file cannot be read", () => {
  mkdirSync(join(dataDir, "recording-id"));
  expect(ensureRecordingId(dataDir, () => "first")).toBeUndefined();
});
