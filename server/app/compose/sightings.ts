import { createSightings, type SightingsFeature } from "../../features/sightings/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Store } from "../../storage/database.ts";
import type { Core } from "./core.ts";

/** Received telemetry between stations. */
export function composeSightings(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly core: Core;
}): SightingsFeature {
  const { store, clock, ids, core } = parts;
  const { operations, telemetry } = core;
  return createSightings({
    db: store.writer,
    clock,
    ids,
    committed: core.recorder.committed,
    find: operations.foreign.find,
    record: core.recordForeign,
    changes: operations.changes,
    tracks: {
      listHours: telemetry.hours.list,
      countUntil: telemetry.hours.countUntil,
      readUa: telemetry.wholeTracks.read,
      readOperator: telemetry.wholeTracks.readOperator,
    },
  });
}
