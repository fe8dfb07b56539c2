import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation, type Station } from "../../server/app/index.ts";
import type { Alert } from "../../server/contracts/alerts.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { RetentionState } from "../../server/contracts/retention.ts";
import { HOUR_MS, isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { recordFlights } from "../bench/flights.fixture.ts";
import { runStationInProcess } from "../support/command-in-process.ts";
import { runStation } from "../support/station.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";

const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2025, 4, 1, 12);
const PATH = "/station/v1/settings/retention";
const OFF = { max_age_days: null, max_size_mb: null, removed_grace_days: 30 };

let station: Station;
let dataDir: string;
const clock = { nowMs: NOW_MS, now: () => clock.nowMs };
beforeAll(async () => {
  dataDir = makeDataDir("retention");
  station = await startStation({ dataDir, port: 0, localOperator: true, log: silentLog, clock, lessSafe: LESS_SAFE });
});
afterAll(async () => {
  await station.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: unknown) =>
  fetch(station.url + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
const operations = async (query = "") =>
  (await (await call("GET", `/v2/airspace/operations?from=2000-01-01T00:00:00Z${query}`)).json()) as Operation[];
const state = async () => RetentionState.parse(await (await call("GET", PATH)).json());

let flights = 0;
/** A flight of a minute that ended so many days ago, its operator standing by, its sensor saying how it is. */
async function fly(daysAgo: number, points = 60): Promise<string> {
  const serial = `1581F5FJD2282A0${String(++flights).padStart(5, "0")}`;
  const endMs = NOW_MS - daysAgo * DAY_MS;
  const lines = Array.from({ length: points }, (_, index) =>
    JSON.stringify({
      sn: "ROOF",
      tech: "wifi_beacon",
      mac: `02:00:5e:00:${Math.floor(flights / 256)
        .toString(16)
        .padStart(2, "0")}:${(flights % 256).toString(16).padStart(2, "0")}`,
      timestamp: isoFromMs(endMs - (points - 1 - index) * SECOND_MS),
      odid: {
        BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
        Location: { Status: 2, Latitude: 50 + index * 1e-4, Longitude: 14, AltitudeGeo: 300, Direction: 10 },
        System: { OperatorLatitude: 49.9, OperatorLongitude: 14.1 },
      },
    }),
  );
  lines.push(
    JSON.stringify({ sn: "ROOF", timestamp: isoFromMs(endMs), gnss_position: { latitude: 50, longitude: 14 } }),
  );
  const response = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  expect(await response.json()).toMatchObject({ frames: points, sensors: 1, refused: {} });
  const [operation] = await operations(`&search=${serial}`);
  return operation!.id;
}

/** Alerts about a receiver that was silent so many days ago. */
function addSensorAlerts(daysAgo: readonly number[]): void {
  const db = new Database(join(dataDir, DATABASE_FILE));
  const insert = db.prepare(
    `INSERT INTO alert (id, rule, rule_name, kind, severity, has_sound, has_notification, sensor_id, began_ms, last_ms,
       ended_ms, deepest_m, suboperations, detail, is_contradicted)
     VALUES (?, ?, ?, 'sensor_silent', 'warning', 0, 0, 'ROOF', ?, ?, ?, 0, '[]', '{}', 0)`,
  );
  for (const days of daysAgo) {
    const endMs = NOW_MS - days * DAY_MS;
    insert.run(randomUUID(), randomUUID(), `${days} days ago`, endMs - SECOND_MS, endMs, endMs);
  }
  db.close();
}

/** Lets the stores settle, then purges and waits for the end. */
async function purge(): Promise<RetentionState["last"]> {
  clock.nowMs += 11 * SECOND_MS;
  const started = await call("POST", `${PATH}/purge`);
  expect(started.status).toBe(202);
  for (;;) {
    const { running, last } = await state();
    if (running === null) return last;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("what is kept", () => {
  it("is everything by default; deleted operations are kept for a month", async () => {
    const { policy, disk, running, last } = await state();
    expect({ policy, running, last }).toEqual({ policy: OFF, running: null, last: null });
    expect(disk.recording_bytes).toBeGreaterThan(100_000);
    expect(disk.free_bytes).toBeGreaterThan(0);
    const id = await fly(400);
    expect(await purge()).toMatchObject({
      outcome: "finished",
      removed: { operations: 0, suboperations: 0, records: 0 },
    });
    expect((await operations()).map((operation) => operation.id)).toEqual([id]);
  });

  it("is set by administrators, all fields at once", async () => {
    const policy = { max_age_days: 30, max_size_mb: 5000, removed_grace_days: 7 };
    const response = await call("PUT", PATH, policy);
    expect([response.status, ((await response.json()) as RetentionState).policy]).toEqual([200, policy]);
    expect((await state()).policy).toEqual(policy);
    const audit = await (await call("GET", "/station/v1/audit?kind=retention_changed")).json();
    expect(audit).toMatchObject([{ detail: { max_age_days: "30", max_size_mb: "5000", removed_grace_days: "7" } }]);
  });

  it.each([
    [{}, ["max_age_days", "max_size_mb", "removed_grace_days"]],
    [{ ...OFF, max_age_days: 0 }, ["max_age_days"]],
    [{ ...OFF, max_age_days: 1.5 }, ["max_age_days"]],
    [{ ...OFF, max_age_days: 36_501 }, ["max_age_days"]],
    [{ ...OFF, max_size_mb: 99 }, ["max_size_mb"]],
    [{ ...OFF, max_size_mb: "100" }, ["max_size_mb"]],
    [{ ...OFF, removed_grace_days: -1 }, ["removed_grace_days"]],
    [{ ...OFF, removed_grace_days: null }, ["removed_grace_days"]],
  ])("is not changed by %o", async (policy, names) => {
    const before = (await state()).policy;
    const response = await call("PUT", PATH, policy);
    expect(response.status).toBe(400);
    const { error, messages } = (await response.json()) as { error: string; messages: string[] };
    expect(error).toBe("validation_error");
    expect(messages.map((message) => message.split(":")[0])).toEqual(names);
    expect((await state()).policy).toEqual(before);
  });
});

describe("a purge by age", () => {
  it("removes flights that ended too long ago with all that was theirs, and spares what goes on or was annotated", async () => {
    const [young, annotated, old] = [await fly(29), await fly(50), await fly(31)];
    const current = await fly(0);
    const note = await call("POST", `/v2/airspace/operations/${annotated}/user-data`, { note: "evidence" });
    expect(note.status).toBe(200);
    await call("PUT", `/v2/airspace/operations/${old}/seen`);
    await call("PUT", PATH, { ...OFF, max_age_days: 30 });
    addSensorAlerts([29, 31]);

    clock.nowMs += 11 * SECOND_MS;
    const { next_purge: next } = await state();
    // The flight of 400 days ago as well.
    expect(next).toEqual({ operations: 2, suboperations: 2, records: 120, kept_operations: 1, is_complete: true });

    const last = await purge();
    // Both with their operator records and the system records of the sensor.
    expect(last).toMatchObject({
      outcome: "finished",
      removed: { operations: 2, suboperations: 2, records: 2 * (60 + 60 + 1) },
    });
    const alerts = (await (await call("GET", "/station/v1/alerts")).json()) as Alert[];
    expect(alerts.map(({ rule_name: name }) => name)).toEqual(["29 days ago"]);
    const table = await call("GET", "/station/v1/alerts?format=csv&_download");
    expect(table.headers.get("content-disposition")).toMatch(/^attachment; filename="?alerts-2025-.*\.csv"?$/);
    const [names, row, ...more] = (await table.text()).trimEnd().split("\r\n");
    expect(more).toEqual([]);
    const cell = (name: string) => row!.split(",")[names!.split(",").indexOf(name)];
    expect([cell("id"), cell("rule_name"), cell("sensor_id")]).toEqual([alerts[0]!.id, "29 days ago", "ROOF"]);
    const left = (await operations()).map(({ id }) => id);
    expect(left.toSorted()).toEqual([young, annotated, current].toSorted());
    expect((await call("GET", `/v2/airspace/operations/${old}`)).status).toBe(404);
    const telemetry = await call("GET", `/v2/airspace/telemetry/ua?operation_id=${old}`);
    expect(await telemetry.json()).toEqual([]);
    expect((await state()).next_purge).toMatchObject({ operations: 0, kept_operations: 1 });

    // System records of the sensor from the time of what is kept are kept as well.
    const system = await call("GET", `/v2/airspace/telemetry/system?operation_id=${annotated}`);
    expect(await system.json()).toHaveLength(1);
  });

  it("goes on by itself after the note is gone", async () => {
    const [annotated] = await operations("&to=2025-03-20T00:00:00Z");
    const list = await (await call("GET", `/v2/airspace/operations/${annotated!.id}/user-data`)).json();
    const { items } = list as { items: { id: string }[] };
    await call("DELETE", `/v2/airspace/operations/${annotated!.id}/user-data/${items[0]!.id}`);
    expect(await purge()).toMatchObject({ removed: { operations: 1, suboperations: 1 } });
  });
});

describe("an operation that a user deleted", () => {
  it("can be brought back until its time is over, and is removed for good then, noted or not", async () => {
    await call("PUT", PATH, { ...OFF, removed_grace_days: 2 });
    const id = await fly(1);
    await call("POST", `/v2/airspace/operations/${id}/user-data`, { note: "not needed any more" });
    expect((await call("DELETE", `/v2/airspace/operations/${id}?globalize=true`)).status).toBe(204);
    expect(await purge()).toMatchObject({ removed: { suboperations: 0 } });
    const removed = () => call("GET", "/station/v1/operations/removed").then((response) => response.json());
    expect(await removed()).toMatchObject([{ operation: { id } }]);

    clock.nowMs += 2 * DAY_MS;
    expect(await purge()).toMatchObject({ outcome: "finished", removed: { operations: 1, suboperations: 1 } });
    expect(await removed()).toEqual([]);
  });
});

describe("a purge", () => {
  it("frees the disk space", { timeout: 60_000 }, async () => {
    await call("PUT", PATH, OFF);
    const empty = (await state()).disk;
    for (let n = 0; n < 6; n++) await fly(3, 1200);
    // One for each day that something flew and is gone by now, and those of today and yesterday.
    const heartbeats = 4;
    // What the station derives of the flights grows the file as well: it is written before the size is read.
    expect(await purge()).toMatchObject({ removed: { suboperations: 0 } });
    await call("PUT", PATH, { ...OFF, max_age_days: 1 });
    const before = (await state()).disk;
    const last = await purge();
    const after = (await state()).disk;
    expect(last?.removed).toMatchObject({ suboperations: 8, records: 6 * 2 * 1200 + 2 * 2 * 60 + heartbeats });
    expect(after.reusable_bytes).toBe(0);
    expect(last?.freed_bytes).toBe(before.recording_bytes - after.recording_bytes);
    // Two more operations go, so that the file is no larger than it was without the six.
    expect(before.recording_bytes).toBeGreaterThan(empty.recording_bytes);
    expect(after.recording_bytes).toBeLessThanOrEqual(empty.recording_bytes);
  });

  it(
    "that is stopped leaves the rest for the next one; no flight is ever half visible",
    { timeout: 60_000 },
    async () => {
      await call("PUT", PATH, OFF);
      for (let n = 0; n < 5; n++) await fly(3, 1200);
      await call("PUT", PATH, { ...OFF, max_age_days: 1 });
      clock.nowMs += 11 * SECOND_MS;
      await call("POST", `${PATH}/purge`);
      expect((await call("DELETE", `${PATH}/purge`)).status).toBe(204);
      const { running, last } = await state();
      expect(running).toBeNull();
      expect(last).toMatchObject({ outcome: "cancelled" });
      expect(last!.removed.suboperations).toBeLessThan(5);
      const shown = await operations();
      for (const { id, suboperations } of shown) {
        const telemetry = await call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`);
        expect((await telemetry.json()) as unknown[]).toHaveLength(suboperations[0]!.message_count);
      }
      const rest = await purge();
      expect(last!.removed.suboperations + rest!.removed.suboperations).toBe(5);
      expect(last!.removed.records + rest!.removed.records).toBe(5 * 2 * 1200 + 1);
      expect(await operations()).toEqual([]);
    },
  );
});

describe("the command purge", () => {
  it("purges operations older than the given age, and prints the counts as one JSON object", async () => {
    const directory = makeDataDir("purge");
    const flights = { tracks: 3, pointsOfTrack: 200, startEveryMs: 60_000, stepMs: 1000, spreadDeg: 0.1 };
    recordFlights(directory, flights);
    const run = async (...more: string[]) =>
      JSON.parse(await runStationInProcess(["purge", "--data", directory, "--json", ...more])) as unknown;
    expect(await run()).toMatchObject({ outcome: "finished", removed: { operations: 0, records: 0 } });
    expect(await run("--older-than", "30")).toMatchObject({
      outcome: "finished",
      removed: { operations: 3, suboperations: 3, records: 600 },
    });
    await expect(runStation(["purge", "--data", directory, "--older-than", "0"])).rejects.toThrow(/at least 1/);
    await rm(directory, { recursive: true });
  });
});
