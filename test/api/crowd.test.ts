import { once } from "node:events";
import { rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StationInfo } from "../../server/contracts/station.ts";
import { CENTRE, FIRST_MS, recordFlights } from "../bench/flights.fixture.ts";
import { startTestStation, type TestStation } from "../support/station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const TRACKS = 20;
const POINTS_OF_TRACK = 1500;
const RECORDS = TRACKS * POINTS_OF_TRACK;
const REGION = [CENTRE.longitude - 0.2, CENTRE.latitude - 0.15, CENTRE.longitude + 0.2, CENTRE.latitude + 0.15].join();
const RANGE = new URLSearchParams({ from: new Date(FIRST_MS).toISOString(), bbox: REGION }).toString();

let dataDir: string;
let station: TestStation;
beforeAll(async () => {
  dataDir = makeDataDir("crowd");
  const flights = { tracks: TRACKS, pointsOfTrack: POINTS_OF_TRACK, startEveryMs: 60_000, stepMs: 1000 };
  recordFlights(dataDir, { ...flights, spreadDeg: 0.1 });
  station = await startTestStation({ dataDir });
});
afterAll(async () => {
  await station.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Requests on a connection of its own: a caller that is busy for seconds would otherwise send on one that the station has
 * just closed as idle.
 */
async function getAlone(url: string, accept: string): Promise<{ readonly status: number; readonly body: string }> {
  const request = get(url, { agent: false, headers: { Accept: accept } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode!, body: await text(response) };
}

const openDocuments = async () =>
  ((await (await fetch(`${station.url}/station/v1/info`)).json()) as StationInfo).open_documents;

/** Asks until so many documents are open, and gives how long that took. */
async function untilOpen(documents: number): Promise<number> {
  const startMs = performance.now();
  while ((await openDocuments()) !== documents) if (performance.now() - startMs > 5_000) break;
  expect(await openDocuments()).toBe(documents);
  return performance.now() - startMs;
}

it.each([
  ["a large answer", "application/x-ndjson", ""],
  ["an answer in pages", "application/x-ndjson", "&limit=9000"],
  ["an answer of a map format", "application/gpx+xml", ""],
])("a caller that hangs up in the middle of %s frees its reader within a second", async (_what, accept, query) => {
  const { hostname, port } = new URL(station.url);
  const socket = connect(Number(port), hostname);
  // Takes the first bytes and no more: the answer is larger than what the sockets hold.
  socket.write(
    `GET /v2/airspace/telemetry/ua?${RANGE}${query} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: ${accept}\r\n\r\n`,
  );
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  expect(first.toString("latin1")).toMatch(/^HTTP\/1.1 200 /);
  await untilOpen(1);
  socket.destroy();
  expect(await untilOpen(0)).toBeLessThan(1_000);
});

it(
  "a thousand requests at once are all answered, none with a failure of the station",
  { timeout: 120_000 },
  async () => {
    const lists = (await (await fetch(`${station.url}/v2/airspace/operations?${RANGE}`)).json()) as { id: string }[];
    const kinds: readonly (readonly [string, string, (body: string) => boolean])[] = [
      [`/v2/airspace/operations?${RANGE}&limit=20`, "*/*", (body) => (JSON.parse(body) as unknown[]).length === TRACKS],
      [`/v2/airspace/telemetry/ua?${RANGE}&limit=100`, "*/*", (body) => (JSON.parse(body) as unknown[]).length === 100],
      [`/v2/airspace/telemetry/operator?${RANGE}`, "text/csv", (body) => body.startsWith("timestamp,")],
      ["/v2/airspace/telemetry/global-ua", "*/*", (body) => body.startsWith("[")],
      ["/v2/airspace/telemetry/global-system?bbox=-180,-90,180,90", "*/*", (body) => body.startsWith("[")],
      [`/v2/airspace/operations/${lists[0]!.id}`, "*/*", (body) => body.includes(lists[0]!.id)],
      [
        `/v2/airspace/telemetry/ua?operation_id=${lists[1]!.id}`,
        "application/gpx+xml",
        (body) => body.split("<trkpt").length - 1 === POINTS_OF_TRACK,
      ],
      ["/station/v1/info", "*/*", (body) => body.includes("Fieldstation")],
      [`/v2/airspace/telemetry/ua?${RANGE}&bbox=0,0,1`, "*/*", (body) => body.includes("bbox")],
    ];
    // A few of them whole exports of everything.
    const whole = [`/v2/airspace/telemetry/ua?${RANGE}`, "text/csv", isWhole] as const;
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const [path, accept, isRight] = index % 250 === 0 ? whole : kinds[index % kinds.length]!;
        return { ...(await getAlone(station.url + path, accept)), isRight };
      }),
    );
    const expected = Array.from({ length: 1000 }, (_, index) => (index % 250 !== 0 && index % 9 === 8 ? 422 : 200));
    expect(answers.map(({ status }) => status)).toEqual(expected);
    // Only now, so that checking the bodies does not keep the requests waiting.
    expect(answers.filter(({ body, isRight }) => !isRight(body)).length).toBe(0);
    await untilOpen(0);
  },
);

function isWhole(csv: string): boolean {
  return csv.trimEnd().split("\r\n").length === RECORDS + 1;
}
