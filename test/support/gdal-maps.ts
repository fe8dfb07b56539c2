import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findReader } from "../export/reader.ts";

export const gdalTranslate = findReader("gdal_translate", "--version", "maps that gdal_translate makes");

export const gdaladdo = findReader("gdaladdo", "--version", "maps that gdaladdo adds to");

/** Near Prague: degrees, and the same in EPSG:3857. */
const CORNERS = {
  "EPSG:4326": ["14.4", "50.06", "14.5", "50"],
  "EPSG:3857": ["1603000.667423", "6456673.275328", "1614132.616502", "6446275.841017"],
} as const;

export const QUARTERS = {
  northWest: [220, 30, 30],
  northEast: [30, 160, 30],
  southWest: [30, 30, 220],
  southEast: [220, 200, 30],
} as const;

/** A GeoTIFF of four colours, one for each quarter; with more pixels it has deeper zooms. Gives its path. */
export function pictureOfQuarters(
  folder: string,
  system: keyof typeof CORNERS,
  {
    name = "quarters.tif",
    sidePx = 290,
    options = [],
  }: { readonly name?: string; readonly sidePx?: number; readonly options?: readonly string[] } = {},
): string {
  const rows = Array.from({ length: sidePx }, (_, row) => {
    const isNorth = row < sidePx / 2;
    const [west, east] = isNorth ? [QUARTERS.northWest, QUARTERS.northEast] : [QUARTERS.southWest, QUARTERS.southEast];
    return Buffer.from(Array.from({ length: sidePx }, (_, column) => (column < sidePx / 2 ? west : east)).flat());
  });
  const picture = join(folder, `${name}.ppm`);
  writeFileSync(picture, Buffer.concat([Buffer.from(`P6 ${sidePx} ${sidePx} 255\n`), ...rows]));
  const path = join(folder, name);
  gdalTranslate.read("-q", "-of", "GTiff", "-a_srs", system, "-a_ullr", ...CORNERS[system], ...options, picture, path);
  return path;
}
