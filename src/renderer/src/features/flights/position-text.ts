import type { LatLon } from "../../tracks/mercator.ts";

/** `47.07000, 15.43000`, as other tools copy it; undefined for anything else. */
export function parsePosition(text: string): LatLon | undefined {
  const parts = text.trim().split(/\s*[,;]\s*|\s+/);
  const [latitude, longitude] = parts.map(Number);
  if (parts.length !== 2 || latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
