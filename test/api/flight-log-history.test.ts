import { readFileSync } from "node:fs";
import { io } from "socket.io-client";
import { afterAll, describe, expect, it } from "vitest";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { LastTelemetry, UaTelemetry } from "../../server/contracts/telemetry.ts";
import { look, PRAGUE } from "../live/live-station.ts";
import { sharedData } from "../support/shared-data.ts";
import { startFlightsStation, START_MS } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { call, clock, detail, plan, post, upload } = people;

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const flightCount = async () => (await call("GET", "/v1/flights")).headers.get("X-Total-Count");
const operationOf = async (id: string) => (await call("GET", `/v2/airspace/operations/${id}`)).body as Operation;

async function importLog(body: string | Uint8Array, query: Readonly<Record<string, string>> = {}) {
  const path = `/station/v1/flight-imports?${new URLSearchParams(query)}`;
  const { status, text } = await post(path, "application/octet-stream", body);
  return { status, body: JSON.parse(text) as FlightImport & { readonly messages: readonly string[] } };
}

async function imported(body: string | Uint8Array, query: Readonly<Record<string, string>> = {}) {
  const { status, body: summary } = await importLog(body, query);
  expect([status, summary.messages]).toEqual([200, undefined]);
  return summary;
}

/** A flight to the north with a point per second; without times if no first time is given. */
function gpx(points: number, firstMs: number | null, longitude = 14.4, name = "<name>North</name>"): string {
  const track = Array.from({ length: points }, (_, second) => {
    const time = firstMs === null ? "" : `<time>${iso(firstMs + second * 1000)}</time>`;
    return `<trkpt lat="${(50.05 + second / 10_000).toFixed(4)}" lon="${longitude}"><ele>250</ele>${time}</trkpt>`;
  });
  return `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk>${name}<trkseg>${track.join("")}</trkseg></trk></gpx>`;
}

const subtitle = (index: number, clockText: string) =>
  `${index}\n00:00:0${index},000 --> 00:00:0${index},900\n${clockText}\nGPS(14.5,50.${index},16) BAROMETER:1.9\n\n`;

/** Logs without absolute times; each is read by another decoder or another branch of one. */
const UNDATED: readonly (readonly [string, FlightImport["flights"][number]["times"], string])[] = [
  ["GPX without times", "none", gpx(3, null)],
  [
    "a line that is drawn in KML",
    "none",
    "<kml><Document><Placemark><LineString><coordinates>14,50 14,50.001 14,50.002</coordinates></LineString></Placemark></Document></kml>",
  ],
  ["a table without times", "none", "latitude,longitude\n50,14\n50.001,14\n50.002,14\n"],
  [
    "a table with the time since its start",
    "elapsed",
    "time(millisecond),latitude,longitude\n0,50,14\n1000,50.001,14\n2000,50.002,14\n",
  ],
  ["subtitles without a clock", "elapsed", subtitle(0, "F/2.8") + subtitle(1, "F/2.8") + subtitle(2, "F/2.8")],
];

describe.each(UNDATED)("%s", (_name, times, log) => {
  it("has no dates in the preview and is refused without a start", async () => {
    const before = await flightCount();
    const preview = await imported(log, { preview: "true" });
    expect(preview.flights).toMatchObject([{ times, points: 3, date_started: null, date_finished: null }]);
    expect(preview.notes).toContain(
      "The log has no absolute time: an import needs the time at which the flight began.",
    );
    expect(await importLog(log)).toMatchObject({
      status: 400,
      body: { error: "validation_error", messages: [expect.stringMatching(/^started: the log has no absolute time/)] },
    });
    expect(await flightCount()).toBe(before);
  });

  it("is refused if it would end after the station's present time", async () => {
    const before = await flightCount();
    for (const preview of ["true", "false"]) {
      const { status, body } = await importLog(log, { preview, started: iso(clock.now() - 1000) });
      expect([status, body.messages]).toEqual([
        400,
        [expect.stringMatching(/^started: the flight would end at .* ahead of the station's clock/)],
      ]);
    }
    expect(await flightCount()).toBe(before);
  });

  it("is imported with the given start, and only once even if another start is given later", async () => {
    const started = "2026-08-01T10:00:00+02:00";
    const dates = { date_started: "2026-08-01T08:00:00.000Z", date_finished: "2026-08-01T08:00:02.000Z" };
    const [flight] = (await imported(log, { started })).flights;
    expect(flight).toMatchObject({ ...dates, is_known: false });
    await expect.poll(async () => (await detail(flight!.id!)).status).toBe("finished");
    expect(await detail(flight!.id!)).toMatchObject({ ...dates, duration: 2 });
    for (const again of [{}, { started: "2026-08-02T08:00:00Z" }, { preview: "true" }]) {
      expect((await imported(log, again)).flights).toMatchObject([{ ...dates, id: flight!.id, is_known: true }]);
    }
  });
});

const drawn = sharedData("airdata-dji-mini2", "mini-2_2021-09-05_1923.kml");
it.skipIf(drawn === undefined)("refuses the line that AirData draws in KML until its start is given", async () => {
  expect(await importLog(readFileSync(drawn!))).toMatchObject({
    status: 400,
    body: { messages: [expect.stringMatching(/^started: /)] },
  });
  const { flights, notes } = await imported(readFileSync(drawn!), { started: "2021-09-06T02:23:48Z" });
  expect(flights).toMatchObject([{ points: 2284, date_started: "2021-09-06T02:23:48.000Z" }]);
  expect(notes).toContain("The log has no times: its points are placed one second apart, from the given start on.");
});

describe("a log with absolute times", () => {
  it("is refused with a time zone by which it would end in the future, and imported with the right one", async () => {
    const localTime = iso(clock.now() - 60_000 + 7_200_000)
      .slice(0, 19)
      .replace("T", " ");
    const log = subtitle(1, localTime);
    const preview = await imported(log, { preview: "true" });
    expect(preview.flights).toMatchObject([{ times: "local" }]);
    expect(preview.notes).toEqual([
      "The log has local times without a time zone: they are read as UTC.",
      expect.stringContaining("an import needs the zone of the log's clock"),
    ]);
    expect(await importLog(log)).toMatchObject({
      status: 400,
      body: { messages: [expect.stringMatching(/^utc_offset: .*ahead of the station's clock/)] },
    });
    const { flights, notes } = await imported(log, { utc_offset: "120" });
    expect(Date.parse(flights[0]!.date_finished!)).toBeLessThan(clock.now());
    expect(notes).toEqual(["The log has local times without a time zone: they are read as UTC+02:00."]);
  });

  it("is imported without the points after the station's present time, with a note", async () => {
    const { dropped, flights, notes } = await imported(gpx(7200, clock.now() - 3_600_000, 14.41));
    expect(dropped["absurd_time"]).toBeGreaterThan(3500);
    expect(Date.parse(flights[0]!.date_finished!)).toBeLessThanOrEqual(clock.now());
    expect(notes).toEqual([expect.stringContaining("ahead of this station's clock")]);
    const { status, body } = await importLog(gpx(3, clock.now() + 60_000));
    expect([status, body.messages]).toEqual([400, [expect.stringContaining("ahead of this station's clock")]]);
  });

  it("is past even if it ended just now: in no overview and never on the live stream", async () => {
    const socket = io(people.station.url, { path: LIVE_PATH, forceNew: true, auth: { token: people.asAlice } });
    const received: string[] = [];
    socket.on("telemetry_ua", ({ operation_id: id }: UaTelemetry) => received.push(id));
    socket.on("operation", ({ id }: Operation) => received.push(id));
    try {
      await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
      await look(socket, PRAGUE);
      const endedMs = clock.now() - 2000;
      const { flights } = await imported(gpx(30, endedMs - 29_000, 14.42));
      const id = flights[0]!.id!;
      await expect.poll(async () => (await detail(id)).status).toBe("finished");

      // Telemetry uploaded to a current flight is live: once it has arrived, everything sent before it has too.
      const going = await plan({ status: "current", takeoff_latitude: 50.05, takeoff_longitude: 14.4 });
      const time = iso(clock.now() - 1000);
      await upload(going.id, [{ time, location: { lat: 50.05, lon: 14.4 }, velocity: { x: 0, y: 0, z: 0 } }]);
      await expect.poll(() => received).toContain(going.id);
      expect(received).not.toContain(id);

      const overview = (await call("GET", "/v2/airspace/telemetry/global-ua")).body as readonly LastTelemetry[];
      expect(overview.map(({ operation_id }) => operation_id)).toContain(going.id);
      expect(overview.map(({ operation_id }) => operation_id)).not.toContain(id);
      expect(await operationOf(id)).toMatchObject({
        status: "past",
        sources: [{ type: "import", message_count: 30 }],
        time_last_telemetry: iso(endedMs),
      });
      expect(await operationOf(going.id)).toMatchObject({ status: "current" });
    } finally {
      socket.close();
    }
  });
});

describe("the import note and visibility of a log", () => {
  it("has the name of the file without its folders, and the declared aircraft", async () => {
    const table = `time,latitude,longitude,DETAILS.aircraftName,DETAILS.aircraftSN\n${iso(START_MS - 9e6)},50,14,Field Hawk,1581F45TB21AB3CD\n`;
    const [flight] = (await imported(table, { source_name: "C:\\logs\\hawk.csv" })).flights;
    const note = { source_name: "hawk.csv", declared_aircraft: "Field Hawk" };
    expect(flight).toMatchObject({ aircraft_name: "Field Hawk", serial_number: "1581F45TB21AB3CD" });
    expect(await detail(flight!.id!)).toMatchObject({ import_note: note, aircraft: null });
    const listed = (await call("GET", "/v1/flights?limit=1000")).body as readonly { id: string }[];
    expect(listed.find(({ id }) => id === flight!.id)).toMatchObject({ import_note: note });
    expect((await call("GET", "/v1/search?query=hawk.csv")).body).toMatchObject({
      objects: [{ id: flight!.id, name: expect.stringMatching(/^Field Hawk · hawk\.csv, /) }],
    });
  });

  it("has what the import contains, and is absent without that", async () => {
    const [named] = (await imported(gpx(4, START_MS - 8e6), { source_name: "north.gpx" })).flights;
    expect((await detail(named!.id!)).import_note).toEqual({
      source_name: "north.gpx",
      declared_aircraft: null,
      name: "North",
    });
    const [nameless] = (await imported(gpx(3, START_MS - 8e6, 14.4, ""))).flights;
    for (const id of [nameless!.id!, (await plan()).id]) expect(await detail(id)).not.toHaveProperty("import_note");
  });

  it("has the name of each flight in the log, on one line, but no id in its place", async () => {
    const id = "<name>4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10</name>";
    const names = ["<name>  Over the\n lake </name>", id, "<name>  </name>"];
    for (const [index, name] of names.entries()) {
      const log = gpx(2, START_MS - 7e6 + index * 60_000, 14.4, name);
      const [flight] = (await imported(log, { source_name: "lake.gpx" })).flights;
      const note = { source_name: "lake.gpx", declared_aircraft: null, ...(index === 0 && { name: "Over the lake" }) };
      expect((await detail(flight!.id!)).import_note).toEqual(note);
    }
  });

  it("has the visibility of the user's preference, unless the import sets another", async () => {
    const prefer = (value: string) =>
      call("PATCH", `/v1/users/${people.alice.id}/preferences`, { property: "default_visibility", value });
    expect((await prefer("private")).status).toBe(200);
    try {
      const [hidden] = (await imported(gpx(5, START_MS - 7e6))).flights;
      const [shown] = (await imported(gpx(6, START_MS - 6e6), { visibility: "public" })).flights;
      for (const { id } of [hidden!, shown!])
        await expect.poll(async () => (await detail(id!)).status).toBe("finished");
      expect([(await detail(hidden!.id!)).visibility, (await detail(shown!.id!)).visibility]).toEqual([
        "private",
        "public",
      ]);
      const asBob = (id: string) => call("GET", `/v2/airspace/operations/${id}`, undefined, people.asBob);
      expect([(await asBob(hidden!.id!)).status, (await asBob(shown!.id!)).status]).toEqual([404, 200]);
    } finally {
      await prefer("public");
    }
  });
});
