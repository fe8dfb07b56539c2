import { createAlertsPurge } from "../../features/alerts/index.ts";
import { createAnnotationsPurge } from "../../features/annotations/index.ts";
import { createFlightsPurge } from "../../features/flights/index.ts";
import type { PurgeParticipant } from "../../features/retention/index.ts";
import { createRetention } from "../../features/retention/index.ts";
import { uploadedRecordingBytes } from "../../features/sources/index.ts";
import { createSyncPurge } from "../../features/sync/index.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Store } from "../../storage/database.ts";
import { releaseReserve } from "../../storage/disk-reserve.ts";
import { freeBytesAt, isDiskFullAt } from "../station/disk-problem.ts";
import type { Core } from "./core.ts";

/**
 * Composes the purge. Every feature that stores data of operations is in `participants`, to remove it with them or to
 * keep them.
 */
export function composeRetention(parts: {
  readonly store: Store;
  readonly core: Core;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly recordAudit: RecordAudit;
}): ReturnType<typeof createRetention> {
  const { core, clock, log, recordAudit } = parts;
  const { writer } = parts.store;
  const telemetry = core.telemetry.purge;
  const operations = core.operations.purge;
  const participants: readonly PurgeParticipant[] = [
    { removeOfSuboperation: telemetry.removeOfSuboperation },
    createFlightsPurge(writer),
    createAnnotationsPurge(writer),
    createAlertsPurge(writer),
    { listKept: operations.listKept },
    createSyncPurge(writer),
  ];
  return createRetention({
    writer,
    clock,
    log,
    participants,
    operations,
    sensors: { list: telemetry.listSensors, removeOf: telemetry.removeSystem },
    async settled() {
      await core.recorder.committed();
      core.saveFusionState();
    },
    uploadedBytes: () => uploadedRecordingBytes(parts.dataDir),
    freeBytes: () => freeBytesAt(parts.dataDir),
    makeRoom() {
      if (isDiskFullAt(parts.dataDir)) releaseReserve(parts.dataDir);
    },
    recordAudit,
  });
}
