import type { NearTarget } from "../../contracts/alerts.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { Fix, Sample, StoredAlert } from "./alert.model.ts";
import { metres } from "./alert-tracks.store.ts";
import { type CompiledRule, fixAt, MAX_TARGET_AGE_MS, type Surroundings } from "./conditions.rules.ts";
import { branchOf, emptyProgress, type Progress, stepTogether } from "./episodes.rules.ts";
import { packedOperator, packedSamples, type PackedTrack } from "./packed-track.ts";

/** Samples that arrive later than this are judged again from the database. */
export const WINDOW_MS = 30 * SECOND_MS;

/**
 * One rule on one operation: judged until the window begins (`base`), and from there on to the newest sample (`head`),
 * so that a late sample only repeats the window.
 */
export type Judgement = {
  base: Progress;
  head: Progress;
  /** The alerts of the episodes of `head`. */
  alerts: readonly StoredAlert[];
  /** Whether its last alert is still open and has a newer time and place than were reported. */
  isDue: boolean;
};

/** An operation in progress. */
export type JudgedOperation = {
  readonly id: number;
  uuid: string;
  identifiers: readonly string[];
  isImplausible: boolean;
  owners: ReadonlySet<string>;
  judged: readonly number[];
  /** Samples of the window and some before it. */
  readonly samples: PackedTrack<Sample>;
  /** How many samples are before the window, and in each `base`. */
  baseCount: number;
  /** Before this time every `base` is complete. */
  baseMs: number;
  newestMs: number;
  readonly operator: PackedTrack<Fix>;
  /** Only rules that hold, or held within the window. */
  readonly judgements: Map<CompiledRule, Judgement>;
  /** The declarations and warnings of its suboperations when they were last read. */
  readonly known: Map<number, { readonly declared: object; readonly warnings: object; readonly isPrivate: boolean }>;
  /** When it last received something, by the station's clock. */
  receivedMs: number;
  /** Set while the data in memory is not enough: the operation has to be judged again from the database. */
  isStale: boolean;
  isReading: boolean;
  /** When it was last judged from the database, by the station's clock. */
  readMs: number;
};

export function isTarget(
  { uuid, owners }: { readonly uuid: string; readonly owners: ReadonlySet<string> },
  to: NearTarget,
  creatorId: string,
): boolean {
  if (to === "own_flights") return owners.has(creatorId);
  if (to === "station") return false;
  return "operation_id" in to && to.operation_id === uuid;
}

/** Identifies a set of operations that a rule protects; `undefined` for a place and for the station. */
export function targetKeyOf(to: NearTarget, creatorId: string): string | undefined {
  if (to === "own_flights") return `own ${creatorId}`;
  if (to === "station") return undefined;
  return "operation_id" in to ? to.operation_id : undefined;
}

export function surroundingsOf(
  operation: Pick<JudgedOperation, "uuid" | "owners" | "identifiers" | "isImplausible">,
  around: Pick<Surroundings, "operatorAt" | "targetsAt" | "trafficAt" | "groundAt">,
): Surroundings {
  return {
    ...around,
    get identifiers() {
      return operation.identifiers;
    },
    get isImplausible() {
      return operation.isImplausible;
    },
    isTarget: (to, creatorId) => isTarget(operation, to, creatorId),
  };
}

/** Judges the samples of the window again. */
export function judgeWindow(
  operation: JudgedOperation,
  rule: CompiledRule,
  base: Progress,
  surroundings: Surroundings,
): Progress {
  const head = branchOf(base);
  judge(head, rule, operation.samples.list(operation.baseCount), surroundings);
  return head;
}

export function judge(
  progress: Progress,
  { rule, measure, about, returnWithinM }: CompiledRule,
  samples: readonly Sample[],
  surroundings: Surroundings,
): void {
  const applying =
    samples.length > 0 && samples[0]!.timeMs < rule.appliesFromMs
      ? samples.filter(({ timeMs }) => timeMs >= rule.appliesFromMs)
      : samples;
  stepTogether(progress, applying, (sample) => measure(sample, surroundings), {
    returnWithinM,
    ...(about !== undefined && { about: (sample: Sample) => about(sample, surroundings) }),
  });
}

/**
 * Moves the start of the window forward. Episodes that ended before it are done: no sample that is judged in memory
 * changes them any more.
 */
export function advanceWindow(operation: JudgedOperation, surroundings: Surroundings, isProtected: boolean): void {
  const { samples, judgements, newestMs } = operation;
  const beginMs = newestMs - WINDOW_MS;
  let count = operation.baseCount;
  while (count < samples.length && samples.timeMs(count) < beginMs) count++;
  if (count > operation.baseCount) {
    const passed = judgements.size > 0 ? samples.list(operation.baseCount, count) : [];
    operation.baseCount = count;
    for (const [rule, judgement] of judgements) advance(operation, rule, judgement, { passed, surroundings });
  }
  operation.baseMs = Math.max(operation.baseMs, beginMs);
  // Operations that come near a protected one are compared with positions that are a little older.
  const oldestMs = isProtected ? beginMs - 2 * WINDOW_MS : beginMs;
  let kept = 0;
  while (kept < operation.baseCount && samples.timeMs(kept) < oldestMs) kept++;
  // Only now and then, not with every sample.
  if (kept < 16) return;
  samples.removeFirst(kept);
  operation.baseCount -= kept;
  // The newest position before the window is that of the operator at its beginning.
  operation.operator.removeFirst(Math.max(0, operation.operator.countBefore(beginMs) - 1));
}

function advance(
  operation: JudgedOperation,
  rule: CompiledRule,
  judgement: Judgement,
  { passed, surroundings }: { readonly passed: readonly Sample[]; readonly surroundings: Surroundings },
): void {
  const { base } = judgement;
  judge(base, rule, passed, surroundings);
  if (base.done.length > 0) {
    const lastMs = base.done.at(-1)!.lastMs;
    base.done = [];
    judgement.alerts = judgement.alerts.filter(({ episode }) => episode.beganMs > lastMs);
    judgement.head = judgeWindow(operation, rule, base, surroundings);
  }
  if (base.open === null && judgement.head.open === null && judgement.head.done.length === 0) {
    operation.judgements.delete(rule);
  }
}

/** Removes the samples and judgements of an operation from memory: it has to be judged again from the database. */
export function discardWindow(operation: JudgedOperation): void {
  operation.samples.replace([]);
  operation.operator.replace([]);
  operation.judgements.clear();
  operation.baseCount = 0;
  operation.baseMs = -Infinity;
}

export function emptyJudgement(): Judgement {
  return { base: emptyProgress(), head: emptyProgress(), alerts: [], isDue: false };
}

export function newJudgedOperation({ id, uuid }: { readonly id: number; readonly uuid: string }): JudgedOperation {
  return {
    id,
    uuid,
    identifiers: [],
    isImplausible: false,
    owners: new Set(),
    judged: [],
    samples: packedSamples(),
    baseCount: 0,
    baseMs: -Infinity,
    newestMs: -Infinity,
    operator: packedOperator(),
    judgements: new Map(),
    known: new Map(),
    receivedMs: 0,
    isStale: false,
    isReading: false,
    readMs: -Infinity,
  };
}

export function sampleOf(suboperation: number, point: UaPoint): Sample {
  return {
    timeMs: point.timeMs,
    suboperation,
    latitude: point.latitudeE7 / 1e7,
    longitude: point.longitudeE7 / 1e7,
    mslM: metres(point.altitudeMslMm),
    wgs84M: metres(point.altitudeWgs84Mm),
    aglM: metres(point.altitudeAglMm),
    atoM: metres(point.altitudeAtoMm),
  };
}

export function fixOf(point: OperatorPoint): Fix {
  const { timeMs, latitudeE7, longitudeE7 } = point;
  return { timeMs, latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7, wgs84M: NaN };
}

/** The newest position at a time, unless it is too old to tell where the aircraft is. */
export function newestAt(samples: readonly Fix[], timeMs: number): Fix | undefined {
  return fixAt(samples, timeMs, MAX_TARGET_AGE_MS);
}
