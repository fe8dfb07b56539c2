import { wrapLongitude } from "../../../../server/contracts/great-circle.ts";
import { parseCoordinates } from "./coordinates.ts";

/** A region around a place, as a person types it. */
export interface RegionDraft {
  /** Coordinates in any format, as text. */
  place: string;
  /** From the place to each side, as text. */
  km: string;
}

/** The most kilometres to each side that the station accepts: 6 000 000 km² in all. */
const MAX_KM = 1200;
const KM_PER_DEGREE = 111.2;

export type RegionProblem = "place" | "km";

/** A region around a place, such as the middle of the map. */
export function regionAround(
  place: { readonly latitude: number; readonly longitude: number } | undefined,
): RegionDraft {
  const text = place ? `${place.latitude.toFixed(4)}, ${wrapLongitude(place.longitude).toFixed(4)}` : "";
  return { place: text, km: "50" };
}

export function regionProblem(draft: RegionDraft): RegionProblem | undefined {
  if (parseCoordinates(draft.place) === undefined) return "place";
  const km = Number(draft.km.trim().replace(",", "."));
  return draft.km.trim() === "" || !(km > 0) || km > MAX_KM ? "km" : undefined;
}

/** `lon_min,lat_min,lon_max,lat_max` of a draft without a problem. */
export function regionBbox(draft: RegionDraft): string {
  const { latitude, longitude } = parseCoordinates(draft.place) ?? { latitude: 0, longitude: 0 };
  const north = Number(draft.km.trim().replace(",", ".")) / KM_PER_DEGREE;
  // Near the poles a degree of longitude is short; the box stays narrower than the world.
  const east = Math.min(north / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01), 179);
  const edges = [
    wrapLongitude(longitude - east),
    Math.max(latitude - north, -90),
    wrapLongitude(longitude + east),
    Math.min(latitude + north, 90),
  ];
  return edges.map((edge) => Number(edge.toFixed(4))).join(",");
}

/** A box as a place and a distance; approximate for a box that another program made. */
export function regionInside(bbox: string): RegionDraft {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(",").map(Number);
  const width = (east - west + 360) % 360;
  const place = regionAround({ latitude: (south + north) / 2, longitude: west + width / 2 }).place;
  return { place, km: String(Number((((north - south) / 2) * KM_PER_DEGREE).toFixed(2))) };
}

/** Whether the fields still match the stored region, which is not rounded and may be larger than the form allows. */
export function isStoredRegion({ place, km }: RegionDraft, storedBbox: string | undefined): boolean {
  if (storedBbox === undefined) return false;
  const stored = regionInside(storedBbox);
  return stored.place === place && stored.km === km;
}

/** The stored region, unless the person changed the fields. */
export function bboxOrStored(draft: RegionDraft, storedBbox: string | undefined): string {
  return storedBbox !== undefined && isStoredRegion(draft, storedBbox) ? storedBbox : regionBbox(draft);
}
