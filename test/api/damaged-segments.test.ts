import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LARGE_RESPONSE_RECORDS } from "../../server/kernel/telemetry-plan.ts";
import { openStore } from "../../server/storage/database.ts";
import { fillRecording, FIRST_POINT_MS } from "../../server/storage/salvage/salvage.fixture.ts";
import { damageSegment, insertSegments } from "../../server/storage/tracks/segments.fixture.ts";
import { packAllTelemetry } from "../support/packed-tracks.ts";
import { startStationInProcess } from "../support/station-in-process.ts";

const PATIENT = { timeout: 30_000 };
const SOURCE = { name: "More", settings: { kind: "push" } };

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir("damaged-segments");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A recording of one operation, packed, with a bit of one of its segments changed; returns the id of the operation. */
function recordDamaged(points: number, findSegment: string): string {
  fillRecording(dataDir, 1, points);
  const { writer, close } = openStore({ dataDir, synchronous: "OFF" });
  const lastMs = FIRST_POINT_MS + points * 1000;
  for (const table of ["operation", "suboperation"]) {
    writer.prepare(`UPDATE ${table} SET first_ms = ?, last_ms = ?`).run(FIRST_POINT_MS, lastMs);
  }
  packAllTelemetry(writer);
  damageSegment(writer, writer.prepare<[], number>(`SELECT ${findSegment} FROM packed_segment`).pluck().get()!);
  const id = writer.prepare<[], string>("SELECT uuid FROM operation").pluck().get()!;
  close();
  return id;
}

const start = () => startStationInProcess({ dataDir, localOperator: true });
type Station = Awaited<ReturnType<typeof start>>;

const problemsOf = async (station: Station) =>
  ((await station.call("GET", "/station/v1/health")).body as { problems: readonly { code: string }[] }).problems.map(
    ({ code }) => code,
  );

describe("a segment with a changed bit", () => {
  it("is reported by the first request that needs it, whose answer is true, and then by health", async () => {
    const id = recordDamaged(600, "min(id)");
    await using station = await start();
    expect(await problemsOf(station)).toEqual([]);
    const { status, body } = await station.call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`);
    expect(status).toBe(503);
    expect(JSON.stringify(body)).toContain("This needs a part of the recording that is damaged");
    await expect.poll(() => problemsOf(station), PATIENT).toEqual(["recording_damaged"]);
    expect(await station.call("POST", "/station/v1/sources", { body: SOURCE })).toMatchObject({
      status: 503,
      body: { error: "recording_damaged", messages: [expect.stringContaining("nothing new is stored")] },
    });
  });

  it("is reported by health where only the station itself reads it, for statistics", async () => {
    recordDamaged(600, "min(id)");
    await using station = await start();
    await expect.poll(() => problemsOf(station), PATIENT).toEqual(["recording_damaged"]);
  });

  it("is reported by health where only the verification of a backup reads it", async () => {
    const { writer, close } = openStore({ dataDir, synchronous: "OFF" });
    // Of no suboperation, so that nothing else reads it.
    insertSegments(writer, { tracks: 1, segments: 1 });
    damageSegment(writer, 1);
    close();
    await using station = await start();
    expect((await station.call("POST", "/station/v1/settings/backups/run")).status).toBe(202);
    await expect.poll(() => problemsOf(station), PATIENT).toEqual(["recording_damaged"]);
    expect((await station.call("GET", "/station/v1/settings/backups")).body).toMatchObject({
      last_failure: { msg: expect.stringContaining("is damaged: segment 1 of packed telemetry: wrong checksum") },
    });
  });

  it.each([
    ["that needs it first is answered as a small one", "min(id)", 503],
    ["that meets it later is cut off", "max(id)", null],
  ])("is reported by a large export: one %s", async (_when, findSegment, status) => {
    const id = recordDamaged(LARGE_RESPONSE_RECORDS + 1000, findSegment);
    await using station = await start();
    const url = `${station.url}/v2/airspace/telemetry/ua?operation_id=${id}`;
    const exported = fetch(url, { headers: { Accept: "text/csv" } }).then(async (response) => {
      const text = await response.text();
      expect(text).toContain("This needs a part of the recording that is damaged");
      return response.status;
    });
    if (status === null) await expect(exported).rejects.toThrow("terminated");
    else expect(await exported).toBe(status);
    await expect.poll(() => problemsOf(station), PATIENT).toEqual(["recording_damaged"]);
  });
});
