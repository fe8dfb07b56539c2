import type { Clock } from "../../kernel/clock.ts";
import type { WritableDb } from "../../storage/database.ts";
import { createSourceIntervals, type SourceIntervals } from "./source-intervals.ts";
import type { SourcesDeps } from "./sources.deps.ts";
import { createRecordingFolder } from "./recording.folder.ts";
import { createRecordingHandlers, type RecordingHandlers } from "./recording.handlers.ts";
import { createSourcesHandlers, pathsOf, type SourcesHandlers } from "./sources.handlers.ts";
import { createSourcesService, type SourcesService } from "./sources.service.ts";
import { createSourcesStore, findSourceCreator, listStoredSources } from "./sources.store.ts";

export type { RunnableSource, SourcesDeps } from "./sources.deps.ts";
export type { SourcesHandlers } from "./sources.handlers.ts";
export type { SourcesService } from "./sources.service.ts";

export { uploadedRecordingBytes } from "./recording.folder.ts";
export { findCloudSensorId, findSourceCreator, findStoredSource } from "./sources.store.ts";

/** Reads stored sources and their states, where no source runs. */
export function createStoredSourceReader(db: WritableDb, clock: Clock) {
  return { list: () => listStoredSources(db), listIntervals: createSourceIntervals(db, clock).list };
}

/** The receivers, feeds and recordings that the station takes data from: their settings and state. */
export function createSources(
  db: WritableDb,
  deps: SourcesDeps,
): {
  readonly service: SourcesService;
  readonly handlers: SourcesHandlers;
  readonly recordings: RecordingHandlers;
  /** Deletes uploaded recordings that no source reads; called once when the station starts. */
  readonly recoverRecordings: () => void;
  readonly intervals: SourceIntervals;
} {
  const service = createSourcesService(createSourcesStore(db, deps.sealing), deps);
  const intervals = createSourceIntervals(db, deps.clock);
  const recordings = createRecordingFolder(deps.dataDir);
  return {
    service,
    handlers: createSourcesHandlers(service, { ...deps, findCreator: (id) => findSourceCreator(db, id), recordings }),
    recordings: createRecordingHandlers(recordings, deps.ids),
    recoverRecordings() {
      const read = pathsOf(service.list());
      recordings.recover((path) => read.includes(path));
    },
    intervals,
  };
}
