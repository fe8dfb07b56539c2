import type { MapMode } from "./palettes.ts";
import { drawPlanned, type PlannedArea } from "./planned.draw.ts";
import type { PlacedName } from "./reference.draw.ts";
import type { View } from "./view.layer.ts";
import { drawZoneNames, drawZones, type ZoneShape } from "./zones.draw.ts";

export interface Areas {
  readonly zones: readonly ZoneShape[];
  /** Areas of planned flights. */
  readonly planned: readonly PlannedArea[];
}

/** Draws zones below planned flights, and the names of zones above both. Returns these names. */
export function drawAreas(view: View, { zones, planned }: Areas, mode: MapMode): readonly PlacedName[] {
  drawZones(view, zones, mode);
  drawPlanned(view, planned, mode);
  return drawZoneNames(view, zones, mode);
}
