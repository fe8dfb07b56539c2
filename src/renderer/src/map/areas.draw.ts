import type { MapMode } from "./palettes.ts";
import { drawPlanned, type PlannedArea } from "./planned.draw.ts";
import type { View } from "./view.layer.ts";
import { drawZoneNames, drawZones, type ZoneShape } from "./zones.draw.ts";

export interface Areas {
  readonly zones: readonly ZoneShape[];
  /** Of planned flights. */
  readonly planned: readonly PlannedArea[];
}

/** Zones below planned flights, the names of zones above both. */
export function drawAreas(view: View, { zones, planned }: Areas, mode: MapMode): void {
  drawZones(view, zones, mode);
  drawPlanned(view, planned, mode);
  drawZoneNames(view, zones, mode);
}
