import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation } from "../../server/app/index.ts";
import type { Alert, AlertRule } from "../../server/contracts/alerts.ts";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Source } from "../../server/contracts/sources.ts";
import type { Traffic } from "../../server/contracts/traffic.ts";
import { isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { pushAircraft } from "./alert-detections.ts";

/** The station's clock is moved on by the tests. */
let now = Date.UTC(2026, 5, 1, 12);
let dataDir: string;
let station: Awaited<ReturnType<typeof startStation>>;

/** A receiver with readsb: what it knows is a file on its web server. */
let aircraft: readonly object[] = [];
let readsb: HttpServer;
let source: Source;
/** A receiver with dump1090: whoever connects to its port 30003 gets lines. */
let dump1090: TcpServer;
let listener: Socket;

const portOf = (server: HttpServer | TcpServer) => (server.address() as AddressInfo).port;
async function call<T>(method: string, path: string, body?: object) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${station.url}/${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (response.status === 204 ? null : await response.json()) as T };
}
const listTraffic = async (query = "") => (await call<Traffic[]>("GET", `station/v1/traffic?${query}`)).body;
const until = async (icao: string): Promise<void> => {
  await expect.poll(async () => (await listTraffic()).map((one) => one.icao), { timeout: 20_000 }).toContain(icao);
};

/** Moves the clock on while nothing is on its way, and has the receiver know other aircraft from then on. */
async function moveOn(byMs: number, next: readonly object[]): Promise<void> {
  const path = `station/v1/sources/${source.id}`;
  await call("PATCH", path, { enabled: false });
  now += byMs;
  aircraft = next;
  await call("PATCH", path, { enabled: true });
}

const GLIDER = {
  hex: "3d1234",
  flight: "D1234   ",
  category: "B1",
  lat: 50,
  lon: 14,
  alt_baro: 3000,
  seen_pos: 1,
  seen: 1,
};
const AIRLINER = {
  ...GLIDER,
  hex: "4ca2d1",
  flight: "RYR81FX",
  category: "A3",
  lat: 48,
  lon: 11,
  alt_geom: 36_825,
  gs: 450,
  track: 131.2,
  baro_rate: -64,
};

beforeAll(async () => {
  dataDir = makeDataDir("traffic");
  station = await startStation({
    dataDir,
    port: 0,
    localOperator: true,
    log: silentLog,
    clock: { now: () => now },
    lessSafe: LESS_SAFE,
  });
  readsb = createHttpServer((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ now: now / 1000, messages: 1, aircraft }));
  }).listen(0, "127.0.0.1");
  dump1090 = createTcpServer((socket) => {
    listener = socket;
  }).listen(0, "127.0.0.1");
  await Promise.all([readsb, dump1090].map((server) => once(server, "listening")));
  aircraft = [GLIDER, AIRLINER, { hex: "4ca000", seen: 0.3, messages: 3 }];
  const add = (name: string, url: string) =>
    call<Source>("POST", "station/v1/sources", { name, settings: { kind: "adsb", url } });
  const connected = once(dump1090, "connection");
  source = (await add("readsb", `http://127.0.0.1:${portOf(readsb)}/data/aircraft.json`)).body;
  await add("dump1090", `tcp://127.0.0.1:${portOf(dump1090)}`);
  await connected;
});
afterAll(async () => {
  await station.stop();
  readsb.close();
  dump1090.close();
  rmSync(dataDir, { recursive: true });
});

describe("traffic of a receiver with readsb", () => {
  it("has each aircraft once, in metres and with the reference of its height", async () => {
    await until("4ca2d1");
    const [glider, airliner, ...others] = await listTraffic();
    expect(others).toEqual([]);
    expect(airliner).toEqual({
      icao: "4ca2d1",
      callsign: "RYR81FX",
      category: "A3",
      latitude: 48,
      longitude: 11,
      altitude_m: 11_224.26,
      altitude_reference: "WGS84",
      speed: 231.5,
      heading: 131.2,
      vertical_speed: -0.33,
      time: isoFromMs(now - SECOND_MS),
      sensor_id: "adsb-127.0.0.1",
    });
    expect(glider).toMatchObject({ altitude_m: 914.4, altitude_reference: "pressure", speed: null, heading: null });
  });

  it("is asked for by place, and is no part of the airspace of drones", async () => {
    await until("4ca2d1");
    expect((await listTraffic("bbox=13,49,15,51")).map(({ icao }) => icao)).toEqual(["3d1234"]);
    expect((await call("GET", "station/v1/traffic?bbox=13,49,15")).status).toBe(400);
    expect((await call("GET", "v2/airspace/operations?from=-PT1H")).body).toEqual([]);
  });

  it("is kept for a replay, and shown no more after a minute", async () => {
    await until("4ca2d1");
    const then = isoFromMs(now);
    await moveOn(2 * MINUTE_MS, []);
    expect(await listTraffic()).toEqual([]);
    // What was received a moment ago is on disk a moment later.
    const listKept = async () =>
      (await listTraffic(`at=${then}`)).map(({ icao, callsign, altitude_m }) => [icao, callsign, altitude_m]);
    await expect.poll(listKept, { timeout: 20_000 }).toEqual([
      ["3d1234", "D1234", 914.4],
      ["4ca2d1", "RYR81FX", 11_224.26],
    ]);
    expect(await listTraffic(`at=${then}&bbox=10,47,12,49`)).toMatchObject([{ icao: "4ca2d1" }]);
  });
});

it("traffic of a receiver with dump1090 comes over the live stream, to those who look there", async () => {
  const received: Traffic[] = [];
  const viewers = ["9,52,10,53", "19,52,20,53"].map((viewport) => {
    const socket = io(station.url, {
      path: LIVE_PATH,
      query: { batch: "1" },
      transports: ["websocket"],
      forceNew: true,
    });
    socket.on("connect", () => socket.emit("viewport", viewport));
    return socket;
  });
  const [here, elsewhere] = viewers;
  const seenElsewhere: Traffic[] = [];
  here!.on("traffic", (records: Traffic[]) => received.push(...records));
  elsewhere!.on("traffic", (records: Traffic[]) => seenElsewhere.push(...records));
  await Promise.all(viewers.map((socket) => new Promise<void>((done) => void socket.on("connect", done))));
  const line = (second: number, address: string, place: string) => {
    now += SECOND_MS;
    const [day, time] = isoFromMs(now).slice(0, -1).split("T");
    const stamp = `${day!.replaceAll("-", "/")},${time}`;
    listener.write(`MSG,3,1,1,${address},1,${stamp},${stamp},,${1000 + second},,,${place},,,0,,0,0\r\n`);
  };
  // A viewport has no answer: positions are sent until each viewer has one of its own.
  let second = 0;
  await expect
    .poll(
      () => {
        line(++second, "3C4B26", "52.5,9.5");
        line(++second, "3C4B27", "52.5,19.5");
        return [received.length, seenElsewhere.length].every((count) => count > 0);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(new Set(received.map(({ icao }) => icao))).toEqual(new Set(["3c4b26"]));
  expect(new Set(seenElsewhere.map(({ icao }) => icao))).toEqual(new Set(["3c4b27"]));
  expect(received[0]).toMatchObject({ latitude: 52.5, altitude_reference: "pressure", sensor_id: "adsb-127.0.0.1" });
  for (const socket of viewers) socket.close();
});

it("an aircraft with a crew near a drone raises an alert that names it, live and in a test of the rule", async () => {
  await moveOn(5 * MINUTE_MS, []);
  const rule = (
    await call<AlertRule>("POST", "station/v1/alert-rules", {
      name: "Traffic",
      kind: "traffic_near",
      severity: "critical",
      horizontal_m: 2000,
      vertical_m: 300,
    })
  ).body;
  // One 1 km away at the height of the drone, one above it that is too high, and a drone with ADS-B of its own.
  const near = { lat: 40.009, lon: 14, alt_geom: 1200, seen_pos: 0 };
  await moveOn(SECOND_MS, [
    { ...GLIDER, ...near },
    { ...AIRLINER, ...near, lat: 40, alt_geom: 36_825 },
    { ...GLIDER, ...near, hex: "3d9999", category: "B6", lat: 40 },
  ]);
  await until("3d9999");
  const drone = { serial: "1581F5FJD2282A05001", latitude: 40, longitude: 14 };
  await pushAircraft(
    station.url,
    drone,
    [
      [0.5, 0],
      [1, 0],
    ],
    now,
  );
  now += 2 * SECOND_MS;
  const listAlerts = async () => (await call<Alert[]>("GET", `station/v1/alerts?rule=${rule.id}`)).body;
  await expect.poll(listAlerts, { timeout: 20_000 }).toMatchObject([
    {
      kind: "traffic_near",
      state: "active",
      detail: { icao: "3d1234", distance_m: expect.closeTo(999, 0) as number },
    },
  ]);
  const stretch = { from: isoFromMs(now - MINUTE_MS), to: isoFromMs(now) };
  const tested = await call<Alert[]>("POST", `station/v1/alert-rules/${rule.id}/test`, stretch);
  const [live] = await listAlerts();
  expect(tested.body).toMatchObject([{ began_at: live!.began_at, detail: live!.detail }]);
});

it("traffic has a retention of its own", async () => {
  const path = "station/v1/settings/traffic";
  expect((await call("GET", path)).body).toEqual({ max_age_days: 7 });
  expect((await call("PUT", path, { max_age_days: 0 })).status).toBe(400);
  expect((await call("PUT", path, { max_age_days: 30 })).body).toEqual({ max_age_days: 30 });
  expect((await call("GET", path)).body).toEqual({ max_age_days: 30 });
  expect((await call("GET", "station/v1/audit?limit=1")).body).toMatchObject([
    { kind: "retention_changed", detail: { traffic_max_age_days: "30" } },
  ]);
});

it.each(["aircraft.json", "ftp://host/aircraft.json", "tcp://host", "http://me:secret@host/aircraft.json"])(
  "a source cannot read %s",
  async (url) => {
    const refusal = await call("POST", "station/v1/sources", { name: "ADS-B", settings: { kind: "adsb", url } });
    expect(refusal).toMatchObject({ status: 400, body: { messages: [expect.stringContaining("url")] } });
  },
);
