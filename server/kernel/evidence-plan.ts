import type { EvidenceFormat } from "../contracts/evidence.ts";
import type { TelemetryPlan, TrackWindow } from "./telemetry-plan.ts";
import type { TimeRange } from "./time-range.ts";

/** Everything that is in an evidence pack, as plain data that any thread with an open store can write. */
export type EvidencePlan = {
  readonly title: string;
  readonly range: TimeRange;
  /** When the pack was requested, Unix milliseconds. */
  readonly madeMs: number;
  /** Small files, complete. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly telemetry: readonly {
    readonly path: string;
    readonly format: EvidenceFormat;
    readonly plan: TelemetryPlan;
  }[];
  readonly receptions: ReceptionPlan;
  /** Whether the pack contains the frames of its range that were kept as received. */
  readonly hasRawFrames: boolean;
  readonly report: ReportFacts;
  readonly key: EvidenceKey;
  /** Folder of the built-in map; null where there is none. */
  readonly worldDir: string | null;
};

/** Public and private part of an Ed25519 key, PEM. */
export type EvidenceKey = { readonly publicPem: string; readonly privatePem: string };

/** What is read of each track, and which sensor, operation and suboperation it belongs to. */
export type ReceptionPlan = {
  readonly windows: readonly TrackWindow[];
  readonly origins: ReadonlyMap<number, ReceptionOrigin>;
};

export type ReceptionOrigin = {
  readonly sensorId: string;
  readonly operationId: string;
  readonly suboperationId: string;
};

/** The contents of the report except the tracks themselves, which are read when it is written. */
export type ReportFacts = {
  readonly station: string;
  readonly madeBy: string;
  readonly place: string | null;
  readonly keyFingerprint: string;
  readonly operations: readonly ReportOperation[];
  readonly alerts: readonly ReportAlert[] | null;
  readonly annotations:
    | readonly { readonly operationId: string; readonly author: string; readonly note: string }[]
    | null;
  readonly sources: readonly ReportSource[];
  readonly flights: readonly {
    readonly id: string;
    readonly name: string;
    readonly began: string | null;
    readonly ended: string | null;
  }[];
  /** Pairs of a name and a version. */
  readonly versions: readonly (readonly [string, string])[];
};

export type ReportOperation = {
  readonly id: string;
  readonly identifiers: readonly string[];
  readonly operatorId: string | null;
  readonly model: string | null;
  readonly sensors: readonly string[];
  readonly technologies: readonly string[];
  readonly warnings: readonly string[];
};

export type ReportAlert = {
  readonly rule: string;
  readonly severity: string;
  readonly began: string;
  readonly ended: string | null;
  readonly about: string;
  readonly acknowledged: string | null;
};

export type ReportSource = {
  readonly name: string;
  readonly state: string;
  readonly from: string;
  readonly to: string;
};
