import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRecordingIdReader, restoreRecordingId, setAsideRecordingId } from "./recording-id.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "fieldstation-recording-id-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (made: string) => createRecordingIdReader(dataDir, () => made)();

it("stays the same until the recording is replaced", () => {
  expect([read("first"), read("second")]).toEqual(["first", "first"]);
  setAsideRecordingId(dataDir);
  expect(read("third")).toBe("third");
});

it("comes back with the recording, however often the start was killed in between", () => {
  read("first");
  setAsideRecordingId(dataDir);
  expect(read("second")).toBe("second");
  setAsideRecordingId(dataDir);
  expect(read("third")).toBe("third");
  restoreRecordingId(dataDir);
  restoreRecordingId(dataDir);
  expect(read("fourth")).toBe("first");
});

it("of what took its place is not that of a recording that had none", () => {
  setAsideRecordingId(dataDir);
  read("second");
  restoreRecordingId(dataDir);
  expect(read("third")).toBe("third");
});

it("is not reported while its file cannot be read", () => {
  mkdirSync(join(dataDir, "recording-id"));
  expect(createRecordingIdReader(dataDir, () => "first")()).toBeUndefined();
});
