import type { UaTelemetry } from "../../../../server/contracts/telemetry.ts";
import type { Ground } from "../../../../server/contracts/ground-tile.ts";

/**
 * Metres above the ground model, computed from a height above sea level or the ellipsoid; undefined if the aircraft
 * sends neither. Pressure heights are not used: they may be wrong by a hundred metres.
 */
export function computedAboveGroundM(
  altitudes: UaTelemetry["altitudes"],
  ground: Ground | undefined,
): number | undefined {
  if (ground === undefined) return undefined;
  const of = (reference: string) => altitudes.find(({ type }) => type === reference)?.value;
  const seaLevelM = of("MSL");
  if (seaLevelM !== undefined) return seaLevelM - ground.heightM;
  const ellipsoidM = of("WGS84");
  return ellipsoidM === undefined ? undefined : ellipsoidM - ground.geoidM - ground.heightM;
}
