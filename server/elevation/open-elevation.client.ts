import { z } from "zod";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Position } from "../kernel/geo.ts";

const REQUEST_TIMEOUT_MS = 3 * SECOND_MS;

const ElevationResponse = z.object({ results: z.array(z.object({ elevation: z.number() })).min(1) });

/**
 * Heights from a service compatible with Open-Elevation: `GET {url}?locations=latitude,longitude` returns `{results:
 * [{elevation}]}` in metres above mean sea level. Rejects on any other response and after three seconds.
 *
 * @param url the complete URL, such as `https://elevation.example/api/v1/lookup`
 */
export function createOpenElevationClient(url: string): (position: Position) => Promise<number> {
  return async ({ latitude, longitude }) => {
    const request = new URL(url);
    request.searchParams.set("locations", `${latitude},${longitude}`);
    const response = await fetch(request, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`The elevation service responded with ${response.status}.`);
    return ElevationResponse.parse(await response.json()).results[0]!.elevation;
  };
}
