import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import { PLAN, startFlightsStation, windowAround } from "./flights-station.ts";

const ground = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "application/json" }).end('{"results":[{"elevation":235.5}]}');
});
ground.listen(0, "127.0.0.1");
await once(ground, "listening");
const people = await startFlightsStation({
  elevationUrl: `http://127.0.0.1:${(ground.address() as AddressInfo).port}/lookup`,
});
afterAll(async () => {
  await people[Symbol.asyncDispose]();
  ground.close();
});
const { alice, administrator, asBob, call, clock, detail, plan, readyDevice } = people;

const TAKEOFF = { takeoff_latitude: 50, takeoff_longitude: 14 };
const upsert = (serial: string, body: object = TAKEOFF, token?: string) =>
  call("POST", `/v1/flights?via_serial_number=${serial}`, body, token);

async function upserted(serial: string, body: object = TAKEOFF): Promise<FlightDetail> {
  const answer = await upsert(serial, body);
  expect(answer.status).toBe(200);
  return detail((answer.body as Flight).id);
}

const now = () => windowAround(clock.now());

describe("create or update by serial number", () => {
  it("rule 1: updates the planned flight of the device whose window contains the present", async () => {
    const device = await readyDevice();
    const planned = await plan({ ...now(), device: device.id });
    const flight = await upserted(device.serial_number, {
      takeoff_latitude: 50.001,
      takeoff_longitude: 14.001,
      takeoff_altitude: 200,
      takeoff_pressure: 989.5,
    });
    expect(flight).toMatchObject({
      id: planned.id,
      status: "planned",
      take_off: {
        location: { lat: 50.001, lon: 14.001 },
        altitude: 200,
        pressure: 989.5,
        pressure_altitude: expect.closeTo(200, -1),
      },
      region: PLAN.region,
    });
    expect(await upserted(device.serial_number, { ...TAKEOFF, status: "current" })).toMatchObject({
      id: planned.id,
      status: "current",
    });
    expect(await upserted(device.serial_number)).toMatchObject({ id: planned.id, status: "current" });
  });

  it("rule 1: leaves flights unchanged whose window is over or has not begun, or that are neither planned nor current", async () => {
    const device = await readyDevice();
    await plan({ ...PLAN, device: device.id });
    const over = await plan({
      device: device.id,
      status: "current",
      date_planned_start: new Date(clock.now() - 7_200_000).toISOString(),
      date_planned_finish: new Date(clock.now() - 3_600_000).toISOString(),
    });
    const finished = await plan({ ...now(), device: device.id, status: "finished" });
    const { id } = await upserted(device.serial_number);
    expect([over.id, finished.id]).not.toContain(id);
    expect((await upserted(device.serial_number)).id).toBe(id);
  });

  it("rule 2: starts a new flight if the take-off is outside the region", async () => {
    const device = await readyDevice();
    const planned = await plan({ ...now(), device: device.id });
    const edge = await upserted(device.serial_number, { takeoff_latitude: 50.00449, takeoff_longitude: 14 });
    expect(edge.id).toBe(planned.id);
    const other = await upserted(device.serial_number, { takeoff_latitude: 50.0046, takeoff_longitude: 14 });
    expect(other.id).not.toBe(planned.id);
    expect(other).toMatchObject({ status: "current", take_off: { location: { lat: 50.0046 } } });
    expect(await detail(planned.id)).toMatchObject({ status: "planned", take_off: { location: { lat: 50.00449 } } });
  });

  it("rule 2: finds the new flight again and creates no third one", async () => {
    const device = await readyDevice();
    const path = `/v1/devices/${device.serial_number}/current-flight`;
    const before = await upserted(device.serial_number);
    const elsewhere = { takeoff_latitude: 51, takeoff_longitude: 14 };
    const after = await upserted(device.serial_number, elsewhere);
    expect((await call("GET", path)).body).toMatchObject({ id: after.id });
    expect((await upserted(device.serial_number, elsewhere)).id).toBe(after.id);
    expect((await upserted(device.serial_number)).id).toBe(before.id);
  });

  it("rule 3: refuses a new flight that is not eligible, with the reason", async () => {
    const device = await readyDevice();
    await call("PATCH", `/v1/devices/${device.id}`, { provisioning_status: "revoked" });
    expect(await upsert(device.serial_number)).toMatchObject({
      status: 409,
      body: { error: "not_eligible", messages: ["The provisioning of the device was revoked."] },
    });
  });

  it("rule 3: no other flight prevents a take-off, whether it is planned for later or was left by the device", async () => {
    const device = await readyDevice();
    const soon = await plan({
      device: device.id,
      date_planned_start: new Date(clock.now() + 600_000).toISOString(),
      date_planned_finish: new Date(clock.now() + 3_600_000).toISOString(),
    });
    const early = await upserted(device.serial_number);
    expect(early).toMatchObject({ status: "current" });
    expect(early.id).not.toBe(soon.id);
    const elsewhere = await upserted(device.serial_number, { takeoff_latitude: 51, takeoff_longitude: 14 });
    expect([early.id, soon.id]).not.toContain(elsewhere.id);
  });

  it("rule 3: a report of a planned flight is refused while it overlaps another plan, as any plan is", async () => {
    const device = await readyDevice();
    const planned = {
      ...TAKEOFF,
      status: "planned",
      date_started: "2026-12-01T09:00:00Z",
      date_finished: "2026-12-01T10:00:00Z",
    };
    const { id } = await upserted(device.serial_number, planned);
    expect(await upsert(device.serial_number, planned)).toMatchObject({
      status: 409,
      body: { error: "not_eligible", messages: [`The device has another flight in that time (${id}).`] },
    });
    // The current flight of the device, which it leaves by rule 2, is not among them.
    await plan({ ...now(), device: device.id });
    const away = { takeoff_latitude: 51, takeoff_longitude: 14, status: "planned" };
    expect(await upserted(device.serial_number, away)).toMatchObject({ status: "planned" });
  });

  it("creates one flight if the device sends the same report twice at once", async () => {
    const device = await readyDevice();
    const flights = await Promise.all([upserted(device.serial_number), upserted(device.serial_number)]);
    expect(new Set(flights.map(({ id }) => id)).size).toBe(1);
  });

  it("rule 4: a new flight gets the defaults", async () => {
    const device = await readyDevice();
    const beforeMs = clock.now();
    const flight = await upserted(device.serial_number, { ...TAKEOFF, takeoff_altitude: 300 });
    const startMs = Date.parse(flight.date_planned_start);
    expect(startMs).toBeGreaterThanOrEqual(beforeMs);
    expect(startMs).toBeLessThanOrEqual(clock.now());
    expect(flight).toMatchObject({
      date_planned_finish: new Date(startMs + 30 * 60_000).toISOString(),
      date_started: flight.date_planned_start,
      date_finished: null,
      duration: null,
      status: "current",
      max_flight_altitude: 420,
      visibility: "public",
      device: { serial_number: device.serial_number },
      aircraft: { name: expect.stringMatching(/^Ship/) },
      pilot: { id: alice.id },
    });
    // The only place in the API where latitude comes first.
    expect(flight.region).toEqual({
      type: "Feature",
      geometry: { type: "Point", coordinates: [50, 14] },
      properties: { radius: 1000 },
    });
  });

  it("rule 4: fields of the body take precedence over the defaults", async () => {
    const device = await readyDevice();
    expect(
      await upserted(device.serial_number, {
        ...TAKEOFF,
        date_started: "2026-11-20T07:00:00+01:00",
        date_finished: "2026-11-20T08:00:00+01:00",
        status: "uploading",
      }),
    ).toMatchObject({
      date_planned_start: "2026-11-20T06:00:00.000Z",
      date_started: "2026-11-20T06:00:00.000Z",
      date_planned_finish: "2026-11-20T07:00:00.000Z",
      date_finished: null,
      status: "uploading",
    });
  });

  it("rule 4: requests the elevation if the body has no altitude, and uses 0 if that fails", async () => {
    const device = await readyDevice();
    expect(await upserted(device.serial_number)).toMatchObject({
      max_flight_altitude: 355.5,
      take_off: { altitude: 235.5 },
    });
    await using without = await startFlightsStation({ elevationUrl: "http://127.0.0.1:1/lookup" });
    const { serial_number } = await without.readyDevice();
    const answer = await without.call("POST", `/v1/flights?via_serial_number=${serial_number}`, TAKEOFF);
    expect(await without.detail((answer.body as Flight).id)).toMatchObject({
      max_flight_altitude: 120,
      take_off: { altitude: null },
    });
  });

  it("rule 4: takes the visibility from the preference of the owner", async () => {
    const device = await readyDevice();
    await call("PATCH", `/v1/users/${alice.id}/preferences`, { property: "default_visibility", value: "private" });
    expect(await upserted(device.serial_number)).toMatchObject({ visibility: "private" });
    await call("PATCH", `/v1/users/${alice.id}/preferences`, { property: "default_visibility", value: "public" });
  });

  it("rule 4: is 400 where the owner has no default aircraft", async () => {
    const device = await readyDevice();
    await call("PATCH", `/v1/users/${alice.id}`, { default_aircraft: null });
    expect(await upsert(device.serial_number)).toMatchObject({ status: 400, body: { error: "no_default_aircraft" } });
  });

  it("refuses an end before the start, for a new and for an existing flight, and changes nothing", async () => {
    const device = await readyDevice();
    const backwards = { ...TAKEOFF, date_started: "2026-11-20T07:00:00Z", date_finished: "2026-11-20T06:59:59Z" };
    const ended = { ...TAKEOFF, date_finished: new Date(clock.now() - 3_600_000).toISOString() };
    const path = `/v1/devices/${device.serial_number}/current-flight`;
    for (const body of [backwards, ended]) {
      const refused = await upsert(device.serial_number, body);
      expect(refused).toMatchObject({
        status: 400,
        body: { messages: ["date_finished: must not be before the start"] },
      });
      expect((await call("GET", path)).status).toBe(404);
    }
    const before = await upserted(device.serial_number);
    expect((await upsert(device.serial_number, ended)).status).toBe(400);
    expect(await detail(before.id)).toEqual(before);
  });

  it("is allowed to the owner of the device and to administrators", async () => {
    const device = await readyDevice();
    expect((await upsert(device.serial_number, TAKEOFF, asBob)).status).toBe(404);
    expect((await upsert("UNKNOWN", TAKEOFF)).status).toBe(404);
    const answer = await upsert(device.serial_number, TAKEOFF, administrator);
    expect(await detail((answer.body as Flight).id)).toMatchObject({ pilot: { id: alice.id } });
  });

  it.each([
    [{ takeoff_latitude: undefined }, "takeoff_latitude"],
    [{ takeoff_latitude: 91 }, "takeoff_latitude"],
    [{ takeoff_longitude: "14" }, "takeoff_longitude"],
    [{ takeoff_pressure: -1 }, "takeoff_pressure"],
    [{ takeoff_altitude: "high" }, "takeoff_altitude"],
    [{ status: "landed" }, "status"],
    [{ date_started: "2026-11-20T07:00:00" }, "date_started"],
  ])("refuses %o, naming the field", async (given, field) => {
    const device = await readyDevice();
    const answer = await upsert(device.serial_number, { ...TAKEOFF, ...given });
    expect(answer.status).toBe(400);
    expect((answer.body as { messages: readonly string[] }).messages[0]).toMatch(new RegExp(`^${field}: `));
  });
});

describe("the current flight of a device", () => {
  it("is the one in progress, otherwise the one planned for now, otherwise 404", async () => {
    const device = await readyDevice();
    const path = `/v1/devices/${device.serial_number}/current-flight`;
    expect((await call("GET", path)).status).toBe(404);
    const planned = await plan({ ...now(), device: device.id, visibility: "private" });
    expect((await call("GET", path)).body).toMatchObject({ id: planned.id, region: PLAN.region });
    expect((await call("GET", path, undefined, asBob)).status).toBe(404);
    const { id } = await upserted(device.serial_number, { takeoff_latitude: 51, takeoff_longitude: 14 });
    expect((await call("GET", path)).body).toMatchObject({ id, status: "current" });
    expect((await call("GET", "/v1/devices/UNKNOWN/current-flight")).status).toBe(404);
  });
});
