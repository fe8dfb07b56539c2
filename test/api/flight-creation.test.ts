import { afterAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import { type Failure, PLAN, startFlightsStation } from "./flights-station.ts";
import { UNKNOWN_ID } from "./unknown-id.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { alice, bob, call, createAircraft, detail, plan, readyDevice } = people;

describe("creating a flight", () => {
  it("accepts a plan, with the defaults of the service", async () => {
    const flight = await plan();
    expect(flight).toEqual({
      id: expect.any(String),
      date_planned_start: "2026-11-20T09:00:00.000Z",
      date_planned_finish: "2026-11-20T10:00:00.000Z",
      date_started: null,
      date_finished: null,
      status: "planned",
      closing_flag: null,
      distance: null,
      duration: null,
      visibility: "public",
      aircraft: null,
      device: null,
      source: "direct-source",
      color_tag_used: null,
      callsign_used: null,
      take_off: { location: { lat: 50, lon: 14 } },
    });
    expect(await detail(flight.id)).toMatchObject({
      region: PLAN.region,
      max_flight_altitude: 300,
      take_off: { location: { lat: 50, lon: 14 }, pressure: null, pressure_altitude: null, altitude: null },
      pilot: { id: alice.id },
      max_height: null,
      operation_mode: null,
    });
  });

  it("keeps all fields of the request", async () => {
    const device = await readyDevice();
    const aircraft = await createAircraft("Chosen");
    const given = {
      id: "0f7a2b14-2f0e-4e38-9c12-6f6a3b1d2c01",
      date_started: "2026-11-20T10:05:00+01:00",
      date_finished: "2026-11-20T10:20:00+01:00",
      visibility: "private",
      lower_altitude: 10,
      max_height: 60.5,
      status: "finished",
      operation_mode: "bvlos",
      operation_category: "specific",
      source: "flight-store",
      color_tag_used: "#f80",
      callsign_used: "KITE 1",
    };
    const flight = await plan({ ...given, device: device.id, aircraft: aircraft.id, pilot: bob.id });
    expect(await detail(flight.id)).toMatchObject({
      ...given,
      date_started: "2026-11-20T09:05:00.000Z",
      date_finished: "2026-11-20T09:20:00.000Z",
      device: { id: device.id },
      aircraft: { id: aircraft.id, name: "Chosen", public_name: "Chosen" },
      pilot: { id: bob.id },
    });
  });

  it("refuses an id that exists, and stores nothing of it", async () => {
    const { id } = await plan({ callsign_used: "FIRST" });
    expect(await call("POST", "/v1/flights", { ...PLAN, id, callsign_used: "SECOND" })).toMatchObject({
      status: 409,
      body: { error: "flight_exists" },
    });
    expect((await call("POST", "/v1/flights", { ...PLAN, id: id.toUpperCase() })).status).toBe(409);
    expect(await detail(id.toUpperCase())).toMatchObject({ id, callsign_used: "FIRST" });
  });

  it("refuses the id of an operation that was received, since both would be one", async () => {
    const odid = {
      BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: 2 }],
      Location: { Latitude: 10, Longitude: 10 },
    };
    await call("POST", "/station/v1/ingest/scout", { sn: "ROOF", tech: "WB", odid });
    const list = "/v2/airspace/operations?bbox=9,9,11,11&from=-PT1H";
    await expect.poll(async () => (await call("GET", list)).body).toHaveLength(1);
    const [received] = (await call("GET", list)).body as readonly Operation[];
    expect(await call("POST", "/v1/flights", { ...PLAN, id: received!.id })).toMatchObject({
      status: 409,
      body: { error: "flight_exists" },
    });
  });

  it("uses the visibility of the user's preference", async () => {
    await call("PATCH", `/v1/users/${alice.id}/preferences`, { property: "default_visibility", value: "private" });
    expect(await plan()).toMatchObject({ visibility: "private" });
    expect(await plan({ visibility: "public" })).toMatchObject({ visibility: "public" });
    await call("PATCH", `/v1/users/${alice.id}/preferences`, { property: "default_visibility", value: "public" });
  });

  it("for an organization needs a device and an aircraft that belong to it", async () => {
    const device = await readyDevice();
    const aircraft = await createAircraft("Of the school");
    const body = { organization_id: "school", device: device.id, aircraft: aircraft.id };
    expect(await call("POST", "/v1/flights", { ...PLAN, ...body })).toMatchObject({
      status: 400,
      body: { messages: ["organization_id: the device and the aircraft must both belong to the organization"] },
    });
    await call("PATCH", `/v1/devices/${device.id}`, { groups: ["school"] });
    expect((await call("POST", "/v1/flights", { ...PLAN, organization_id: "school", device: device.id })).status).toBe(
      400,
    );
    expect(await plan(body)).toMatchObject({ device: { id: device.id } });
  });

  it("is refused with the reason for a device that may not fly", async () => {
    const device = await readyDevice({ activation_confirmed: false });
    const refused = await call("POST", "/v1/flights", { ...PLAN, device: device.id });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "not_eligible", messages: ["The device was not activated."] },
    });
  });

  it("is refused while the device has another flight in that time, unless it was flown already", async () => {
    const device = await readyDevice();
    const first = await plan({ device: device.id });
    const overlapping = {
      device: device.id,
      date_planned_start: "2026-11-20T09:59:00Z",
      date_planned_finish: "2026-11-20T11:00:00Z",
    };
    expect(await call("POST", "/v1/flights", { ...PLAN, ...overlapping })).toMatchObject({
      status: 409,
      body: { messages: [`The device has another flight in that time (${first.id}).`] },
    });
    expect(await plan({ ...overlapping, status: "finished" })).toMatchObject({ status: "finished" });
    expect(await plan({ ...overlapping, date_planned_start: "2026-11-20T10:00:00Z" })).toMatchObject({
      status: "planned",
    });
  });

  it.each([
    [{ date_planned_start: undefined }, "date_planned_start"],
    [{ date_planned_start: "2026-11-20T09:00:00" }, "date_planned_start"],
    [{ date_planned_finish: undefined }, "date_planned_finish"],
    [{ date_planned_finish: "2026-11-20T08:59:59Z" }, "date_planned_finish"],
    [{ date_started: "2026-11-20T09:10:00Z", date_finished: "2026-11-20T09:09:00Z" }, "date_finished"],
    [{ region: undefined }, "region"],
    [{ region: { type: "Point", coordinates: [14, 50] } }, "region"],
    [{ region: { type: "Point", coordinates: [14, 50], radius: 0 } }, "region"],
    [{ region: { type: "Point", coordinates: [50, 140], radius: 1 } }, "region"],
    [
      {
        region: {
          type: "Polygon",
          coordinates: [
            [
              [14, 50],
              [15, 50],
              [15, 51],
              [14, 51],
            ],
          ],
        },
      },
      "region",
    ],
    [{ region: { type: "LineString", coordinates: [[14, 50]], radius: 10 } }, "region"],
    [{ max_flight_altitude: undefined }, "max_flight_altitude"],
    [{ max_flight_altitude: "high" }, "max_flight_altitude"],
    [{ lower_altitude: -1 }, "lower_altitude"],
    [{ max_height: -0.1 }, "max_height"],
    [{ takeoff_latitude: 90.1 }, "takeoff_latitude"],
    [{ takeoff_longitude: -180.1 }, "takeoff_longitude"],
    [{ takeoff_latitude: undefined }, "takeoff_latitude"],
    [{ status: "landed" }, "status"],
    [{ visibility: "friends" }, "visibility"],
    [{ operation_mode: "evlos" }, "operation_mode"],
    [{ operation_category: "a1" }, "operation_category"],
    [{ source: "radio" }, "source"],
    [{ color_tag_used: "red" }, "color_tag_used"],
    [{ color_tag_used: "#ff88" }, "color_tag_used"],
    [{ callsign_used: "x".repeat(21) }, "callsign_used"],
    [{ device: UNKNOWN_ID }, "device"],
    [{ aircraft: UNKNOWN_ID }, "aircraft"],
    [{ pilot: UNKNOWN_ID }, "pilot"],
    [{ id: "no uuid" }, "id"],
  ])("refuses %o, naming the field, and stores nothing", async (given, field) => {
    const count = async () => (await call("GET", "/v1/flights")).headers.get("X-Total-Count");
    const before = await count();
    const answer = await call("POST", "/v1/flights", { ...PLAN, ...given });
    expect(answer.status).toBe(400);
    expect((answer.body as Failure).messages[0]).toMatch(new RegExp(`^${field}[.:]`));
    expect(await count()).toBe(before);
  });

  it("reports where a polygon crosses itself, also when a plan is edited", async () => {
    const corners = [
      [14, 50],
      [15, 51],
      [15, 50],
      [14, 51],
      [14, 50],
    ];
    const region = { type: "Polygon", coordinates: [corners] };
    const refusal = {
      status: 400,
      body: {
        messages: ["region: has an outline that crosses itself near latitude 50.50000, longitude 14.50000"],
      },
    };
    expect(await call("POST", "/v1/flights", { ...PLAN, region })).toMatchObject(refusal);
    const { id } = await plan();
    expect(await call("PATCH", `/v1/flights/${id}`, { region })).toMatchObject(refusal);
  });

  it("names the missing part of a region", async () => {
    const region = { type: "Point", coordinates: [14, 50] };
    expect(await call("POST", "/v1/flights", { ...PLAN, region })).toMatchObject({
      body: { messages: ["region: radius is required"] },
    });
  });

  it.each([
    { max_height: 0, lower_altitude: 0 },
    { takeoff_latitude: 90, takeoff_longitude: 180 },
    { takeoff_latitude: -90, takeoff_longitude: -180 },
    { color_tag_used: "#FFAA00", callsign_used: "x".repeat(20) },
    {
      region: {
        type: "Polygon",
        coordinates: [
          [
            [14, 50],
            [15, 50],
            [15, 51],
            [14, 50],
          ],
        ],
      },
    },
    {
      region: {
        type: "LineString",
        coordinates: [
          [14, 50],
          [15, 50],
        ],
        radius: 10,
      },
    },
    { region: { type: "Feature", geometry: { type: "Point", coordinates: [14, 50] }, properties: { radius: 5 } } },
    {
      region: {
        type: "Feature",
        id: "field",
        bbox: [14, 50, 14, 50],
        geometry: { type: "Point", coordinates: [14, 50], bbox: [14, 50, 14, 50] },
        properties: { radius: 5, name: "Field" },
      },
    },
    { date_planned_finish: PLAN.date_planned_start },
  ])("takes %o, at the bound", async (given) => {
    const { id } = await plan(given);
    const { region } = await detail(id);
    expect(region).toEqual("region" in given ? given.region : PLAN.region);
  });
});
