import { afterAll, describe, expect, it } from "vitest";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { type Failure, PLAN, startFlightsStation } from "./flights-station.ts";
import { UNKNOWN_ID } from "./unknown-id.ts";

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { administrator, asBob, bob, call, plan } = people;

const timesOf = (time: string | null) => {
  const iso = time === null ? null : new Date(time).toISOString();
  return { time_first_telemetry: iso, time_last_telemetry: iso };
};

describe("a flight", () => {
  it("is visible to its owner, its pilot and administrators; a public one to every user", async () => {
    const { id } = await plan({ visibility: "private" });
    const path = `/v1/flights/${id}`;
    expect((await call("GET", path, undefined, asBob)).status).toBe(404);
    expect((await call("GET", path, undefined, administrator)).status).toBe(200);
    const { id: flown } = await plan({ visibility: "private", pilot: bob.id });
    expect((await call("GET", `/v1/flights/${flown}`, undefined, asBob)).status).toBe(200);
    expect((await call("GET", `/v2/airspace/operations/${flown}`, undefined, asBob)).status).toBe(200);
    const { id: open } = await plan({ visibility: "public" });
    expect((await call("GET", `/v1/flights/${open}`, undefined, asBob)).status).toBe(200);
    expect((await call("PATCH", `/v1/flights/${open}`, { lower_altitude: 1 }, asBob)).status).toBe(403);
    const listed = (await call("GET", "/v1/flights?limit=1000", undefined, asBob)).body as readonly Flight[];
    const ids = listed.map((flight) => flight.id);
    expect(ids).toEqual(expect.arrayContaining([flown, open]));
    expect(ids).not.toContain(id);
    expect((await people.station.call("GET", path)).status).toBe(401);
  });

  it("can be edited while it is planned; only the given fields change", async () => {
    const { id } = await plan({ max_height: 50 });
    const edit = (body: object) => call("PATCH", `/v1/flights/${id}`, body);
    expect((await edit({ max_flight_altitude: 250, visibility: null, region: null })).body).toMatchObject({
      max_flight_altitude: 250,
      max_height: 50,
      visibility: "public",
      region: PLAN.region,
    });
    const region = {
      type: "Polygon",
      coordinates: [
        [
          [14, 50],
          [15, 50],
          [15, 51],
          [14, 50],
        ],
      ],
    };
    const changed = { region, max_height: null, takeoff_latitude: 50.2, lower_altitude: 5, closing_flag: "replaced" };
    expect((await edit(changed)).body).toMatchObject({
      region,
      max_height: null,
      lower_altitude: 5,
      closing_flag: "replaced",
      take_off: { location: { lat: 50.2, lon: 14 } },
    });
    expect((await edit({ device: UNKNOWN_ID, aircraft: UNKNOWN_ID })).body).toMatchObject({
      device: null,
      aircraft: null,
    });
    for (const [wrong, field] of [
      [{ status: "landed" }, "status"],
      [{ closing_flag: "fine" }, "closing_flag"],
      [{ max_height: -1 }, "max_height"],
      [{ lower_altitude: -1 }, "lower_altitude"],
      [{ region: { type: "Point", coordinates: [14, 50] } }, "region"],
      [{ max_flight_altitude: null }, "max_flight_altitude"],
    ] as const) {
      const refused = await edit(wrong);
      expect(refused.status).toBe(400);
      expect((refused.body as Failure).messages[0]).toMatch(new RegExp(`^${field}[.:]`));
    }
    expect((await edit({ status: "cancelled" })).body).toMatchObject({ status: "cancelled" });
    expect(await edit({ status: "planned" })).toMatchObject({ status: 409, body: { error: "not_editable" } });
  });

  it("is an operation of the airspace from its creation on, with its status and visibility", async () => {
    const operation = async (id: string, token?: string) =>
      call("GET", `/v2/airspace/operations/${id}`, undefined, token);
    const { id } = await plan();
    expect((await operation(id)).body as Operation).toMatchObject({
      id,
      status: "planned",
      time_first_telemetry: null,
      sources: [{ type: "direct", message_count: 0 }],
      suboperations: [timesOf(PLAN.date_planned_start)],
    });
    await call("PATCH", `/v1/flights/${id}`, { status: "cancelled" });
    expect((await operation(id)).body).toMatchObject({ status: "cancelled" });
    const { id: over } = await plan({ status: "finished" });
    expect((await operation(over)).body).toMatchObject({ status: "past", time_last_telemetry: null });
    const startedAt = new Date().toISOString();
    const { id: begun } = await plan({ status: "current", date_started: startedAt });
    expect((await operation(begun)).body).toMatchObject({
      status: "current",
      ...timesOf(null),
      suboperations: [timesOf(startedAt)],
    });
    const { id: hidden } = await plan({ visibility: "private" });
    expect((await operation(hidden, asBob)).status).toBe(404);
    expect((await operation(hidden)).status).toBe(200);
    await call("PATCH", `/v1/flights/${hidden}`, { visibility: "public" });
    expect((await operation(hidden, asBob)).status).toBe(200);
  });

  it("is kept without the owner's name when the owner deactivates the account", async () => {
    const user = await people.station.register("leaving@field.test");
    const { access_token: token } = await people.station.signIn("leaving@field.test");
    const { id } = await plan({}, token);
    expect((await call("DELETE", `/v1/users/${user.id}`, undefined, token)).status).toBe(204);
    const flight = (await call("GET", `/v1/flights/${id}`, undefined, administrator)).body as FlightDetail;
    expect(flight.pilot).toMatchObject({ id: user.id, full_name: null });
    expect(JSON.stringify(flight)).not.toContain("leaving@field.test");
  });
});
