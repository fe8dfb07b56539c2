import { rm } from "node:fs/promises";
import { io as io4, type Socket } from "socket.io-client";
import { io as io3 } from "socket.io-client-3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation, type Station } from "../../server/app/index.ts";
import { LIVE_PATH, liveEvents, type LiveEventName } from "../../server/contracts/live.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { look, next } from "./live-station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";

const EVENTS = ["telemetry_ua", "telemetry_operator", "telemetry_system", "operation"] as const;
type Got = Readonly<Record<(typeof EVENTS)[number], unknown[]>>;
/** A bounding box across the antimeridian, and positions in it. */
const FIJI = "179,-18,-179,-16";
const PLACES = {
  east: { ua: [-17, 179.5], operator: [-17.1, -179.6], sensor: [-16.9, -179.9] },
  outside: { ua: [-17, 178.9], operator: [-17.1, -178.9], sensor: [-15.9, 179.5] },
} as const;

let station: Station;
let dataDir: string;
beforeAll(async () => {
  dataDir = makeDataDir("live");
  station = await startStation({ dataDir, port: 0, localOperator: true, log: silentLog, lessSafe: LESS_SAFE });
});
afterAll(async () => {
  await station.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let flights = 0;
/** One detection and one heartbeat, pushed as a receiver does; gives the identifier of the aircraft. */
async function push(where: keyof typeof PLACES, sensor: string, timeMs = Date.now()): Promise<string> {
  const { ua, operator, sensor: place } = PLACES[where];
  const serial = `1581F5FJD2282B0${String(++flights).padStart(5, "0")}`;
  const detection = {
    sn: sensor,
    tech: "wifi_beacon",
    mac: `02:00:5e:00:54:${String(flights).padStart(2, "0")}`,
    timestamp: isoFromMs(timeMs),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: ua[0], Longitude: ua[1], AltitudeGeo: 300, Height: 42, Direction: 45 },
      System: { OperatorLatitude: operator[0], OperatorLongitude: operator[1] },
    },
  };
  const heartbeat = {
    sn: sensor,
    timestamp: isoFromMs(timeMs),
    gnss_position: { latitude: place[0], longitude: place[1] },
  };
  const response = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: [detection, heartbeat].map((one) => JSON.stringify(one)).join("\n"),
  });
  expect(await response.json()).toMatchObject({ frames: 1, sensors: 1, refused: {} });
  return serial;
}

async function connect(io: typeof io4, query: Readonly<Record<string, string>> = {}) {
  const socket: Socket = io(station.url, { path: LIVE_PATH, forceNew: true, transports: ["websocket"], query });
  const got: Got = { telemetry_ua: [], telemetry_operator: [], telemetry_system: [], operation: [] };
  for (const event of EVENTS) socket.on(event, (sent: unknown) => got[event].push(sent));
  await next(socket, "connect");
  return { socket, got, [Symbol.dispose]: () => void socket.close() };
}

const list = async (path: string) =>
  (await (await fetch(`${station.url}/v2/airspace/${path}`)).json()) as Readonly<Record<string, unknown>>[];

describe.each([
  ["3", io3 as unknown as typeof io4],
  ["4", io4],
])("a client of Socket.IO %s", (version, io) => {
  it("receives the same records as the lists, of all four kinds, on both sides of the antimeridian", async () => {
    using client = await connect(io);
    await look(client.socket, FIJI);
    const sensor = `FIJI-${version}`;
    const all = Promise.all(EVENTS.map((event) => next(client.socket, event)));
    await push("outside", sensor, Date.now() - 5 * SECOND_MS);
    const serial = await push("east", sensor);
    await all;

    expect(client.got.telemetry_ua).toEqual(await list(`telemetry/ua?from=-PT1M&uas_id=${serial}`));
    expect(client.got.telemetry_operator).toEqual(await list(`telemetry/operator?from=-PT1M&uas_id=${serial}`));
    expect(client.got.telemetry_system).toEqual(
      await list(`telemetry/system?from=-PT1M&uas_id=${serial}&sensor_id=${sensor}`),
    );
    expect(client.got.operation.at(-1)).toMatchObject({ ua_identifiers: [{ value: serial }], status: "current" });
    for (const event of EVENTS) {
      expect(liveEvents[event satisfies LiveEventName].payload.safeParse(client.got[event][0]).error).toBeUndefined();
    }
  });

  it("that requests batches receives arrays of the same records", async () => {
    using client = await connect(io, { batch: "1" });
    using single = await connect(io);
    await Promise.all([look(client.socket, FIJI), look(single.socket, FIJI)]);
    const all = Promise.all(
      EVENTS.flatMap((event) => [next<unknown[]>(client.socket, event), next(single.socket, event)]),
    );
    await push("east", `BATCH-${version}`);
    await all;
    for (const event of EVENTS) {
      const [batch] = client.got[event] as unknown[][];
      expect([event, batch]).toEqual([event, single.got[event].slice(0, batch!.length)]);
    }
  });

  it("that never sends a viewport receives nothing, and continues with another viewport", async () => {
    using silent = await connect(io);
    using client = await connect(io);
    await look(client.socket, "14,50,15,51");
    await push("east", `SILENT-${version}`);
    await look(client.socket, FIJI);
    const heartbeat = next(client.socket, "telemetry_system");
    await push("east", `SEEN-${version}`);
    await heartbeat;
    expect(silent.got).toEqual({ telemetry_ua: [], telemetry_operator: [], telemetry_system: [], operation: [] });
    expect(client.got.telemetry_system).toMatchObject([{ sensor_id: `SEEN-${version}` }]);
  });
});
