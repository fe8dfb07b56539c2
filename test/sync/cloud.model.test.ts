import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { allRoutes } from "../../server/contracts/index.ts";
import { fetchTransport, type SyncRoute, type Transport } from "../../server/sync/index.ts";
import { type Cloud, createCloud } from "./cloud.model.ts";
import { PROCESSING_MS } from "./cloud.core.ts";
import { serveCloud } from "./cloud.server.ts";
import { CLOUD_VARIANTS, type CloudVariant } from "./cloud.state.ts";
import { createRandom } from "./random.ts";

const BASE = "https://cloud.example";
const time = { nowMs: Date.parse("2026-06-01T08:00:00Z") };
const signal = new AbortController().signal;

function open(variant: CloudVariant = CLOUD_VARIANTS.strict): Cloud {
  const random = createRandom("cloud");
  const users = ["pilot", "other"].map((name) => ({ id: random.uuid(), email: `${name}@example.org`, name }));
  const cloud = createCloud({ variant, users, now: () => time.nowMs, newId: random.uuid });
  cloud.tokens.set("mine", users[0]!.id);
  cloud.tokens.set("others", users[1]!.id);
  return cloud;
}

type Options = { readonly body?: unknown; readonly token?: string; readonly isCompressed?: true };

async function ask(
  transport: Transport,
  method: string,
  url: string,
  { body, token = "mine", isCompressed }: Options = {},
) {
  const json = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const answer = await transport(
    {
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === null ? {} : { "content-type": "application/json" }),
        ...(isCompressed ? { "content-encoding": "gzip" } : {}),
      },
      body: json !== null && isCompressed ? gzipSync(json) : json,
    },
    signal,
  );
  return { status: answer.status, body: JSON.parse(Buffer.from(answer.body).toString("utf8")) as never };
}

const call = (cloud: Cloud, method: string, path: string, options?: Options) =>
  ask(cloud.transport, method, `${BASE}${path}`, options);

const AIRCRAFT = { name: "Quad", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 20 };
const FLIGHT = {
  id: "11111111-1111-4111-8111-111111111111",
  date_planned_start: "2026-06-01T06:00:00Z",
  date_planned_finish: "2026-06-01T06:30:00Z",
  visibility: "private",
  region: { type: "Point", coordinates: [14, 50], radius: 500 },
  max_flight_altitude: 300,
  takeoff_latitude: 50,
  takeoff_longitude: 14,
};
const PATH = `/v1/flights/${FLIGHT.id}`;
const pointAt = (second: number, ms = 0) => ({
  time: `2026-06-01T06:00:0${second}.${String(ms).padStart(3, "0")}Z`,
  location: { lat: 50, lon: 14 },
  velocity: { x: 1, y: 0, z: 0 },
});

/** Calls a route, and reads the answer with the schema of our own contract. */
async function conforms(cloud: Cloud, name: SyncRoute, path: string, body?: unknown): Promise<unknown> {
  const { method, replies } = allRoutes[name];
  const answer = await call(cloud, method.toUpperCase(), path, { body });
  expect(answer).toMatchObject({ status: 200 });
  return replies[200].parse(answer.body);
}

describe("the model of the cloud", () => {
  test("answers in the shapes of the contract", async () => {
    const cloud = open();
    const aircraft = (await conforms(cloud, "createAircraft", "/v1/aircraft", AIRCRAFT)) as { id: string };
    const device = (await conforms(cloud, "registerDevice", "/v1/devices", { serial_number: "1596A" })) as {
      id: string;
    };
    await conforms(cloud, "createFlight", "/v1/flights", { ...FLIGHT, aircraft: aircraft.id, device: device.id });
    await conforms(cloud, "createFlightTelemetry", `${PATH}/telemetry`, [pointAt(1), pointAt(2)]);
    await conforms(cloud, "createFlightStatusHistory", `${PATH}/status-history`, [
      { flight: FLIGHT.id, time: "2026-06-01T06:00:01Z", battery: 3.9 },
    ]);
    await conforms(cloud, "getCurrentUser", "/v1/users/me");
    await conforms(cloud, "listAircraft", "/v1/aircraft");
    await conforms(cloud, "listAircraftVendors", "/v1/aircraft/vendors");
    await conforms(cloud, "getAircraft", `/v1/aircraft/${aircraft.id}`);
    await conforms(cloud, "editAircraft", `/v1/aircraft/${aircraft.id}`, { weight: 1000 });
    await conforms(cloud, "listDevices", "/v1/devices?serial_number=1596A");
    await conforms(cloud, "getDevice", "/v1/devices/1596A");
    await conforms(cloud, "editDevice", `/v1/devices/${device.id}`, { callsign: "CALL" });
    await conforms(cloud, "listFlights", "/v1/flights?device_sn=1596A");
    await conforms(cloud, "getFlight", PATH);
    await conforms(cloud, "editFlight", PATH, { max_flight_altitude: 200 });
    await conforms(cloud, "listFlightTelemetry", `${PATH}/telemetry?limit=1&offset=1`);
    await conforms(cloud, "listFlightStatusHistory", `${PATH}/status-history`);
    await conforms(cloud, "processFlight", `${PATH}/process`);
    time.nowMs += PROCESSING_MS;
    expect(await conforms(cloud, "getFlight", PATH)).toMatchObject({ status: "finished", duration: 1 });
  });

  test("refuses what the document refuses", async () => {
    const cloud = open();
    const statusOf = async (method: string, path: string, options?: Options) =>
      (await call(cloud, method, path, options)).status;
    expect(await statusOf("GET", "/v1/users/me", { token: "nobody's" })).toBe(401);
    expect(await statusOf("POST", "/v1/flights", { body: FLIGHT })).toBe(200);
    expect(await statusOf("POST", "/v1/flights", { body: FLIGHT })).toBe(409);
    expect(await statusOf("POST", "/v1/flights", { body: { ...FLIGHT, id: undefined, colour: "red" } })).toBe(400);
    expect(await statusOf("GET", PATH, { token: "others" })).toBe(404);
    expect(await statusOf("POST", `${PATH}/telemetry`, { body: [{ ...pointAt(1), velocity: null }] })).toBe(400);
    expect(await statusOf("POST", `${PATH}/telemetry`, { body: [pointAt(1)], isCompressed: true })).toBe(415);
    expect(await statusOf("POST", `${PATH}/telemetry`, { body: Array.from({ length: 500 }, () => pointAt(1)) })).toBe(
      413,
    );
    expect(await statusOf("GET", `${PATH}/telemetry?limit=1001`)).toBe(400);
    expect(await statusOf("POST", `${PATH}/process`)).toBe(200);
    expect(await statusOf("POST", `${PATH}/process`)).toBe(409);
    expect(await statusOf("PATCH", PATH, { body: { max_height: 10 } })).toBe(409);
    await call(cloud, "POST", "/v1/devices", { body: { serial_number: "1" }, token: "others" });
    expect(await statusOf("POST", "/v1/devices", { body: { serial_number: "1" } })).toBe(409);
  });

  test("makes a flight public that has no visibility", async () => {
    const { visibility: _, ...body } = FLIGHT;
    expect((await call(open(), "POST", "/v1/flights", { body })).body).toMatchObject({ visibility: "public" });
  });

  test.each([
    ["strict", 1, 1],
    ["appending", 2, 1],
    ["whole_second", 1, 0],
  ] as const)("as %s has a point that was sent twice %i times", async (name, count, ms) => {
    const cloud = open(CLOUD_VARIANTS[name]);
    await call(cloud, "POST", "/v1/flights", { body: FLIGHT });
    for (let turn = 0; turn < 2; turn++) await call(cloud, "POST", `${PATH}/telemetry`, { body: [pointAt(1, 1)] });
    const { body } = await call(cloud, "GET", `${PATH}/telemetry`);
    expect((body as { time: string }[]).map((point) => point.time)).toEqual(
      Array.from({ length: count }, () => pointAt(1, ms).time),
    );
  });
});

describe("the model of the cloud behind a socket", () => {
  let close = async (): Promise<void> => {};
  afterEach(() => close());

  test("is the same through the real transport", async () => {
    const cloud = open(CLOUD_VARIANTS.lenient);
    const server = await serveCloud(cloud.transport);
    close = server.close;
    const overHttp = (method: string, path: string, options?: Options) =>
      ask(fetchTransport, method, `${server.url}${path}`, options);
    expect(await overHttp("POST", "/v1/flights", { body: FLIGHT })).toMatchObject({ status: 200 });
    const points = [pointAt(1), pointAt(2)];
    expect(await overHttp("POST", `${PATH}/telemetry`, { body: points, isCompressed: true })).toMatchObject({
      status: 200,
    });
    expect(await overHttp("GET", `${PATH}/telemetry`)).toEqual(await call(cloud, "GET", `${PATH}/telemetry`));
    expect(await overHttp("GET", "/v1/users/me", { token: "nobody's" })).toMatchObject({ status: 401 });
  });

  test("tells a request that was answered with nothing from one that never arrived", async () => {
    const server = await serveCloud(() => Promise.reject(new Error("cut")));
    close = server.close;
    await expect(ask(fetchTransport, "GET", `${server.url}/v1/users/me`)).rejects.toMatchObject({
      name: "TransportError",
      mayHaveArrived: true,
    });
    await server.close();
    close = async () => {};
    await expect(ask(fetchTransport, "GET", `${server.url}/v1/users/me`)).rejects.toMatchObject({
      name: "TransportError",
      mayHaveArrived: false,
    });
  });
});
