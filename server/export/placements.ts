import type { LastPoint, OperatorPoint, Exported, SystemPoint, UaOnMap } from "../kernel/telemetry.ts";
import type { Decimals } from "./digits.ts";

/** The common fields of all records that can be placed on a map. */
export type Placed = {
  readonly timeMs: number;
  readonly latitudeE7: number | null;
  readonly longitudeE7: number | null;
};

/** A number for which the map formats have no element; names and units are those of the API. */
export type Fact<P> = {
  readonly name: string;
  readonly decimals: Decimals;
  readonly of: (point: P) => number | null;
};

/** How one kind of record is placed on a map. */
export type Placement<P extends Placed> = {
  readonly kind: "ua" | "operator" | "system" | "last";
  /** Colour of lines in `aabbggrr`, as KML writes colours. */
  readonly kmlColor: string;
  /** Height above mean sea level. */
  readonly mslMm: (point: P) => number | null;
  /** Height above the WGS84 ellipsoid. */
  readonly wgs84Mm: (point: P) => number | null;
  /** Height above the ground, or above the take-off point if only that is known. */
  readonly aboveGroundMm: (point: P) => number | null;
  readonly speedMmps: (point: P) => number | null;
  readonly courseCdeg: (point: P) => number | null;
  /** All except speed and course. */
  readonly facts: readonly Fact<P>[];
};

export const uaPlacement: Placement<UaOnMap> = {
  kind: "ua",
  kmlColor: "ff1478ff",
  mslMm: (point) => point.altitudeMslMm,
  wgs84Mm: (point) => point.altitudeWgs84Mm,
  aboveGroundMm: (point) => point.altitudeAglMm ?? point.altitudeAtoMm,
  speedMmps: (point) => point.horizontalSpeedMmps,
  courseCdeg: (point) => point.headingCdeg,
  facts: [
    { name: "vertical_speed", decimals: 3, of: (point) => point.verticalSpeedMmps },
    { name: "altitude_wgs84", decimals: 3, of: (point) => point.altitudeWgs84Mm },
    { name: "altitude_agl", decimals: 3, of: (point) => point.altitudeAglMm },
    { name: "altitude_ato", decimals: 3, of: (point) => point.altitudeAtoMm },
  ],
};

export const operatorPlacement: Placement<Exported<OperatorPoint>> = groundPlacement("operator", "ffffb020");
export const systemPlacement: Placement<Exported<SystemPoint>> = groundPlacement("system", "ff40c040");

export const lastPlacement: Placement<LastPoint> = {
  kind: "last",
  kmlColor: "ff1478ff",
  mslMm: () => null,
  wgs84Mm: () => null,
  aboveGroundMm: () => null,
  speedMmps: () => null,
  courseCdeg: () => null,
  facts: [],
};

function groundPlacement<P extends Exported<OperatorPoint> | Exported<SystemPoint>>(
  kind: "operator" | "system",
  kmlColor: string,
): Placement<P> {
  const altitude = (type: string) => (point: P) => (point.altitudeType === type ? point.altitudeMm : null);
  const aglMm = altitude("AGL");
  const atoMm = altitude("ATO");
  return {
    kind,
    kmlColor,
    mslMm: altitude("MSL"),
    wgs84Mm: altitude("WGS84"),
    aboveGroundMm: (point) => aglMm(point) ?? atoMm(point),
    speedMmps: () => null,
    courseCdeg: () => null,
    facts: [
      { name: "altitude_wgs84", decimals: 3, of: altitude("WGS84") },
      { name: "altitude_agl", decimals: 3, of: aglMm },
      { name: "altitude_ato", decimals: 3, of: atoMm },
    ],
  };
}
