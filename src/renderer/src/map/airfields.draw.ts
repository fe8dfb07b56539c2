import type { Occupancy } from "./occupancy.ts";
import type { MapPalette } from "./palettes.ts";
import type { View } from "./view.layer.ts";
import type { Airfield } from "./world.names.ts";
import { MAP_FONT } from "./map-text.ts";

/** Airfields are named from this zoom on; at it, only those with a runway of at least this length. */
const FIRST_AIRFIELD_ZOOM = 8;
const LENGTH_AT_FIRST_ZOOM_M = 2_400;

/** The idents of airfields beside their runways, as far as there is room. */
export function drawAirfields(
  view: View,
  palette: MapPalette,
  airfields: readonly Airfield[],
  occupancy: Occupancy,
): void {
  if (view.zoom < FIRST_AIRFIELD_ZOOM) return;
  const { context, widthPx, heightPx } = view;
  const minLengthM = LENGTH_AT_FIRST_ZOOM_M / 1.6 ** (view.zoom - FIRST_AIRFIELD_ZOOM);
  context.save();
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.font = `500 11px ${MAP_FONT}`;
  context.lineWidth = 3;
  context.strokeStyle = palette.labelHalo;
  context.fillStyle = palette.airfield;
  for (const { name, length, ...place } of airfields) {
    if (length < minLengthM) break;
    const x = view.xOf(place);
    const y = view.yOf(place);
    if (x < -60 || y < -10 || x > widthPx + 10 || y > heightPx + 10) continue;
    const text = `✈ ${name}`;
    if (!occupancy.claim(x + 4, y - 8, context.measureText(text).width + 6, 16)) continue;
    context.strokeText(text, x + 7, y);
    context.fillText(text, x + 7, y);
  }
  context.restore();
}
