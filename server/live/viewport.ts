import { MAX_VIEWPORT_KM2, type Notice, Viewport } from "../contracts/live.ts";
import { areaKm2, type Bbox, parseBbox } from "../kernel/geo.ts";

export type ViewportResult =
  | { readonly kind: "viewport"; readonly bbox: Bbox }
  | { readonly kind: "refused"; readonly notice: Notice };

/** Parses a viewport sent by a client: `lon_min,lat_min,lon_max,lat_max`, which may cross the antimeridian. */
export function parseViewport(payload: unknown): ViewportResult {
  const text = Viewport.safeParse(payload);
  if (!text.success) return refused("invalid_viewport", "The viewport must be a text of at most 128 characters.");
  const parsed = parseBbox(text.data);
  if (parsed.kind === "invalid") return refused("invalid_viewport", `The viewport ${parsed.message}.`);
  const area = areaKm2(parsed.bbox);
  if (area > MAX_VIEWPORT_KM2) {
    const msg = `The viewport covers ${Math.round(area)} km²; at most ${MAX_VIEWPORT_KM2} km² are possible.`;
    return refused("viewport_too_large", msg);
  }
  return { kind: "viewport", bbox: parsed.bbox };
}

function refused(type: string, msg: string): ViewportResult {
  return { kind: "refused", notice: { type, msg } };
}
