import type { Flight } from "../../../../../server/contracts/flights.ts";
import { useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatDate } from "../../ui/times.ts";

type Named = Pick<
  Flight,
  "callsign_used" | "aircraft" | "device" | "import_note" | "date_started" | "date_planned_start"
>;

/**
 * The name of a flight: its call sign, else its aircraft, else its device, else the aircraft and the file name of its
 * imported log, else its date.
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

/** Its start, or its planned start. */
export function beginMs(flight: Pick<Flight, "date_started" | "date_planned_start">): number {
  return Date.parse(flight.date_started ?? flight.date_planned_start);
}
