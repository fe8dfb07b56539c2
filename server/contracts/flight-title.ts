import type { Flight } from "./flights.ts";

/** What a flight is called after. */
export type TitledFlight = Pick<Flight, "callsign_used" | "import_note"> & {
  readonly aircraft: { readonly name: string } | null;
  readonly device: { readonly name: string } | null;
};

/**
 * The part of a flight's name that needs no translation: its call sign; otherwise its aircraft: that of the account or the
 * device, otherwise the one that the log declares, with the name that the flight has in the log, or else that of the file.
 * `place` is added to an aircraft, which has many flights. `undefined` if none of them is known.
 */
export function flightTitleOf(flight: TitledFlight, place?: string): string | undefined {
  if (flight.callsign_used !== null) return flight.callsign_used;
  const parts = aircraftPartsOf(flight);
  if (parts.length === 0) return undefined;
  return [...parts, ...(place === undefined ? [] : [place])].join(" · ");
}

function aircraftPartsOf({ aircraft, device, import_note: note }: TitledFlight): readonly string[] {
  const own = aircraft?.name ?? device?.name;
  if (own !== undefined) return [own];
  return [note?.declared_aircraft, note?.name ?? note?.source_name].filter(
    (part) => part !== null && part !== undefined,
  );
}

const UNTITLED = "Flight";
/** The begin in UTC. */
const FLIGHT_NAME = /^(?<title>.*), (?<day>\d{4}-\d\d-\d\d) (?<minute>\d\d:\d\d)$/s;
const NOTE = "Note on ";

/** The name of a flight in search and synchronisation: its title, and its begin in UTC (Unix milliseconds). */
export function writeFlightName(title: string | undefined, beginMs: number): string {
  return `${title ?? UNTITLED}, ${new Date(beginMs).toISOString().slice(0, 16).replace("T", " ")}`;
}

/** The name of the note on a flight, in synchronisation. */
export function writeFlightNoteName(flightName: string): string {
  return `${NOTE}${flightName}`;
}

/**
 * Reads the name of a flight so that a client can show the begin in its own language and time
 * zone; undefined for any other name. The title is undefined if the flight has none.
 */
export function readFlightName(
  name: string,
): { readonly title: string | undefined; readonly beginMs: number } | undefined {
  const { title, day, minute } = FLIGHT_NAME.exec(name)?.groups ?? {};
  const beginMs = Date.parse(`${day}T${minute}Z`);
  if (title === undefined || Number.isNaN(beginMs)) return undefined;
  return { title: title === UNTITLED ? undefined : title, beginMs };
}

/** The name of the flight that a note is about. */
export function readFlightNoteName(name: string): string {
  return name.startsWith(NOTE) ? name.slice(NOTE.length) : name;
}
