import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import { startFlightsStation } from "./flights-station.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand } from "../support/station-program.ts";

const people = await startFlightsStation();
const folder = mkdtempSync(join(tmpdir(), "fieldstation-logs-"));
afterAll(async () => {
  await people[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
const { asBob, call, createAircraft, detail, post, station } = people;

/** A flight that goes north, a point a second. */
function gpx(points: number, latitude = 50): string {
  const track = Array.from({ length: points }, (_, second) => {
    const time = new Date(Date.UTC(2026, 8, 1, 10, 0, second)).toISOString();
    return `<trkpt lat="${(latitude + second / 10_000).toFixed(4)}" lon="14"><ele>${200 + second}</ele><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>North</name><trkseg>${track.join("")}</trkseg></trk></gpx>`;
}

async function importLog(
  body: string | Uint8Array,
  query = "",
): Promise<{ status: number; body: FlightImport & { readonly messages: readonly string[] } }> {
  const { status, text } = await post(`/station/v1/flight-imports${query}`, "application/octet-stream", body);
  return { status, body: JSON.parse(text) as FlightImport & { readonly messages: readonly string[] } };
}

const total = async () => (await call("GET", "/v1/flights")).headers.get("X-Total-Count");

describe("importing a flight log", () => {
  it("shows what a file holds, and stores nothing of it", async () => {
    const before = await total();
    const { status, body } = await importLog(gpx(5), "?preview=true");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      format: "gpx",
      dropped: {},
      flights: [
        {
          id: null,
          is_known: false,
          name: "North",
          points: 5,
          date_started: "2026-09-01T10:00:00.000Z",
          date_finished: "2026-09-01T10:00:04.000Z",
          times: "utc",
        },
      ],
    });
    expect(body.flights[0]!.line).toHaveLength(5);
    expect(body.flights[0]!.line?.at(-1)).toEqual({ latitude: 50.0004, longitude: 14 });
    const long = (await importLog(gpx(1_000), "?preview=true")).body.flights[0]!;
    expect([long.points, long.line?.length]).toEqual([1_000, 200]);
    expect(long.line?.at(-1)).toEqual({ latitude: 50.0999, longitude: 14 });
    expect(await total()).toBe(before);
  });

  it("keeps what the log has of battery and satellites", async () => {
    const table = [
      "datetime(utc),latitude,longitude,satellites,voltage(v)",
      "2026-09-02 10:00:00,50,14,12,7.9",
      "2026-09-02 10:00:01,50.0001,14,13,7.8",
    ].join("\n");
    const { body } = await importLog(table);
    const { id, line } = body.flights[0]!;
    expect(line).toBeUndefined();
    const unknown = { rsrp: null, rsrq: null, snr: null };
    expect((await call("GET", `/station/v1/flights/${id}/status-curve`)).body).toEqual([
      { time: "2026-09-02T10:00:00.000Z", battery: 7.9, satellites: 12, ...unknown },
      { time: "2026-09-02T10:00:01.000Z", battery: 7.8, satellites: 13, ...unknown },
    ]);
  });

  it("makes a finished flight of it, an operation of its own, with its statistics", async () => {
    const aircraft = await createAircraft("Logger");
    const { body } = await importLog(gpx(11), `?aircraft=${aircraft.id}&visibility=private`);
    const id = body.flights[0]!.id!;
    await expect.poll(async () => (await detail(id)).status).toBe("finished");
    expect(await detail(id)).toMatchObject({
      source: "flight-store",
      visibility: "private",
      aircraft: { id: aircraft.id },
      date_started: "2026-09-01T10:00:00.000Z",
      date_finished: "2026-09-01T10:00:10.000Z",
      duration: 10,
      distance: expect.closeTo(111.2, 0),
      max_flight_altitude: 210,
      region: { type: "Point", coordinates: [14, 50] },
      take_off: { location: { lat: 50, lon: 14 } },
    });
    expect((await call("GET", `/v2/airspace/operations/${id}`)).body).toMatchObject({
      sources: [{ type: "import", message_count: 11 }],
    });
    expect((await call("GET", `/v1/flights/${id}`, undefined, asBob)).status).toBe(404);
    const points = (await call("GET", `/v1/flights/${id}/telemetry`)).body as readonly FlightPoint[];
    expect(points.map(({ location }) => location.lat)).toEqual(
      Array.from({ length: 11 }, (_, second) => Number((50 + second / 10_000).toFixed(4))),
    );
  });

  it("recognises the same file, and accepts another one", async () => {
    const first = (await importLog(gpx(7))).body.flights[0]!;
    const before = await total();
    const again = (await importLog(gpx(7))).body.flights[0]!;
    expect(again).toMatchObject({ id: first.id, is_known: true, points: 7 });
    expect((await importLog(gpx(7), "?preview=true")).body.flights[0]).toMatchObject({ id: first.id, is_known: true });
    expect(await total()).toBe(before);
    expect((await importLog(gpx(8))).body.flights[0]).toMatchObject({ is_known: false });
  });

  it.each([
    ["", "The file is empty."],
    ["hello", ""],
    ["<gpx><trk><trkseg><trkpt lat='1' lon='1'", ""],
    [gpx(3).replaceAll("<time>", "<when>").replaceAll("</time>", "</when>").replace("</gpx>", ""), ""],
  ])("refuses %j in one sentence and stores nothing", async (text, sentence) => {
    const before = await total();
    const { status, body } = await importLog(text);
    expect(status).toBe(400);
    expect(body.messages).toHaveLength(1);
    expect(body.messages[0]).toMatch(/^[A-Z].*\.$/);
    expect(body.messages[0]).toContain(sentence);
    expect(await total()).toBe(before);
  });

  it.each([
    ["?aircraft=4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10", "aircraft"],
    ["?device=4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10", "device"],
    ["?visibility=friends", "visibility"],
    ["?preview=maybe", "preview"],
    ["?started=yesterday", "started"],
    ["?utc_offset=2000", "utc_offset"],
  ])("refuses %s, naming the parameter", async (query, field) => {
    const { status, body } = await importLog(gpx(2, 51), query);
    expect(status).toBe(400);
    expect(body.messages[0]).toMatch(new RegExp(`^${field}: `));
  });
});

const run = (...args: readonly string[]) => runCommand(args);

/** The parameters by which a command reaches the running station as Alice. */
async function remote(): Promise<readonly string[]> {
  const expires_at = new Date(people.clock.now() + 3_600_000).toISOString();
  const created = await call("POST", "/v2/pats/tokens", { password: "correct horse", expires_at });
  return ["--url", station.url, "--token", (created.body as { readonly token: string }).token];
}

describe("station import", () => {
  const good = join(folder, "good.gpx");
  const bad = join(folder, "bad.gpx");
  writeFileSync(good, gpx(6, 52));
  writeFileSync(bad, "not a log");
  const SUMMARY = {
    files: 1,
    records: 6,
    refused: {},
    operations: [{ id: expect.any(String), uas_id: null, records: 6 }],
  };

  it("imports logs into a data directory, once", async () => {
    const data = join(folder, "data");
    const first = await runInProcess(["import", good, "--data", data, "--json"]);
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.out)).toEqual(SUMMARY);
    const again = await runInProcess(["import", good, "--data", data, "--json"]);
    expect(JSON.parse(again.out)).toEqual(JSON.parse(first.out));
    const { id } = JSON.parse(first.out).operations[0];
    const exported = await runInProcess(["export", "--data", data, "--format", "csv", "--operation", id]);
    expect(exported.out.trimEnd().split("\r\n")).toHaveLength(7);
  });

  it("imports the others where one cannot be read, and then ends with a code other than 0", async () => {
    const data = join(folder, "data");
    const { code, out, err } = await run("import", bad, good, "--data", data, "--json");
    expect(code).toBe(1);
    expect(err).toMatch(/^bad\.gpx: [A-Z].*\.$/m);
    expect(JSON.parse(out)).toMatchObject({ files: 1, records: 6 });
    expect((await runInProcess(["import", good, "--data", data, "--user", "nobody@field.test"])).code).toBe(1);
    expect((await run("import", good, "--data", data, "--utc-offset", "2000")).code).toBe(1);
  });

  it.each([
    ["is not there", join(folder, "gone.gpx"), "gone.gpx: There is no such file."],
    ["is a folder", join(folder, "folder.gpx"), "folder.gpx: This is a folder; name the files in it."],
  ])("takes the others where one %s", async (what, path, sentence) => {
    if (what === "is a folder") mkdirSync(path);
    for (const target of [["--data", join(folder, "data")], await remote()]) {
      const { code, out, err } = await runInProcess(["import", path, good, "--json", ...target]);
      expect([code, err.trimEnd()]).toEqual([1, sentence]);
      expect(JSON.parse(out)).toMatchObject({ files: 1, records: 6 });
    }
  });

  it("prints every note on a log, and what of it was left out and why", async () => {
    const noted = join(folder, "noted.csv");
    writeFileSync(
      noted,
      "date,time,lat,lon,altitude,speed (warp)\n2026-03-01,10:00:00,50,14,3,1\n2026-03-01,10:00:01,0,0,3,1\n2026-03-01,10:00:02,99,14,3,1\n",
    );
    const expected = [
      "noted.csv: The column `altitude` does not say what the height is above: it is left out.",
      "noted.csv: The unit of the column `speed (warp)` is not known: it is left out.",
      "noted.csv: The log has local times without a time zone: they are read as UTC+01:00.",
      "noted.csv: 1 point is left out: without a fix (no_fix).",
      "noted.csv: 1 point is left out: at places that cannot be (out_of_range).",
    ];
    const data = join(folder, "data");
    for (const target of [["--data", data], await remote()]) {
      const { code, err } = await runInProcess(["import", noted, "--utc-offset", "60", ...target]);
      expect([code, err.trimEnd().split("\n")]).toEqual([0, expected]);
    }
  });

  it("requires the start of a log without absolute times", async () => {
    const undated = join(folder, "undated.gpx");
    writeFileSync(undated, gpx(9, 53).replaceAll(/<time>.*?<\/time>/g, ""));
    for (const target of [["--data", join(folder, "data")], await remote()]) {
      const refused = await runInProcess(["import", undated, "--json", ...target]);
      expect(refused.code).toBe(1);
      expect(refused.err).toMatch(/^undated\.gpx: .*started: the log has no absolute time/);
      expect(JSON.parse(refused.out)).toEqual({ files: 0, records: 0, refused: {}, operations: [] });
      expect((await run("import", undated, "--started", "yesterday", ...target)).code).toBe(1);
      const taken = await runInProcess([
        "import",
        undated,
        "--started",
        "2026-03-02T10:00:00+01:00",
        "--json",
        ...target,
      ]);
      expect([taken.code, JSON.parse(taken.out).records]).toEqual([0, 9]);
      expect(taken.err).toMatch(/^undated\.gpx: The log has no times/);
    }
  });

  it("keeps the file's name, and who sees it as the operator prefers it", async () => {
    const kept = join(folder, "kept.gpx");
    writeFileSync(kept, gpx(10, 54));
    const prefer = (value: string) =>
      call("PATCH", `/v1/users/${people.alice.id}/preferences`, { property: "default_visibility", value });
    await prefer("private");
    const { code, out } = await runInProcess(["import", kept, "--json", ...(await remote())]);
    await prefer("public");
    expect(code).toBe(0);
    expect(await detail(JSON.parse(out).operations[0].id)).toMatchObject({
      visibility: "private",
      import_note: { source_name: "kept.gpx", declared_aircraft: null },
    });
  });

  it("has a running station take them", async () => {
    const { code, out } = await run("import", good, "--json", ...(await remote()));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(SUMMARY);
    expect(await detail(JSON.parse(out).operations[0].id)).toMatchObject({ source: "flight-store" });
  });
});
