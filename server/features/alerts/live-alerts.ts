import type { Clock } from "../../kernel/clock.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { Fix, Sample, StoredAlert } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import { fixOf, discardWindow, type JudgedOperation, sampleOf } from "./judged-operation.ts";
import { createLiveJudging } from "./live-judging.ts";
import { createLiveOperations, type LiveSuboperation } from "./live-operations.ts";
import { TRAFFIC_MEMORY_MS } from "./live-traffic.ts";
import { endedEpisode, isOpen, reconcile, type Reconciled } from "./reconcile.rules.ts";
import { rejudgeOperation } from "./stored-judging.ts";

/** How often open alerts are updated; their start and end are reported at once. */
const REPORT_INTERVAL_MS = 5 * SECOND_MS;

/** A record that is on disk. */
export type StoredRecord = {
  readonly suboperation: LiveSuboperation;
  readonly ua: UaPoint | null;
  readonly operator: OperatorPoint | null;
};

/**
 * Judges rules on records as they are stored. The alerts do not depend on the order of the records: a record that is a
 * little late repeats the window; one that is later causes the operation to be judged again from the recording.
 */
export function createLiveAlerts(deps: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tracks: AlertTracks;
  readonly listAlertsOf: (operation: number) => readonly StoredAlert[];
  /** Receives the changes that have to be stored and published. */
  readonly note: (reconciled: Reconciled) => void;
  /** The shortest time between two judgements of an operation from the database; five seconds unless given. */
  readonly minReadIntervalMs?: number;
}) {
  const { clock, tracks, listAlertsOf, note } = deps;
  const operations = createLiveOperations(clock, deps.minReadIntervalMs);
  const { setStale } = operations;
  const judging = createLiveJudging({ ...deps, operations: operations.all, setStale });
  let [tickedMs, reportedMs] = [-Infinity, -Infinity];

  function takeOperator(operation: JudgedOperation, point: OperatorPoint): void {
    if (point.timeMs < operation.baseMs) setStale(operation);
    operation.operator.insert(fixOf(point));
    if (point.timeMs > operation.newestMs) return;
    for (const rule of judging.rules()) {
      if (rule.rule.condition.kind === "operator_far") judging.repeatWindow(operation, rule);
    }
  }

  function takeSample(operation: JudgedOperation, sample: Sample): void {
    const { timeMs } = sample;
    if (timeMs < operation.baseMs) setStale(operation);
    if (!operation.samples.insert(sample)) return;
    const isNewest = timeMs > operation.newestMs;
    operation.newestMs = Math.max(operation.newestMs, timeMs);
    if (!operation.isStale && !operation.isReading) judging.judgeSample(operation, sample, isNewest);
    judging.rejudgeAffected(operation, sample);
  }

  async function readAgain(operation: JudgedOperation, signal: AbortSignal): Promise<void> {
    const isFirst = operation.baseMs === -Infinity;
    const rules = judging.rules();
    judging.reportDue(operation);
    operation.isStale = false;
    if (rules.length === 0) return discardWindow(operation);
    operation.isReading = true;
    try {
      const isThere = await rejudgeOperation(operation, { rules, tracks, signal }, (compiled, episodes, inHead) => {
        const { id: ruleId, appliesFromMs } = compiled.rule;
        // The rule was changed meanwhile: it is judged again as it is now.
        if (!judging.rules().includes(compiled)) return [];
        const known = listAlertsOf(operation.id).filter(
          (alert) => alert.ruleId === ruleId && alert.episode.beganMs >= appliesFromMs,
        );
        const reconciled = reconcile(known, episodes(clock.now()), judging.raiser(operation, compiled));
        if (reconciled.changed.length > 0) note(reconciled);
        return reconciled.alerts.slice(reconciled.alerts.length - inHead);
      });
      if (!isThere) leave(operation);
    } finally {
      operation.isReading = false;
      if (operation.isStale || judging.rules() !== rules) setStale(operation);
    }
    const [oldest] = operation.samples.list(0, 1);
    if (isFirst && oldest !== undefined) judging.rejudgeAffected(operation, oldest);
  }

  /** The operation is no longer stored: it was deleted, or merged into another. */
  function leave(operation: JudgedOperation): void {
    judging.reportDue(operation);
    operations.remove(operation);
    const ended = endedOf(listAlertsOf(operation.id));
    if (ended.length > 0) note({ alerts: ended, news: ended, changed: ended });
  }

  return {
    take({ suboperation, ua, operator }: StoredRecord): void {
      const timeMs = (ua ?? operator)?.timeMs;
      if (timeMs === undefined) return;
      const operation = operations.ofRecord(suboperation, timeMs);
      // Without rules nothing is kept: with the first one, everything is judged from the database.
      if (judging.rules().length === 0 || !operation.judged.includes(suboperation.id)) return;
      if (operator !== null) takeOperator(operation, operator);
      if (ua !== null) takeSample(operation, sampleOf(suboperation.id, ua));
    },
    /** A position of a sensor that is on disk: it counts where it is one of the station's own receivers. */
    takeSensor(sensorId: string, fix: Fix): void {
      if (tracks.station.note(sensorId, fix)) judging.rejudgeAffected(null, fix);
    },
    /** Judges operations again from the database, as far as that is necessary. */
    async catchUp(signal: AbortSignal): Promise<void> {
      for (const operation of operations.takeStale()) await readAgain(operation, signal);
    },
    takeTraffic: judging.takeTraffic,
    loadTraffic: judging.loadTraffic,
    takeChange: operations.takeChange,
    repeat: operations.repeat,
    /** Continues the alerts that were open when the station stopped. */
    resume(open: readonly StoredAlert[]): void {
      for (const { subject } of open) {
        const stored = subject.kind === "operation" ? tracks.findOperation(subject.operation) : undefined;
        if (stored !== undefined) operations.resume(stored);
      }
    },
    setRules: judging.setRules,
    listNotJudged: judging.listNotJudged,
    /** Ends alerts for which nothing is received any more, by the clock, and updates the others. */
    tick(): void {
      if (Math.abs(clock.now() - tickedMs) < SECOND_MS) return;
      tickedMs = clock.now();
      judging.forgetTrafficBefore(tickedMs - TRAFFIC_MEMORY_MS);
      const isReporting = Math.abs(tickedMs - reportedMs) >= REPORT_INTERVAL_MS;
      if (isReporting) reportedMs = tickedMs;
      for (const operation of operations.all.values()) {
        if (operations.isQuiet(operation)) operations.remove(operation);
        if (operation.isReading || operation.isStale) continue;
        judging.reportOver(operation);
        if (isReporting) judging.reportDue(operation);
      }
    },
    /** Updates all alerts before the station stops. */
    finish: (): void => operations.all.forEach(judging.reportDue),
  };
}

function endedOf(alerts: readonly StoredAlert[]): readonly StoredAlert[] {
  return alerts.filter(isOpen).map((alert) => ({ ...alert, episode: endedEpisode(alert.episode) }));
}
