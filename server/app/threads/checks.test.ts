import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { type CheckHistory, readCheckHistory, saveCheckHistory } from "../../storage/integrity.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { createChecks } from "./checks.ts";

const NOW_MS = Date.UTC(2026, 10, 20);
let temp: TempStore;
let warnings: string[];
beforeEach(() => {
  temp = openTempStore();
  warnings = [];
});
afterEach(() => temp[Symbol.dispose]());

/** Runs the job that looks whether a full check is due. */
async function checkIfDue(remembered: CheckHistory) {
  saveCheckHistory(temp.dataDir, remembered);
  const log = { ...silentLog, warn: (_fields: object, text: string) => void warnings.push(text) };
  const checks = createChecks({ ...temp, ...temp.store, clock: { now: () => NOW_MS }, log });
  await checks.backgroundJobs[0]!.run(new AbortController().signal);
  await checks.close();
  return checks.state();
}

it.each([
  ["is due after a week", NOW_MS - 7 * DAY_MS, true],
  ["is not due before", NOW_MS - 6 * DAY_MS, false],
  ["is due where the last one was made while the clock was ahead", NOW_MS + DAY_MS, true],
  ["is due where none was made", null, true],
])("a full check %s", async (_when, fullMs, isDue) => {
  const { damage, checkedMs } = await checkIfDue({ fullMs, damage: null });
  expect([damage, checkedMs]).toEqual([null, isDue ? NOW_MS : null]);
  expect(readCheckHistory(temp.dataDir).fullMs).toBe(isDue ? NOW_MS : fullMs);
});

it("a check whose result cannot be stored still counts, and reports that", async () => {
  saveCheckHistory(temp.dataDir, { fullMs: null, damage: null });
  mkdirSync(join(temp.dataDir, "integrity.json.part"));
  const log = { ...silentLog, warn: (_fields: object, text: string) => void warnings.push(text) };
  const checks = createChecks({ ...temp, ...temp.store, clock: { now: () => NOW_MS }, log });
  expect(await checks.run("full")).toMatchObject({ damage: null, fullMs: NOW_MS });
  expect(warnings).toEqual(["what a check of the recording found could not be kept for the next start"]);
  await checks.close();
});
