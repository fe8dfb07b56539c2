import type { Source, SourceCreate, SourceSettings, SourceUpdate } from "../../contracts/sources.ts";
import type { SourcesDeps } from "./sources.deps.ts";
import { decideRun, defaultSensorId } from "./sources.rules.ts";
import { receivedSettings, sourceCredentials } from "./source-credentials.rules.ts";
import type { SourcesStore, SourceWithCredential } from "./sources.store.ts";

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
export function createSourcesService(store: SourcesStore, deps: SourcesDeps): SourcesService {
  const peerNameOf = (settings: SourceSettings) =>
    settings.kind === "cloud" ? deps.findPeerName(settings.peer_id) : undefined;
  const separated = ({ settings: plain, credential }: Pick<SourceWithCredential, "settings" | "credential">) => ({
    plain,
    credential,
  });

  function show({ credential, ...source }: SourceWithCredential): Source {
    const { settings } = source;
    return {
      ...source,
      settings: sourceCredentials.show({ plain: settings, credential }),
      peer_name: peerNameOf(settings) ?? null,
      ...deps.status(source.id),
      ...(settings.kind === "mavlink_vehicle" && { vehicles: [...deps.listVehicles(source.id)] }),
    };
  }

  function start({ id, name, sensor_id, ...source }: SourceWithCredential): void {
    deps.start({ id, name, sensor_id, settings: sourceCredentials.join(separated(source)) });
  }

  return {
    list: () => store.list().map(show),

    create(input, creatorId) {
      const nowMs = deps.clock.now();
      const { plain, credential = null } = receivedSettings(input.settings);
      const source: SourceWithCredential = {
        id: deps.ids.timed(nowMs),
        name: input.name,
        sensor_id: input.sensor_id ?? defaultSensorId(plain, peerNameOf(plain)),
        enabled: input.enabled,
        with_station: input.with_station ?? false,
        settings: plain,
        credential,
      };
      store.insert(source, { ms: nowMs, by: creatorId ?? null });
      if (source.enabled) start(source);
      return show(source);
    },

    async update(id, input, callerId) {
      const before = store.find(id);
      if (before === undefined) return { kind: "missing" };
      const next = input.settings && receivedSettings(input.settings);
      const source: SourceWithCredential = {
        id,
        name: input.name ?? before.name,
        sensor_id: input.sensor_id ?? before.sensor_id,
        enabled: input.enabled ?? before.enabled,
        with_station: input.with_station ?? before.with_station,
        settings: next?.plain ?? before.settings,
        credential: next === undefined ? before.credential : sourceCredentials.next(separated(before), next),
      };
      store.update(source);
      if (callerId !== undefined) store.claim(id, callerId);
      const decision = decideRun({ ...before, state: deps.status(id).state }, input);
      if (decision === "start") start(source);
      if (decision === "stop") await deps.stop(id);
      return { kind: "updated", source: show(source) };
    },

    async remove(id) {
      if (store.find(id) === undefined) return { kind: "missing" };
      store.remove(id);
      await deps.remove(id);
      return { kind: "removed" };
    },

    startEnabled() {
      for (const source of store.list()) if (source.enabled) start(source);
    },
  };
}
