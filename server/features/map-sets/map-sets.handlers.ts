import { MAX_MAP_SET_BYTES, type mapSetRoutes, OVERLAY_TYPE, TILE_TYPES } from "../../contracts/map-sets.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import { MAX_MAP_SETS, wireOf } from "./map-sets.rules.ts";
import type { AddOutcome } from "./map-sets.intake.ts";
import type { MapSetsService } from "./map-sets.service.ts";
import type { MapSetModel } from "./map-sets.store.ts";

export type MapSetsHandlers = Handlers<typeof mapSetRoutes>;

/** A tile of a set never changes; a set that replaces another one has another id. */
const TILE_CACHE = "private, max-age=86400";

export function createMapSetsHandlers(service: MapSetsService): MapSetsHandlers {
  const shown = async (set: MapSetModel, caller: Principal) => wireOf(set, await service.isReady(set), caller);

  return {
    async listMapSets({ principal }) {
      return { status: 200, body: await Promise.all(service.list().map((set) => shown(set, principal))) };
    },

    async addMapSet({ upload, query, body, principal }) {
      if (upload !== undefined) {
        const fileName = () => upload.fileName?.() ?? query.source_name;
        const file = { chunks: upload.chunks, name: query.name, fileName };
        return answerTo(await service.upload(file, principal), principal);
      }
      if (body === undefined) {
        return failure(400, "validation_error", "body: send the file itself, a form with a file, or {path} as JSON.");
      }
      if (!principal.isAdministrator) {
        return failure(403, "forbidden", "path: only an administrator of this station may name a file on its disk.");
      }
      return answerTo(await service.link(body.path, body.name ?? query.name, principal), principal);
    },

    async getMapStorage({ principal }) {
      const { sets, storedBytes, freeBytes, room } = await service.storage(principal);
      const uploadBytes = Math.max(0, Math.min(room, MAX_MAP_SET_BYTES));
      return {
        status: 200,
        body: { sets, stored_bytes: storedBytes, free_bytes: freeBytes, max_upload_bytes: uploadBytes },
      };
    },

    async getMapSet({ params, principal }) {
      const set = service.find(params.map_set_id);
      return set === undefined ? noSet() : { status: 200, body: await shown(set, principal) };
    },

    async changeMapSet({ params, body, principal }) {
      const outcome = service.change(params.map_set_id, body, principal);
      switch (outcome.kind) {
        case "changed":
          return { status: 200, body: await shown(outcome.set, principal) };
        case "unknown":
          return noSet();
        case "forbidden":
          return failure(403, "forbidden", outcome.message);
      }
    },

    async removeMapSet({ params, principal }) {
      const outcome = await service.remove(params.map_set_id, principal);
      switch (outcome.kind) {
        case "removed":
          return { status: 204 };
        case "unknown":
          return noSet();
        case "forbidden":
          return failure(403, "forbidden", outcome.message);
      }
    },

    async getMapTile({ params: { map_set_id: id, z, x, y }, query }) {
      const outcome = await service.readTile(id, { z, x, y });
      switch (outcome.kind) {
        case "tile": {
          const { bytes, set, format } = outcome;
          const headers = {
            "Content-Type": TILE_TYPES[format],
            "Cache-Control": TILE_CACHE,
            ETag: `"${set.bytes.toString(36)}-${set.modifiedMs.toString(36)}-${z}-${x}-${y}"`,
          };
          return { status: 200, headers, body: bytes };
        }
        case "unknown":
          return noSet();
        case "no_tile":
          return query.missing === "204" ? { status: 204 } : failure(404, "not_found", noTile(z, x, y));
        case "unreadable":
          return failure(404, "not_found", outcome.message);
      }
    },

    async getMapFeatures({ params }) {
      const outcome = await service.readFeatures(params.map_set_id);
      switch (outcome.kind) {
        case "features": {
          const { bytes, set } = outcome;
          const etag = `"${set.bytes.toString(36)}-${set.modifiedMs.toString(36)}"`;
          return {
            status: 200,
            headers: { "Content-Type": OVERLAY_TYPE, "Cache-Control": TILE_CACHE, ETag: etag },
            body: bytes,
          };
        }
        case "unknown":
          return noSet();
        case "unreadable":
          return failure(404, "not_found", outcome.message);
      }
    },
  };

  async function answerTo(outcome: AddOutcome, principal: Principal) {
    switch (outcome.kind) {
      case "added":
        return { status: 200, body: await shown(outcome.set, principal) } as const;
      case "unusable":
        return failure(400, "unusable_map", outcome.message);
      case "no_room":
        return failure(
          507,
          "insufficient_storage",
          "There is not enough room for this file: the station keeps space free for its recording, and each person has a share. Free some space, or have an administrator add the file by its path.",
        );
      case "too_many":
        return failure(409, "too_many", `There are ${MAX_MAP_SETS} map sets already; remove one first.`);
    }
  }
}

const noTile = (z: number, x: number, y: number) => `There is no tile ${z}/${x}/${y} in this map set.`;
const noSet = () => failure(404, "not_found", "map_set_id: there is no such map set.");
