import type { zoneRoutes } from "../../contracts/zones.ts";
import { failure } from "../../kernel/failure.ts";
import { parseBbox } from "../../kernel/geo.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { ReadableDb } from "../../storage/database.ts";
import type { ZonesService } from "./zones.service.ts";
import { findZone, listZones, listZoneSets } from "./zones.store.ts";

export type ZonesHandlers = Handlers<typeof zoneRoutes>;

export function createZonesHandlers(service: ZonesService, db: ReadableDb): ZonesHandlers {
  return {
    listZones({ query }) {
      const bbox = query.bbox ? parseBbox(query.bbox) : undefined;
      if (bbox?.kind === "invalid") return failure(400, "validation_error", `bbox: ${bbox.message}`);
      const features = [...listZones(db, bbox?.bbox ?? null, query.limit)];
      return { status: 200, body: { type: "FeatureCollection", features } };
    },

    getZone({ params }) {
      const zone = findZone(db, params.zone_id);
      return zone === undefined
        ? failure(404, "not_found", "zone_id: there is no such zone.")
        : { status: 200, body: zone };
    },

    listZoneSets: () => ({ status: 200, body: [...listZoneSets(db)] }),

    async importZones({ query, body }) {
      const outcome = await service.importFile({
        text: body,
        name: query.name,
        replaces: query.replace ?? null,
        skipsBroken: query.skip_broken === "true",
        isPreview: query.preview === "true",
      });
      switch (outcome.kind) {
        case "read": {
          const { setId, format, found, dropped } = outcome;
          const set = listZoneSets(db).find(({ id }) => id === setId) ?? null;
          return { status: 200, body: { set, format, found, dropped: [...dropped] } };
        }
        case "missing_set":
          return noSet("replace");
        case "invalid":
          return failure(400, "unreadable_zones", outcome.message);
      }
    },

    async removeZoneSet({ params }) {
      return (await service.removeSet(params.set_id)) ? { status: 204 } : noSet("set_id");
    },
  };
}

const noSet = (field: string) => failure(404, "not_found", `${field}: there is no such zone set.`);
