import type { Flight } from "./flights.ts";

/** What a flight is called after. */
export type TitledFlight = Pick<Flight, "callsign_used" | "import_note"> & {
  readonly aircraft: { readonly name: string } | null;
  readonly device: { readonly name: string } | null;
};

/**
 * The part of a flight's name that needs no translation: its call sign; otherwise its aircraft: that of the account,
 * otherwise the device, otherwise the one that the log declares with the name that the flight has in the log, or else the log's. `place` is added to an aircraft,
 * which has many flights. `undefined` if none of them is known.
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
