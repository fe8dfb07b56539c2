import { loadGeoid } from "../../kernel/geoid.ts";
import type { FlightLog, FlightsDeps } from "./flights.deps.ts";

/**
 * The greatest height of a flight in metres above mean sea level, if its log contains one: as recorded, converted from
 * the height above the ellipsoid, or from the height above the ground at the take-off where that is known; `null`
 * otherwise.
 */
export async function findGreatestHeightM(
  { highest: { mslM, wgs84, atoM }, start }: Pick<FlightLog, "highest" | "start">,
  findGroundM: FlightsDeps["findGroundM"],
): Promise<number | null> {
  if (mslM !== null) return mslM;
  if (wgs84 !== null) return toMillimetres((await loadGeoid()).seaLevelFromEllipsoidM(wgs84.place, wgs84.heightM));
  const groundM = atoM === null ? undefined : await findGroundM(start);
  return groundM === undefined ? null : toMillimetres(groundM + atoM!);
}

function toMillimetres(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
