import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Device } from "../../server/contracts/devices.ts";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import { PLAN, point, startFlightsStation, windowAround } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { administrator, asBob, bob, call, clock, createAircraft, detail, plan, readyDevice } = people;

const TAKEOFF = { takeoff_latitude: 50, takeoff_longitude: 14 };
const now = () => windowAround(clock.now());
const takeOff = (serial: string, token: string) =>
  call("POST", `/v1/flights?via_serial_number=${serial}`, TAKEOFF, token);

beforeAll(async () => {
  const { id } = await createAircraft("Bob's ship", asBob);
  await call("PATCH", `/v1/users/${bob.id}`, { default_aircraft: id }, asBob);
});

/** Alice unpairs a device, and Bob pairs it. */
async function handOver({ id, serial_number }: Device): Promise<Device> {
  expect((await call("DELETE", `/v1/devices/${id}`)).status).toBeLessThan(300);
  const paired = await call("POST", "/v1/devices", { serial_number, activation_confirmed: true }, asBob);
  expect(paired.status).toBe(200);
  return paired.body as Device;
}

describe("a device that was handed over", () => {
  it.each(["private", "public"])(
    "takes off on a flight of its new owner, whatever %s flight goes on",
    async (visibility) => {
      const device = await readyDevice();
      const before = await plan({ ...now(), device: device.id, visibility, status: "current" });
      const unchanged = await detail(before.id);
      await handOver(device);
      const current = () => call("GET", `/v1/devices/${device.serial_number}/current-flight`, undefined, asBob);
      expect((await current()).status).toBe(404);
      const answer = await takeOff(device.serial_number, asBob);
      expect(answer.status).toBe(200);
      const { id } = answer.body as Flight;
      expect(id).not.toBe(before.id);
      expect((await call("POST", `/v1/flights/${id}/telemetry`, [point(1)], asBob)).status).toBe(200);
      expect((await current()).body).toMatchObject({ id });
      expect(await detail(before.id)).toEqual(unchanged);
    },
  );

  it("may be planned for a time for which its former owner has planned it", async () => {
    const device = await readyDevice();
    await plan({ device: device.id });
    await handOver(device);
    const times = `date_planned_start=${PLAN.date_planned_start}&date_planned_finish=${PLAN.date_planned_finish}`;
    const { body: issues } = await call(
      "GET",
      `/v1/devices/${device.id}/eligibility-issues?${times}`,
      undefined,
      asBob,
    );
    expect(JSON.stringify(issues)).not.toContain("planned_window_overlaps");
    expect((await call("POST", "/v1/flights", { ...PLAN, device: device.id }, asBob)).status).toBe(200);
    const second = await call("POST", "/v1/flights", { ...PLAN, device: device.id }, asBob);
    expect(second).toMatchObject({ status: 409, body: { error: "not_eligible" } });
  });

  it("still flies what an administrator has planned for it", async () => {
    const device = await readyDevice();
    await handOver(device);
    const planned = await plan({ ...now(), device: device.id }, administrator);
    expect((await takeOff(device.serial_number, asBob)).body).toMatchObject({ id: planned.id });
  });

  it("tells its new owner no states of the former owner's private flights", async () => {
    const device = await readyDevice();
    const flights: FlightDetail[] = [];
    for (const visibility of ["private", "public"]) {
      const { id } = await plan({ device: device.id, visibility, status: "finished" });
      flights.push(await detail(id));
      await call("POST", `/v1/flights/${id}/status-history`, [{ flight: id, time: point(1).time, battery: 3.5 }]);
    }
    await handOver(device);
    const history = (token: string, query = "") =>
      call("GET", `/v1/devices/${device.id}/status-history${query}`, undefined, token);
    const seen = await history(asBob);
    expect(seen.body).toMatchObject([{ flight: flights[1]!.id }]);
    expect(seen.headers.get("X-Total-Count")).toBe("1");
    expect((await history(asBob, `?flight=${flights[0]!.id}`)).body).toEqual([]);
    expect((await history(administrator)).body).toHaveLength(2);
  });
});
