import { afterAll, describe, expect, it } from "vitest";
import type { Flight } from "../../server/contracts/flights.ts";
import { formatsOf } from "../../server/contracts/formats.ts";
import { point, pointWithStatus, startFlightsStation, windowAround } from "./flights-station.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { asAlice, call, clock, plan, pointsOf, readyDevice, station, upload } = people;

const REFUSED = { status: 409, body: { error: "operation_removed" } };
const remove = (id: string) => call("DELETE", `/v2/airspace/operations/${id}`);
const restore = (id: string) => call("POST", `/station/v1/operations/${id}/restore`);

describe("a flight whose operation was deleted", () => {
  it("refuses telemetry instead of losing it, until the operation is restored", async () => {
    const { id } = await plan();
    await upload(id, [point(1)]);
    expect((await remove(id)).status).toBeLessThan(300);
    expect(await upload(id, [point(2)])).toMatchObject(REFUSED);
    expect(await call("POST", `/v1/flights/${id}/telemetry-with-status`, pointWithStatus(3))).toMatchObject(REFUSED);
    const state = { flight: id, time: point(4).time, battery: 3.5 };
    expect(await call("POST", `/v1/flights/${id}/status-history`, [state])).toMatchObject(REFUSED);
    expect((await call("GET", `/v1/flights/${id}/status-history`)).body).toEqual([]);

    expect((await restore(id)).status).toBeLessThan(300);
    expect((await upload(id, [point(2)])).status).toBe(200);
    expect((await pointsOf(id)).map(({ time }) => time)).toEqual([point(1).time, point(2).time]);
  });

  it.each([
    ...formatsOf("flight_track").map((format) => `telemetry?format=${format}`),
    ...formatsOf("table").map((format) => `telemetry-with-status?format=${format}`),
  ])("gives away nothing of its track at %s", async (path) => {
    const { id } = await plan();
    await upload(id, [point(1), point(2)]);
    const read = async () => {
      const headers = { Authorization: `Bearer ${asAlice}` };
      const response = await fetch(`${station.url}/v1/flights/${id}/${path}`, { headers });
      const isPointShown = (await response.text()).includes(point(1).time.slice(0, -".000Z".length));
      return { status: response.status, total: response.headers.get("X-Total-Count"), isPointShown };
    };
    expect(await read()).toEqual({ status: 200, total: "2", isPointShown: true });
    await remove(id);
    expect(await read()).toEqual({ status: 200, total: "0", isPointShown: false });
  });

  it("is not the one that its device takes off on", async () => {
    const device = await readyDevice();
    const planned = await plan({ ...windowAround(clock.now()), device: device.id });
    await remove(planned.id);
    const current = () => call("GET", `/v1/devices/${device.serial_number}/current-flight`);
    expect((await current()).status).toBe(404);
    const takeOff = { takeoff_latitude: 50, takeoff_longitude: 14 };
    const { body } = await call("POST", `/v1/flights?via_serial_number=${device.serial_number}`, takeOff);
    const { id } = body as Flight;
    expect(id).not.toBe(planned.id);
    expect((await upload(id, [point(1)])).status).toBe(200);
    expect((await current()).body).toMatchObject({ id });
  });
});
