import type { Position } from "../../kernel/geo.ts";
import type { ZonesDeps } from "./zones.deps.ts";
import { createZonesHandlers, type ZonesHandlers } from "./zones.handlers.ts";
import { createZonesService } from "./zones.service.ts";
import { listZoneNames, listZonesTouching, type TouchedZone } from "./zones.store.ts";

/** Geographical zones and airspaces imported from files. */
export function createZones(deps: ZonesDeps): {
  readonly handlers: ZonesHandlers;
  readonly listNames: () => readonly { readonly id: string; readonly name: string }[];
  /** Zones that intersect an area, given as a closed ring. */
  readonly listTouching: (ring: readonly Position[]) => readonly TouchedZone[];
} {
  return {
    handlers: createZonesHandlers(createZonesService(deps), deps.db),
    listNames: () => listZoneNames(deps.db),
    listTouching: (ring) => listZonesTouching(deps.db, ring),
  };
}
