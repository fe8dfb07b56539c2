import type { Flight } from "../../../../../server/contracts/flights.ts";
import { useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatDate } from "../../ui/times.ts";

type Named = Pick<
  Flight,
  "callsign_used" | "aircraft" | "device" | "import_note" | "date_started" | "date_planned_start"
>;

/**
 * What a person calls a flight: its call sign, else what was flown, else the device on board, else what its log says of
 * the aircraft and the name of the file, else the day.
 */
export function nameOf(flight: Named): string {
  return (
    flight.callsign_used ??
    flight.aircraft?.name ??
    flight.device?.name ??
    logNameOf(flight) ??
    useText().t("flights.unnamed", { date: formatDate(beginMs(flight), usePreferences().zone) })
  );
}

function logNameOf({ import_note: note }: Named): string | undefined {
  const parts = [note?.declared_aircraft, note?.source_name].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" · ");
}

/** When it began, or is to begin. */
export function beginMs(flight: Pick<Flight, "date_started" | "date_planned_start">): number {
  return Date.parse(flight.date_started ?? flight.date_planned_start);
}
