import type { Source, SourceCreate, SourceUpdate } from "../../contracts/station.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { SourcesDeps } from "./sources.deps.ts";
import { decideRun, defaultSensorId } from "./sources.rules.ts";
import {
  claimSource,
  findStoredSource,
  insertStoredSource,
  listStoredSources,
  removeStoredSource,
  updateStoredSource,
  type StoredSource,
} from "./sources.store.ts";

export type SourcesService = {
  /** All sources with their state, oldest first. */
  readonly list: () => readonly Source[];
  /** Adds a source and starts it if it is enabled. */
  readonly create: (input: SourceCreate, makerId?: string) => Source;
  readonly update: (
    id: string,
    input: SourceUpdate,
    callerId?: string,
  ) => Promise<{ readonly kind: "updated"; readonly source: Source } | { readonly kind: "missing" }>;
  /** Stops and removes a source; its recorded data is kept. */
  readonly remove: (id: string) => Promise<{ readonly kind: "removed" } | { readonly kind: "missing" }>;
  /** Starts every enabled source; called once when the station starts. */
  readonly startEnabled: () => void;
};

/** Stores the list of sources; the supervisor behind `deps` runs them. */
export function createSourcesService(db: WritableDb, deps: SourcesDeps): SourcesService {
  const peerNameOf = (settings: StoredSource["settings"]) =>
    settings.kind === "cloud" ? deps.findPeerName(settings.peer_id) : undefined;
  const withStatus = (source: StoredSource): Source => ({
    ...source,
    peer_name: peerNameOf(source.settings) ?? null,
    ...deps.status(source.id),
    ...(source.settings.kind === "mavlink_vehicle" && { vehicles: [...deps.listVehicles(source.id)] }),
  });

  return {
    list: () => listStoredSources(db).map(withStatus),

    create(input, makerId) {
      const nowMs = deps.clock.now();
      const source: StoredSource = {
        id: deps.ids.timed(nowMs),
        name: input.name,
        sensor_id: input.sensor_id ?? defaultSensorId(input.settings, peerNameOf(input.settings)),
        enabled: input.enabled,
        settings: input.settings,
      };
      insertStoredSource(db, source, { ms: nowMs, by: makerId ?? null });
      if (source.enabled) deps.start(source);
      return withStatus(source);
    },

    async update(id, input, callerId) {
      const before = findStoredSource(db, id);
      if (before === undefined) return { kind: "missing" };
      const source: StoredSource = {
        id,
        name: input.name ?? before.name,
        sensor_id: input.sensor_id ?? before.sensor_id,
        enabled: input.enabled ?? before.enabled,
        settings: input.settings ?? before.settings,
      };
      updateStoredSource(db, source);
      if (callerId !== undefined) claimSource(db, id, callerId);
      const decision = decideRun({ ...before, state: deps.status(id).state }, input);
      if (decision === "start") deps.start(source);
      if (decision === "stop") await deps.stop(id);
      return { kind: "updated", source: withStatus(source) };
    },

    async remove(id) {
      if (findStoredSource(db, id) === undefined) return { kind: "missing" };
      removeStoredSource(db, id);
      await deps.remove(id);
      return { kind: "removed" };
    },

    startEnabled() {
      for (const source of listStoredSources(db)) if (source.enabled) deps.start(source);
    },
  };
}
