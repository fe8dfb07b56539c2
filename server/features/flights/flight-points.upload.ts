import type { FlightPoint } from "../../contracts/flight-telemetry.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { toFlightPoint } from "./flight-points.wire.ts";

/** A point as it is uploaded to a peer; `velocity` is `null` where it is not known. */
export type UploadPoint = Omit<FlightPoint, "velocity"> & { readonly velocity: FlightPoint["velocity"] | null };

export function toUploadPoint(point: UaPoint): UploadPoint {
  const uploaded = toFlightPoint(point);
  return hasVelocity(point) ? uploaded : { ...uploaded, velocity: null };
}

/** From its components, or from speed and course; what stands still has no course. */
function hasVelocity(point: UaPoint): boolean {
  const { velocityEastMmps, velocityNorthMmps, velocityUpMmps, horizontalSpeedMmps, headingCdeg } = point;
  if (velocityEastMmps !== null && velocityNorthMmps !== null && velocityUpMmps !== null) return true;
  return horizontalSpeedMmps === 0 || (horizontalSpeedMmps !== null && headingCdeg !== null);
}
