import type { Alert } from "../../contracts/alerts.ts";
import type { Annotation } from "../../contracts/annotations.ts";
import type { EvidenceVerdict } from "../../contracts/evidence.ts";
import type { Flight } from "../../contracts/flights.ts";
import type { Operation } from "../../contracts/operations.ts";
import type { Source } from "../../contracts/sources.ts";
import type { Viewer } from "../../kernel/access.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { EvidenceKey, EvidencePlan } from "../../kernel/evidence-plan.ts";
import type { Bbox } from "../../kernel/geo.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { ListedRecord, TelemetryPlan } from "../../kernel/telemetry-plan.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** A suboperation's track: the row id its points are stored under, and the ids that its records carry. */
export type EvidenceTrack = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly operationId: string;
  readonly suboperationId: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly recordCount: number;
};

/** The data of other features that packs contain, limited to what the caller may read. */
export type EvidenceSources = {
  /** Resolves when what was received before is on disk. */
  readonly committed: () => Promise<void>;
  readonly tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>;
  readonly tracksByNumber: (
    suboperations: ReadonlySet<number>,
    wholeOperations: boolean,
    viewer: Viewer,
  ) => readonly EvidenceTrack[];
  readonly tracksOfOperation: (id: string, globalize: boolean | null, viewer: Viewer) => readonly EvidenceTrack[];
  readonly findOperation: (id: string, caller: Principal) => Promise<Operation | undefined>;
  readonly listAnnotations: (operationId: string, caller: Principal) => Promise<readonly Annotation[]>;
  /** Name of an account; null where it has none or does not exist any more. */
  readonly findName: (userId: string) => string | null;
  readonly listAlerts: (range: TimeRange, limit: number, caller: Principal) => Promise<readonly Alert[]>;
  readonly listFlights: (range: TimeRange, limit: number, caller: Principal) => Promise<readonly Flight[]>;
  readonly listSources: () => readonly Pick<Source, "id" | "name" | "sensor_id" | "settings">[];
  readonly listSourceIntervals: (
    range: TimeRange,
    limit: number,
  ) => readonly {
    readonly sourceId: string;
    readonly name: string;
    readonly state: string;
    readonly fromMs: number;
    readonly untilMs: number;
  }[];
  readonly planTracks: (
    record: ListedRecord,
    tracks: readonly EvidenceTrack[],
    range: TimeRange,
    isForMap: boolean,
  ) => TelemetryPlan;
};

export type EvidenceDeps = EvidenceSources & {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealing: Sealing;
  readonly recordAudit: RecordAudit;
  /** Pairs of a name and a version: of the station, its database, the program that runs it and the system. */
  readonly versions: readonly (readonly [string, string])[];
  readonly worldDir: string | null;
  readonly fingerprintOf: (publicPem: string) => string | undefined;
  /** Writes a pack while it is read; the owners of packs alternate. */
  readonly write: (plan: EvidencePlan, owner: string) => AsyncGenerator<Uint8Array, void, undefined>;
  /**
   * Verifies an uploaded pack; `undefined` where it is not a zip archive, `no_room` where the disk is too full for it.
   */
  readonly verify: (
    chunks: AsyncIterable<Uint8Array>,
    keys: { readonly named: string | undefined; readonly own: EvidenceKey["publicPem"] | undefined },
  ) => Promise<EvidenceVerdict | "no_room" | undefined>;
};
