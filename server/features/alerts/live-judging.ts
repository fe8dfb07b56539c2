import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import type { Episode, Fix, Sample, StoredAlert } from "./alert.model.ts";
import type { CompiledRule, Surroundings } from "./conditions.rules.ts";
import { episodesOf, isOver, type Judged, SILENCE_MS, step } from "./episodes.rules.ts";
import {
  advanceWindow,
  emptyJudgement,
  discardWindow,
  type JudgedOperation,
  type Judgement,
  judgeWindow,
} from "./judged-operation.ts";
import type { TrafficFix } from "../../kernel/traffic.ts";
import { createLiveSurroundings } from "./live-surroundings.ts";
import { alertOf, isOpen, reconcile, type Reconciled } from "./reconcile.rules.ts";

/** Judges the samples of operations in memory, and reports the alerts that follow. */
export function createLiveJudging(deps: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly operations: ReadonlyMap<number, JudgedOperation>;
  readonly tracks: Pick<AlertTracks, "station" | "ground">;
  readonly note: (reconciled: Reconciled) => void;
  /** Marks an operation that has to be judged again from the database. */
  readonly setStale: (operation: JudgedOperation) => void;
}) {
  const { clock, ids, operations, note, setStale } = deps;
  const around = createLiveSurroundings(operations, deps.tracks);
  let rules: readonly CompiledRule[] = [];

  function judgeSample(operation: JudgedOperation, sample: Sample, isNewest: boolean): void {
    const surroundings = around.surroundingsOf(operation);
    for (const compiled of rules) {
      if (sample.timeMs < compiled.rule.appliesFromMs) continue;
      if (!around.isCovered(compiled, operation)) return setStale(operation);
      if (compiled.needsGround && !around.isGroundReady(compiled, sample)) return setStale(operation);
      const judgement = operation.judgements.get(compiled);
      const outsideM = compiled.measure(sample, surroundings);
      if (judgement === undefined) {
        if (outsideM <= 0) repeatWindow(operation, compiled);
        continue;
      }
      const about = outsideM <= 0 ? compiled.about?.(sample, surroundings) : null;
      if (isNewest && continuesEpisode(judgement, { sample, outsideM, about: about ?? null }, compiled.returnWithinM)) {
        judgement.isDue = true;
        continue;
      }
      if (!isNewest) judgement.head = judgeWindow(operation, compiled, judgement.base, surroundings);
      report(operation, compiled, judgement);
    }
    if (isNewest) advanceWindow(operation, surroundings, around.isTarget(operation));
  }

  function repeatWindow(operation: JudgedOperation, compiled: CompiledRule): void {
    if (operation.isStale || operation.isReading) return;
    if (!around.isWindowCovered(compiled, operation)) return setStale(operation);
    const judgement = operation.judgements.get(compiled) ?? emptyJudgement();
    judgement.head = judgeWindow(operation, compiled, judgement.base, around.surroundingsOf(operation));
    const isNothing = judgement.head.open === null && judgement.head.done.length === 0 && judgement.alerts.length === 0;
    if (isNothing && judgement.base.open === null) return void operation.judgements.delete(compiled);
    operation.judgements.set(compiled, judgement);
    report(operation, compiled, judgement);
  }

  const raiser = ({ id, identifiers }: JudgedOperation, { rule }: CompiledRule) =>
    alertMakerOf(ids, { id, identifiers, rule });

  function report(operation: JudgedOperation, compiled: CompiledRule, judgement: Judgement): void {
    const episodes = episodesOf(judgement.head, clock.now());
    const reconciled = reconcile(judgement.alerts, episodes, raiser(operation, compiled));
    judgement.alerts = reconciled.alerts;
    judgement.isDue = false;
    if (reconciled.changed.length > 0) note(reconciled);
  }

  /** Reports open alerts with a new last time and place. */
  function reportDue(operation: JudgedOperation): void {
    for (const [compiled, judgement] of operation.judgements) {
      if (judgement.isDue) report(operation, compiled, judgement);
    }
  }

  /** Reports alerts for which no further samples are expected. */
  function reportOver(operation: JudgedOperation): void {
    const nowMs = clock.now();
    for (const [compiled, judgement] of operation.judgements) {
      if (isOver(judgement.head, nowMs) && judgement.alerts.some(isOpen)) report(operation, compiled, judgement);
    }
  }

  /** Judges again the operations that were near another one, or near the station (null), when it was at a position. */
  function rejudgeAffected(moved: JudgedOperation | null, fix: Fix): void {
    repeatAll(around.affectedBy(moved, fix), fix.timeMs);
  }

  function repeatAll(touched: Iterable<readonly [JudgedOperation, CompiledRule]>, timeMs: number): void {
    for (const [other, compiled] of touched) {
      if (timeMs < other.baseMs || other.isReading) setStale(other);
      else repeatWindow(other, compiled);
    }
  }

  /** Adds a position of an aircraft with a crew, and judges again the operations that were judged without it. */
  function takeTraffic(fix: TrafficFix): void {
    repeatAll(around.affectedByTraffic(fix), fix.timeMs);
  }

  return {
    judgeSample,
    repeatWindow,
    rejudgeAffected,
    takeTraffic,
    loadTraffic: around.loadTraffic,
    forgetTrafficBefore: around.forgetTrafficBefore,
    reportDue,
    reportOver,
    raiser,
    rules: () => rules,
    /** The suboperations of each operation in the air that a rule cannot judge at present. */
    listNotJudged(ruleId: string): readonly (readonly number[])[] {
      const compiled = rules.find(({ rule }) => rule.id === ruleId);
      const isOne = (operation: JudgedOperation) =>
        compiled !== undefined && isNotJudged(operation, compiled, around.surroundingsOf(operation), clock.now());
      return [...operations.values()].filter(isOne).map(({ judged }) => judged);
    },
    /** Sets the rules to judge; the judgements of rules that were there before continue. */
    setRules(next: readonly CompiledRule[]): void {
      for (const operation of operations.values()) {
        reportDue(operation);
        keepJudgements(operation, next);
        if (rules.length === 0) setStale(operation);
      }
      rules = next;
      around.setRules(next);
    },
  };
}

/** Keeps the judgements of rules that still exist. */
function keepJudgements(operation: JudgedOperation, next: readonly CompiledRule[]): void {
  if (next.length === 0) return discardWindow(operation);
  const { judgements } = operation;
  const isSame = (a: CompiledRule, b: CompiledRule) =>
    a.rule.id === b.rule.id && a.rule.appliesFromMs === b.rule.appliesFromMs;
  const before = [...judgements];
  judgements.clear();
  for (const [rule, judgement] of before) {
    const again = next.find((one) => isSame(one, rule));
    if (again !== undefined) judgements.set(again, judgement);
  }
}

/** Whether the newest sample of an operation in the air lacks the values that a rule compares. */
function isNotJudged(
  { samples }: JudgedOperation,
  { rule, measure }: CompiledRule,
  surroundings: Surroundings,
  nowMs: number,
): boolean {
  const newest = samples.newest;
  if (newest === undefined || nowMs - newest.timeMs > SILENCE_MS || newest.timeMs < rule.appliesFromMs) return false;
  return Number.isNaN(measure(newest, surroundings));
}

/** Makes the alert of an episode of an operation. */
function alertMakerOf(
  ids: Ids,
  { id, identifiers, rule }: Pick<JudgedOperation, "id" | "identifiers"> & Pick<CompiledRule, "rule">,
) {
  return (episode: Episode, known: StoredAlert | undefined): StoredAlert =>
    alertOf(
      rule,
      { kind: "operation", operation: id },
      { id: known?.id ?? ids.random(), episode, identifier: identifiers[0] },
    );
}

/**
 * Judges the newest sample; returns whether the open episode continues with it, so that only its last time and place
 * change.
 */
function continuesEpisode({ head, alerts }: Judgement, judged: Judged, returnWithinM: number): boolean {
  const { open } = head;
  const suboperations = open?.suboperations;
  step(head, judged, returnWithinM);
  if (open === null || head.open !== open || open.suboperations !== suboperations) return false;
  const alert = alerts.at(-1);
  return alert !== undefined && isOpen(alert) && alert.episode.beganMs === open.beganMs && !alert.isContradicted;
}
