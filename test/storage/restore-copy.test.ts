import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRestores } from "../../server/app/threads/restores.ts";
import { backupRecording } from "../../server/storage/backup.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { createRecordingIdReader } from "../../server/storage/recording-id.ts";
import {
  endRestore,
  findRestoreOutcome,
  hasLeftovers,
  replacedRecordingPath,
  preparedPath,
  saveRestoreMark,
} from "../../server/storage/restore/restore-files.ts";
import { swapPending, undoSwap } from "../../server/storage/restore/swap-recording.ts";

const ASKED_MS = Date.UTC(2026, 10, 20, 8);
let folder = "";
let dataDir = "";
let file = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-restore-copy-"));
  dataDir = join(folder, "data");
  file = join(folder, "backup.sqlite");
  copyEmptyDatabase(dataDir);
  await backupRecording(dataDir, file, () => undefined);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a complete copy remains when the station ends before its thread", async () => {
  const restores = createRestores(dataDir);
  await restores.prepare(file, null, () => undefined).prepared;
  await restores.close();
  expect(existsSync(preparedPath(dataDir))).toBe(true);
});

it("a start that finds neither the copy nor a former recording does not report that the backup was restored", async () => {
  const mark = { id: "1", path: file, userId: null, address: null, askedMs: ASKED_MS };
  await saveRestoreMark(dataDir, { ...mark, keptAs: replacedRecordingPath(dataDir, ASKED_MS) });
  expect(await swapPending(dataDir)).toBeUndefined();
  expect(findRestoreOutcome(dataDir)).toMatchObject({ failure: "The checked copy of the backup is gone." });
});

it("a restore that fails leaves the recording its id, one that succeeds gives it another", async () => {
  const mark = { id: "1", path: file, userId: null, address: null, askedMs: ASKED_MS };
  const keptAs = replacedRecordingPath(dataDir, ASKED_MS);
  const readId = (made: string) => createRecordingIdReader(dataDir, () => made)();
  const swap = async () => {
    const restores = createRestores(dataDir);
    await restores.prepare(file, null, () => undefined).prepared;
    await restores.close();
    await saveRestoreMark(dataDir, { ...mark, keptAs });
    return (await swapPending(dataDir))!;
  };
  expect(readId("first")).toBe("first");
  // The start ends before anything of the backup was served.
  await undoSwap(dataDir, await swap(), "it cannot be opened");
  expect(readId("second")).toBe("first");
  const restored = await swap();
  expect(readId("third")).toBe("third");
  await endRestore(dataDir, restored, null);
  expect([readId("fourth"), hasLeftovers(dataDir)]).toEqual(["third", false]);
});
