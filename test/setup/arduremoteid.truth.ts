import { expect } from "vitest";
import type { SetupChange, SetupResult } from "../../server/contracts/setup.ts";
import type { DeviceReading } from "../../server/setup/family.ts";
import { LinkFailure } from "../../server/setup/link.ts";
import { family, openModule, readModule, uasId, type OpenedModule } from "./arduremoteid.fixture.ts";

/** Settings that a person requests of a module with its defaults. */
export const wanted = { values: { BT4_RATE: 2, WIFI_CHANNEL: 11, MAVLINK_SYSID: 7 }, uasId } as const;

let plain: DeviceReading | undefined;
/** What a module with its defaults reports, read once without a fault. */
export async function defaultReading(): Promise<DeviceReading> {
  plain ??= await readModule(await openModule());
  return plain;
}

/** Writes and gives the results, completed as a session completes them, also where the writing ends early. */
export async function write({ time, device }: OpenedModule, changes: readonly SetupChange[]) {
  const reported = new Map<string, SetupResult>();
  const onResult = (result: SetupResult) => void reported.set(result.name, result);
  const outcome = await time.until(
    family.write(device, { changes, onResult }).then(
      (results) => ({ results, error: undefined }),
      (error: unknown) => ({ results: [...reported.values()], error }),
    ),
  );
  if (outcome.error !== undefined) expect(outcome.error).toBeInstanceOf(LinkFailure);
  else expect(outcome.results.map(({ name }) => name)).toEqual(changes.map(({ name }) => name));
  return outcome;
}

/** No write beyond the plan, no false `verified`, and no write of a value reported as unsent. */
export function expectHonestResults(
  { simulator }: Pick<OpenedModule, "simulator">,
  changes: readonly SetupChange[],
  results: readonly SetupResult[],
): void {
  const permitted = new Set(changes.map(({ name, to }) => `${name} ${Math.fround(Number(to))}`));
  if (changes.some(({ name }) => name === "uas_id")) permitted.add("UAS_ID_TYPE 0");
  const stored = simulator.stored().map(([name, value]) => `${name} ${value}`);
  expect(stored.filter((one) => !permitted.has(one))).toEqual([]);
  const values = simulator.values();
  for (const { name, wanted: to, result } of results) {
    if (result === "verified") expect([name, values[name]]).toEqual([name, Math.fround(Number(to))]);
    if (result === "unsent") expect(stored.filter((one) => one.startsWith(`${name} `))).toEqual([]);
    if (name === "uas_id") expect(result).not.toBe("verified");
  }
}
