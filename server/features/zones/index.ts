import type { ZoneFeature, ZoneSet } from "../../contracts/zones.ts";
import type { Position } from "../../kernel/geo.ts";
import type { ZonesDeps } from "./zones.deps.ts";
import { createZonesHandlers, type ZonesHandlers } from "./zones.handlers.ts";
import { createZonesService, type ZonesService } from "./zones.service.ts";
import { draftOf } from "./zones.wire.ts";
import { findZone, listZoneNames, listZonesTouching, type TouchedZone } from "./zones.store.ts";

/** Geographical zones and airspaces imported from files. */
export function createZones(deps: ZonesDeps): {
  readonly handlers: ZonesHandlers;
  /**
   * Stores the zones of another station's set, or replaces an earlier copy; `here` when this station has that issue.
   */
  readonly saveCopy: (
    set: ZoneSet,
    zones: readonly ZoneFeature[],
    replaces: string | undefined,
  ) => ReturnType<ZonesService["saveCopy"]>;
  /** A zone by its id. */
  readonly find: (id: string) => ZoneFeature | undefined;
  readonly listNames: () => readonly { readonly id: string; readonly name: string }[];
  /** Zones that intersect an area, given as a closed ring. */
  readonly listTouching: (ring: readonly Position[]) => readonly TouchedZone[];
} {
  const service = createZonesService(deps);
  return {
    handlers: createZonesHandlers(service, deps.db),
    saveCopy: (set, zones, replaces) => service.saveCopy({ set, zones: zones.map(draftOf), replaces }),
    find: (id) => findZone(deps.db, id),
    listNames: () => listZoneNames(deps.db),
    listTouching: (ring) => listZonesTouching(deps.db, ring),
  };
}
