import { HOUR_MS, isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { Exchange } from "./engine.fixture.ts";
import { makePoints, recordPoints } from "./scenario.ts";
import { requestBodyInBrowser, callStation } from "./world.ts";

/** The body of a flight that begins a number of hours from now. */
export function flightBody({ world }: Exchange, hours: number): { readonly id: string; readonly date_started: string } {
  const beginMs = world.time.nowMs + hours * HOUR_MS;
  const plan = {
    date_planned_start: isoFromMs(beginMs),
    date_planned_finish: isoFromMs(beginMs + 30 * MINUTE_MS),
    visibility: "public",
    region: { type: "Point", coordinates: [14, 50], radius: 500 },
    max_flight_altitude: 300,
    takeoff_latitude: 50,
    takeoff_longitude: 14,
    lower_altitude: 0,
  };
  return { id: world.random.uuid(), date_started: isoFromMs(beginMs), ...plan };
}

/** A flight that was flown here three hours ago, with a number of points. Returns its id. */
export async function fly(exchange: Exchange, count: number, more: object = {}): Promise<string> {
  const { world } = exchange;
  const flight = flightBody(exchange, -3);
  const beginMs = Date.parse(flight.date_started);
  const body = { ...flight, status: "finished", date_finished: isoFromMs(beginMs + 20 * MINUTE_MS), ...more };
  await callStation(world, 0, "createFlight", { body });
  if (count > 0) record(exchange, flight.id, beginMs, count);
  return flight.id;
}

/** Records points of a flight, one a second. */
export function record({ world }: Exchange, flight: string, beginMs: number, count: number): void {
  const points = makePoints(world, beginMs, count, SECOND_MS);
  recordPoints(
    world,
    0,
    flight,
    points.map((point) => ({ ...point, velocity: { x: 1, y: 1, z: 0 } })),
  );
}

export const pointsAtPeer = ({ world }: Exchange, flight: string): readonly FlightPoint[] =>
  world.cloud.core.state.points.get(flight) ?? [];

export const isFlightAtPeer = ({ world }: Exchange, flight: string): boolean =>
  world.cloud.core.state.flights.has(flight);

/** Passes until a flight that was just recorded is processed as well. */
export async function passUntilOver(exchange: Exchange): Promise<void> {
  for (let passes = 0; passes < 3; passes++) {
    exchange.world.time.nowMs += HOUR_MS;
    await exchange.pass();
  }
}

export const plansAtPeer = ({ world }: Exchange, body: object): { readonly id: string } =>
  requestBodyInBrowser<{ id: string }>(world, "POST", "/v1/flights", body);
