import type { MapPlace } from "../ui/map-place.ts";

/** The part of the world that is shown, out of a query parameter: latitude, longitude, zoom. */
export function parseMapCamera(text: string): MapPlace | undefined {
  const [latitude, longitude, zoom, ...rest] = text.split(",").map(Number);
  if (latitude === undefined || longitude === undefined || zoom === undefined || rest.length > 0) return undefined;
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 && zoom >= 0 && zoom <= 24;
  return isPlace ? { latitude, longitude, zoom } : undefined;
}

/** As a query parameter, to about a metre. */
export function formatMapCamera({ latitude, longitude, zoom }: MapPlace): string {
  return [latitude.toFixed(5), longitude.toFixed(5), Number(zoom.toFixed(2))].join(",");
}
