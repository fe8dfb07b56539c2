import type { Source, SourceCreate, SourceUpdate } from "../../contracts/sources.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { SourcesDeps } from "./sources.deps.ts";
import { decideRun, defaultSensorId } from "./sources.rules.ts";
import { receivedSettings, openSecret, sealSecret, withoutSecret } from "./source-secrets.rules.ts";
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
  readonly create: (input: SourceCreate, creatorId?: string) => Source;
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
    settings: withoutSecret(source.settings),
    peer_name: peerNameOf(source.settings) ?? null,
    ...deps.status(source.id),
    ...(source.settings.kind === "mavlink_vehicle" && { vehicles: [...deps.listVehicles(source.id)] }),
  });

  const opened = (source: StoredSource): StoredSource => ({
    ...source,
    settings: openSecret(source.settings, deps.sealing),
  });
  const sealed = (source: StoredSource): StoredSource => ({
    ...source,
    settings: sealSecret(source.settings, deps.sealing),
  });

  return {
    list: () => listStoredSources(db).map(opened).map(withStatus),

    create(input, creatorId) {
      const nowMs = deps.clock.now();
      const source: StoredSource = {
        id: deps.ids.timed(nowMs),
        name: input.name,
        sensor_id: input.sensor_id ?? defaultSensorId(input.settings, peerNameOf(input.settings)),
        enabled: input.enabled,
        with_station: input.with_station ?? false,
        settings: receivedSettings(input.settings),
      };
      insertStoredSource(db, sealed(source), { ms: nowMs, by: creatorId ?? null });
      if (source.enabled) deps.start(source);
      return withStatus(source);
    },

    async update(id, input, callerId) {
      const stored = findStoredSource(db, id);
      if (stored === undefined) return { kind: "missing" };
      const before = opened(stored);
      const source: StoredSource = {
        id,
        name: input.name ?? before.name,
        sensor_id: input.sensor_id ?? before.sensor_id,
        enabled: input.enabled ?? before.enabled,
        with_station: input.with_station ?? before.with_station,
        settings: input.settings === undefined ? before.settings : receivedSettings(input.settings, before.settings),
      };
      updateStoredSource(db, sealed(source));
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
      for (const source of listStoredSources(db)) if (source.enabled) deps.start(opened(source));
    },
  };
}
