import type { SyncRunner } from "../features/sync/index.ts";
import type { BackgroundJob } from "../kernel/background-job.ts";
import type { SyncEngineDeps } from "./sync.ports.ts";

export type { FlightCopy, LocalCall, LocalFlights, SyncEngineDeps, Transport, UploadPoint } from "./sync.ports.ts";
export { SYNC_ROUTES, type SyncRoute, TransportError } from "./sync.ports.ts";

export type SyncEngine = SyncRunner & {
  /** One whole pass with a peer: everything that can be sent and fetched now. Never rejects. */
  readonly pass: (peerId: string, signal: AbortSignal) => Promise<void>;
  /** Starts the passes that are due. */
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** The exchange of data with peers. */
export function createSyncEngine(_deps: SyncEngineDeps): SyncEngine {
  throw new Error("being built");
}
