import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRecordingIdReader, removeRecordingId } from "./recording-id.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-recording-id-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

it("stays the same until it is removed", () => {
  expect(createRecordingIdReader(dataDir, () => "first")()).toBe("first");
  expect(createRecordingIdReader(dataDir, () => "second")()).toBe("first");
  removeRecordingId(dataDir);
  expect(createRecordingIdReader(dataDir, () => "third")()).toBe("third");
});

it("is not reported while its file cannot be read", () => {
  mkdirSync(join(dataDir, "recording-id"));
  expect(createRecordingIdReader(dataDir, () => "first")()).toBeUndefined();
});
