import { z } from "zod";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Position } from "../kernel/geo.ts";

const REQUEST_TIMEOUT_MS = 3 * SECOND_MS;

const ElevationResponse = z.object({ results: z.array(z.object({ elevation: z.number() })).min(1) });

/**
 * Heights from a service in the shape of Open-Elevation: `GET {url}?locations=latitude,longitude` answers
 * `{results: [{elevation}]}` in metres above sea level. Rejects where it does not answer so within three seconds.
 *
 * @param url the whole address, such as `https://elevation.example/api/v1/lookup`
 */
export function createOpenElevationClient(url: string): (position: Position) => Promise<number> {
  return async ({ latitude, longitude }) => {
    const request = new URL(url);
    request.searchParams.set("locations", `${latitude},${longitude}`);
    const response = await fetch(request, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`The elevation service answered ${response.status}.`);
    return ElevationResponse.parse(await response.json()).results[0]!.elevation;
  };
}
