import type { ChosenFlightLog } from "./flight-log-import.use.ts";

/** The files that a map can show as an overlay; the station reads what is in them. */
const OVERLAY_NAME = /\.(kml|kmz|geojson|json)$/i;

/** Whether a file without a track of a flight may be meant for the map: with areas, places, and lines without times. */
export function canBeOverlay({ file, answer }: ChosenFlightLog): boolean {
  if (!OVERLAY_NAME.test(file.name) || !answer) return false;
  if (answer.kind === "ok") return answer.value.flights.every(({ times }) => times === "none");
  return answer.kind === "refused" && answer.status === 400;
}
