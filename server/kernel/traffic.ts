/** Aircraft with a crew that are received beside drones (ADS-B and the like); never a part of the airspace of drones. */

/** What a receiver reported of one aircraft at one time. Units are in the names; `null` means "not reported". */
export type TrafficReport = {
  /** The 24-bit address, six hexadecimal digits in lower case; `~` before one that is not an ICAO address. */
  readonly icao: string;
  readonly callsign: string | null;
  /** Emitter category of ADS-B, `A1` to `C7` (DO-260B). */
  readonly category: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** Above the ellipsoid, as satellite navigation measures it. */
  readonly altitudeWgs84M: number | null;
  /** Above the standard pressure surface (1013.25 hPa): depends on the weather. */
  readonly altitudePressureM: number | null;
  readonly isOnGround: boolean;
  readonly speedMps: number | null;
  /** Course over ground, degrees from true north. */
  readonly headingDeg: number | null;
  readonly verticalSpeedMps: number | null;
};

/** A report with its time and the receiver that it came from. */
export type TrafficPoint = TrafficReport & { readonly timeMs: number; readonly sensorId: string };

/** A position of traffic as alerts are judged on it. Heights in metres, `NaN` where unknown. */
export type TrafficFix = {
  readonly timeMs: number;
  readonly icao: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly wgs84M: number;
  readonly pressureM: number;
};

/** A report that is older is not live, and an aircraft that was not received for longer is no longer shown. */
export const MAX_TRAFFIC_AGE_MS = 60_000;

/** Whether there may be people on board: no unmanned aircraft (B6), no vehicle or obstacle on the ground (C). */
export function isCrewed({ category }: Pick<TrafficReport, "category">): boolean {
  return category !== "B6" && category?.startsWith("C") !== true;
}
