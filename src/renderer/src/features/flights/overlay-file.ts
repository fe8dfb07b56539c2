import type { ChosenLog } from "./log-import.use.ts";

/** The files that a map can show as an overlay; the station reads what is in them. */
const OVERLAY_NAME = /\.(kml|kmz|geojson|json)$/i;

/** Whether a file in which the station found no flight may be meant for the map: areas, places and lines of a region. */
export function canBeOverlay({ file, answer }: ChosenLog): boolean {
  return answer?.kind === "refused" && answer.status === 400 && OVERLAY_NAME.test(file.name);
}
