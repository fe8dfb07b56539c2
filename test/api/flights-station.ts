import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import type { User } from "../../server/contracts/users.ts";
import type { StationOptions } from "../../server/app/index.ts";
import { type Answer, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

/** The station's clock in tests of flights: it goes on from here as fast as any other. */
export const START_MS = Date.UTC(2026, 10, 20, 8);

export const PLAN = {
  date_planned_start: "2026-11-20T09:00:00Z",
  date_planned_finish: "2026-11-20T10:00:00Z",
  region: { type: "Point", coordinates: [14, 50], radius: 500 },
  max_flight_altitude: 300,
  takeoff_latitude: 50,
  takeoff_longitude: 14,
};

/** The body of a refusal. */
export type Failure = { readonly error: string; readonly messages: readonly string[] };

/** The times of a plan that has begun a minute ago and ends in twenty. */
export const windowAround = (timeMs: number) => ({
  date_planned_start: new Date(timeMs - 60_000).toISOString(),
  date_planned_finish: new Date(timeMs + 1_200_000).toISOString(),
});

/** A point of a flight's telemetry, so many seconds after seven o'clock. */
export const point = (second: number, more: object = {}) => ({
  time: new Date(Date.UTC(2026, 10, 20, 7, 0, second)).toISOString(),
  location: { lat: 50 + second / 10_000, lon: 14 },
  velocity: { x: 0, y: 11.125, z: 0.5 },
  altitude: 210.5,
  geo_altitude: 255.25,
  vertical_accuracy: 1.5,
  horizontal_accuracy: 2.5,
  speed_accuracy: 0.3,
  height: second,
  pressure: 990.12,
  ...more,
});

/** The combined record of such a point, received a minute later, with the required fields only. */
export const pointWithStatus = (second: number, more: object = {}) => ({
  time: point(second).time,
  time_received: new Date(Date.UTC(2026, 10, 20, 7, 1, second)).toISOString(),
  latitude: 50,
  longitude: 14,
  altitude: 1,
  geo_altitude: 2,
  velocity_x: 3,
  velocity_y: 4,
  velocity_z: 5,
  vertical_accuracy: 6,
  horizontal_accuracy: 7,
  speed_accuracy: 8,
  height: 9,
  pressure: 1000,
  heading: 36.87,
  ...more,
});

export const telemetryOf = (id: string, query = "") => `/v1/flights/${id}/telemetry${query}`;

/** A whole station with an administrator and two others, and what they do with flights. */
export type FlightsStation = AsyncDisposable & {
  readonly station: StationInProcess;
  readonly clock: { readonly now: () => number; readonly advance: (ms: number) => void };
  readonly administrator: string;
  readonly alice: User;
  readonly asAlice: string;
  readonly bob: User;
  readonly asBob: string;
  /** As Alice unless another token is given. */
  readonly call: (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>;
  readonly plan: (body?: object, token?: string) => Promise<Flight>;
  readonly detail: (id: string) => Promise<FlightDetail>;
  /** A device that is ready to fly, with a default aircraft. */
  readonly readyDevice: (body?: object) => Promise<Device>;
  readonly createAircraft: (name: string, token?: string) => Promise<Aircraft>;
  readonly upload: (id: string, points: unknown) => Promise<Answer>;
  readonly pointsOf: (id: string, query?: string) => Promise<readonly FlightPoint[]>;
  /** What Alice reads at a path, as it is. */
  readonly text: (path: string) => Promise<string>;
  /** Sends a body as it is and gives the answer's text. */
  readonly post: (
    path: string,
    contentType: string,
    body: string | Uint8Array,
  ) => Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }>;
};

export async function startFlightsStation(options: Partial<StationOptions> = {}): Promise<FlightsStation> {
  let aheadMs = START_MS - Date.now();
  const clock = { now: () => Date.now() + aheadMs, advance: (ms: number) => void (aheadMs += ms) };
  // Sign-ins stay valid although a test moves the clock by some hours.
  const station = await startStationInProcess({ clock, accessTokenLifeS: 86_400, ...options });
  const join = async (email: string) => {
    const user = await station.register(email);
    return { user, token: (await station.signIn(email)).access_token };
  };
  const administrator = await join("admin@field.test");
  const alice = await join("alice@field.test");
  const bob = await join("bob@field.test");
  const call: FlightsStation["call"] = (method, path, body, token = alice.token) =>
    station.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  async function success<T>(answer: Promise<Answer>): Promise<T> {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }
  let devices = 0;
  const createAircraft: FlightsStation["createAircraft"] = (name, token) =>
    success(
      call("POST", "/v1/aircraft", { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 }, token),
    );
  return {
    station,
    clock,
    administrator: administrator.token,
    alice: alice.user,
    asAlice: alice.token,
    bob: bob.user,
    asBob: bob.token,
    call,
    createAircraft,
    plan: (body = {}, token) => success(call("POST", "/v1/flights", { ...PLAN, ...body }, token)),
    detail: (id) => success(call("GET", `/v1/flights/${id}`)),
    async readyDevice(body = {}) {
      const { id } = await createAircraft(`Ship ${++devices}`);
      await success(call("PATCH", `/v1/users/${alice.user.id}`, { default_aircraft: id }));
      return success(
        call("POST", "/v1/devices", {
          serial_number: `1596F35190196310${String(devices).padStart(4, "0")}`,
          activation_confirmed: true,
          ...body,
        }),
      );
    },
    upload: (id, points) => call("POST", telemetryOf(id), points),
    pointsOf: async (id, query) => (await call("GET", telemetryOf(id, query))).body as readonly FlightPoint[],
    async text(path) {
      const response = await fetch(station.url + path, { headers: { Authorization: `Bearer ${alice.token}` } });
      return response.text();
    },
    async post(path, contentType, body) {
      const response = await fetch(station.url + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${alice.token}`, "Content-Type": contentType },
        body,
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}
