import { AircraftCreate } from "../contracts/aircraft.ts";
import { FlightDetail } from "../contracts/flights.ts";
import { isRecord } from "../kernel/is-record.ts";
import type { PeerRoute } from "./sync.deps.ts";

/** A field of a peer's answer whose values this station may not know, and what then stands for them. */
type Field = {
  readonly name: string;
  readonly isKnown: (value: unknown) => boolean;
  readonly otherwise: string | null;
};

const flightField = (name: keyof typeof FlightDetail.shape, otherwise: string | null): Field => ({
  name,
  isKnown: (value) => FlightDetail.shape[name].safeParse(value).success,
  otherwise,
});

const FLIGHT: readonly Field[] = [
  // A state that is none of a plan's follows a flight.
  flightField("status", "finished"),
  // Whoever may see it there, it is not shown to all users here.
  flightField("visibility", "private"),
  flightField("source", "flight-store"),
  flightField("closing_flag", null),
  flightField("color_tag_used", null),
  flightField("callsign_used", null),
  flightField("operation_mode", null),
  flightField("operation_category", null),
];

const AIRCRAFT: readonly Field[] = [
  {
    name: "uas_class",
    isKnown: (value) => AircraftCreate.shape.uas_class.safeParse(value).success,
    otherwise: "AircraftUASClass.OTHER",
  },
];

const FIELDS: Readonly<Partial<Record<PeerRoute, readonly Field[]>>> = {
  listFlights: FLIGHT,
  getFlight: FLIGHT,
  listAircraft: AIRCRAFT,
  getAircraft: AIRCRAFT,
};

/**
 * The body of a success with values of this station's version only: a newer peer may have more states, classes or kinds
 * of visibility. A copy with such a value could not be shown, nor known to be private. It is replaced before both sides
 * are compared, so that the peer keeps its value.
 */
export function withKnownValues<T>(route: PeerRoute, body: T): T {
  const fields = FIELDS[route];
  if (fields === undefined) return body;
  return (Array.isArray(body) ? body.map((entry) => replaceUnknown(entry, fields)) : replaceUnknown(body, fields)) as T;
}

function replaceUnknown(entry: unknown, fields: readonly Field[]): unknown {
  if (!isRecord(entry)) return entry;
  const unknown = fields.filter(({ name, isKnown }) => name in entry && !isKnown(entry[name]));
  if (unknown.length === 0) return entry;
  return { ...entry, ...Object.fromEntries(unknown.map(({ name, otherwise }) => [name, otherwise])) };
}
