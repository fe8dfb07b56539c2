import type { Operation } from "../contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import type { ZoneFeature, ZoneSet } from "../contracts/zones.ts";
import type { PeerModel } from "../features/sync/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { WritableDb } from "../storage/database.ts";
import type { PeerConnection } from "./peer.connection.ts";

/** The peer's recording of one operation. */
export type OperationCopy = {
  readonly operation: Operation;
  readonly ua: readonly UaTelemetry[];
  readonly operator: readonly OperatorTelemetry[];
};

/** The station's own side of a region that is taken along. */
export type LocalRegion = {
  /** Whether it is a flight of this station. */
  readonly isOwnFlight: (operationId: string) => boolean;
  /** Stores records as received through the peer; resolves when they are on disk. */
  readonly record: (peer: PeerModel, copy: OperationCopy) => Promise<void>;
  /** Why the account cannot store zones, as a sentence; `undefined` where it can. */
  readonly zonesProblem: (localUser: string) => string | undefined;
  /** Stores zones of a peer's set, or replaces the copy of it; `here` when this station has that set already. */
  readonly saveZones: (
    set: ZoneSet,
    zones: readonly ZoneFeature[],
    replaces: string | undefined,
  ) => Promise<{ readonly kind: "saved"; readonly id: string } | { readonly kind: "here" }>;
};

export type TakeAlongDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly connect: (peerId: string, signal: AbortSignal) => Promise<PeerConnection>;
  /** A whole pass with the peer; resolves when it has ended. */
  readonly synchronise: (peerId: string, signal: AbortSignal) => Promise<void>;
  readonly region: LocalRegion;
  readonly onChange: (peer: PeerModel) => void;
};

/** One part that is being fetched. */
export type TakeAlongRun = {
  readonly deps: TakeAlongDeps;
  readonly peer: PeerModel;
  readonly connection: PeerConnection;
  readonly bbox: string;
  readonly days: number;
  readonly signal: AbortSignal;
  readonly onProgress: (count: number, total: number | null) => void;
};

export type PartResult = {
  readonly count: number;
  /** What is missing and why; `null` when nothing is. */
  readonly detail: string | null;
  /** Nothing of it could be fetched. */
  readonly isMissing?: boolean;
};
