import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { RetentionState } from "../../server/contracts/retention.ts";
import { DAY_MS, isoFromMs, MINUTE_MS } from "../../server/kernel/clock.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { startStationInProcess } from "../support/station-in-process.ts";

const START_MS = Date.UTC(2026, 10, 20);
/** As a receiver of satellites is wrong that is old. */
const JUMP_MS = 1024 * 7 * DAY_MS;
const dataDir = makeDataDir("clock-jump");
afterAll(() => rmSync(dataDir, { recursive: true }));

it("a station that starts with a clock far ahead keeps its audit log, warns, and ends the warning when the clock is right", async () => {
  const clock = { nowMs: START_MS, now: () => clock.nowMs };
  const start = () => startStationInProcess({ dataDir, clock, localOperator: true });
  const kinds = async (station: Awaited<ReturnType<typeof start>>) => {
    const { body } = await station.call("GET", "/station/v1/audit");
    return (body as readonly AuditEntry[]).map(({ kind }) => kind);
  };
  const addSource = async (station: Awaited<ReturnType<typeof start>>) => {
    const body = { name: "Roof", settings: { kind: "push" } };
    expect((await station.call("POST", "/station/v1/sources", { body })).status).toBe(200);
  };
  const jumpOf = async (station: Awaited<ReturnType<typeof start>>) =>
    ((await station.call("GET", "/station/v1/settings/retention")).body as RetentionState).clock_jump;
  {
    await using station = await start();
    await addSource(station);
    expect(await jumpOf(station)).toBeNull();
  }
  clock.nowMs += JUMP_MS;
  {
    await using station = await start();
    await addSource(station);
    expect(await kinds(station)).toEqual(["source_added", "source_added"]);
    const jump = await jumpOf(station);
    expect(jump).toMatchObject({ to: isoFromMs(clock.nowMs), remaining_s: 86_400 });
    // The clock that is handed in stands still; how long the station ran is measured.
    expect(Date.parse(jump!.from) - START_MS).toBeLessThan(MINUTE_MS);
  }
  clock.nowMs = START_MS + DAY_MS;
  {
    await using station = await start();
    await addSource(station);
    expect(await kinds(station)).toHaveLength(3);
    expect(await jumpOf(station)).toBeNull();
  }
});
