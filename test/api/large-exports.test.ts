import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation, type Station } from "../../server/app/index.ts";
import { UA_COLUMNS } from "../../server/export/csv-records.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { CENTRE, FIRST_MS, recordFlights } from "../bench/flights.fixture.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";

const TRACKS = 12;
const POINTS_OF_TRACK = 2000;
const RECORDS = TRACKS * POINTS_OF_TRACK;
const STEP_MS = 1000;
const BBOX = [CENTRE.longitude - 0.2, CENTRE.latitude - 0.15, CENTRE.longitude + 0.2, CENTRE.latitude + 0.15].join(",");
const ALL = { bbox: BBOX, from: new Date(FIRST_MS).toISOString() };

let station: Station;
let dataDir = "";
beforeAll(async () => {
  dataDir = makeDataDir("exports");
  recordFlights(dataDir, {
    tracks: TRACKS,
    pointsOfTrack: POINTS_OF_TRACK,
    startEveryMs: 200_000,
    stepMs: STEP_MS,
    spreadDeg: 0.1,
  });
  station = await startStation({ dataDir, port: 0, localOperator: true, log: silentLog, lessSafe: LESS_SAFE });
});
afterAll(async () => {
  await station.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function ask(accept: string, query: Readonly<Record<string, string>> = {}): Promise<Response> {
  const url = `${station.url}/v2/airspace/telemetry/ua?${new URLSearchParams({ ...ALL, ...query })}`;
  return fetch(url, { headers: { Accept: accept } });
}

describe("an export of many records", () => {
  it("has all of them, ordered by time over all tracks, with their count in a header", async () => {
    const response = await ask("text/csv");
    expect(response.headers.get("x-total-count")).toBe(String(RECORDS));
    const [head, ...rows] = (await response.text()).trimEnd().split("\r\n");
    expect(head).toBe(UA_COLUMNS.join(","));
    expect(rows).toHaveLength(RECORDS);
    const times = rows.map((row) => row.slice(0, row.indexOf(",")));
    expect(times).toEqual(times.toSorted());
  });

  it.each([
    ["application/gpx+xml", "<trkpt ", "</gpx>\n"],
    ["application/vnd.google-earth.kml+xml", "<Point>", "</kml>\n"],
    ["application/x-ndjson", '{"timestamp"', "}\n"],
  ])("is whole in %s, also from a record on", async (accept, record, end) => {
    const document = await (await ask(accept, { offset: "1000" })).text();
    expect(document.split(record).length - 1).toBe(RECORDS - 1000);
    expect(document.endsWith(end)).toBe(true);
  });

  it("returns the number without the page, and none where only parts of tracks are requested", async () => {
    const counted = async (query: Readonly<Record<string, string>>) => {
      const response = await ask("text/csv", query);
      const lines = (await response.text()).trimEnd().split("\r\n").length - 1;
      return [response.headers.get("x-total-count"), lines];
    };
    expect(await counted({ limit: "500" })).toEqual([String(RECORDS), 500]);
    expect(await counted({ offset: String(RECORDS - 3) })).toEqual([String(RECORDS), 3]);
    const middle = new Date(FIRST_MS + 1_500_500).toISOString();
    expect((await counted({ to: middle }))[0]).toBeNull();
  });

  it("names the next and the previous page", async () => {
    const links = async (query: Readonly<Record<string, string>>) => {
      const response = await ask("text/csv", query);
      await response.body?.cancel();
      return response.headers.get("link");
    };
    const [next, previous] = (await links({ limit: "500", offset: "1000" }))?.split(", ") ?? [];
    expect(next).toMatch(/^<\/v2\/airspace\/telemetry\/ua\?.*limit=500&offset=1500.*>; rel="next"$/);
    expect(previous).toMatch(/^<\/v2\/airspace\/telemetry\/ua\?.*limit=500&offset=500.*>; rel="prev"$/);
    expect(await links({})).toBeNull();
  });

  it("ends when its reader hangs up, and the next is answered as ever", async () => {
    for (let callers = 0; callers < 5; callers++) (await startReading()).destroy();
    const lines = (await (await ask("application/x-ndjson")).text()).trimEnd().split("\n");
    expect(lines).toHaveLength(RECORDS);
  });

  it("does not keep a station from stopping, though its reader has stopped reading", async () => {
    const socket = await startReading();
    socket.on("error", () => undefined);
    const startedMs = performance.now();
    await station.stop();
    expect(performance.now() - startedMs).toBeLessThan(2000);
    socket.destroy();
  });
});

/** A connection on which an export has begun and is read no further. */
async function startReading(): Promise<Socket> {
  const { hostname, port } = new URL(station.url);
  const socket = connect(Number(port), hostname);
  const path = `/v2/airspace/telemetry/ua?${new URLSearchParams(ALL)}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: application/x-ndjson\r\n\r\n`);
  await once(socket, "data");
  return socket.pause();
}
