import type { Clock } from "../../kernel/clock.ts";
import { HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { StoredAlert } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import type { CompiledRule } from "./conditions.rules.ts";
import { silencesOf } from "./episodes.rules.ts";
import { alertOf } from "./reconcile.rules.ts";
import { judgeStored, loadTargets } from "./stored-judging.ts";

/** An alert that a rule would have raised, with the id of its operation. */
export type TestedAlert = { readonly alert: StoredAlert; readonly operationId: string | null };

export type RuleTest = {
  /** Oldest first. */
  readonly alerts: readonly TestedAlert[];
  /** Operations in whose records the height that the rule compares is unknown; `undefined` for other rules. */
  readonly notJudged: number | undefined;
};

type Parts = {
  readonly tracks: AlertTracks;
  readonly tracksInside: AlertsDeps["tracksInside"];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signal: AbortSignal;
};

/** The alerts that a rule would have raised in a range of time of the recording. Nothing is stored. */
export async function testRule(compiled: CompiledRule, range: TimeRange, parts: Parts): Promise<RuleTest> {
  const tested = { ...compiled, rule: { ...compiled.rule, appliesFromMs: -8.64e15 } };
  const nowMs = parts.clock.now();
  const settledMs = range.toMs >= nowMs ? nowMs : Infinity;
  const { alerts, notJudged } =
    compiled.rule.condition.kind === "sensor_silent"
      ? await testSensor(tested, { fromMs: range.fromMs, toMs: Math.min(range.toMs, nowMs) }, parts)
      : await testOperations(tested, range, { ...parts, settledMs });
  return { alerts: alerts.toSorted((a, b) => a.alert.episode.beganMs - b.alert.episode.beganMs), notJudged };
}

async function testOperations(
  compiled: CompiledRule,
  range: TimeRange,
  parts: Parts & { readonly settledMs: number },
): Promise<RuleTest> {
  const { tracks, signal, settledMs } = parts;
  const targetsAt = await loadTargets([compiled], range, { tracks, signal });
  const alerts: TestedAlert[] = [];
  let notJudged = 0;
  for (const operation of candidatesOf(compiled, range, parts)) {
    const judged = await judgeStored(operation, range, { rule: compiled, tracks, targetsAt, settledMs, signal });
    if (judged.isHeightUnknown) notJudged++;
    for (const episode of judged.episodes) {
      const id = parts.ids.random();
      const alert = alertOf(
        compiled.rule,
        { kind: "operation", operation },
        { id, episode, identifier: judged.identifier },
      );
      alerts.push({ alert, operationId: judged.uuid });
    }
    await yieldToEventLoop(signal);
  }
  return { alerts, notJudged: compiled.rule.condition.kind === "height_above" ? notJudged : undefined };
}

/** Operations with a position where the condition can hold. */
function candidatesOf({ shape }: CompiledRule, range: TimeRange, { tracks, tracksInside }: Parts): Iterable<number> {
  if (shape === null) return tracks.listOperations(range);
  const inside = [...tracksInside(shape.bbox, range)];
  return new Set(inside.flatMap((suboperation) => tracks.operationOf(suboperation) ?? []));
}

async function testSensor(
  { rule }: CompiledRule,
  { fromMs, toMs }: TimeRange,
  { tracks, ids, signal }: Parts,
): Promise<RuleTest> {
  if (rule.condition.kind !== "sensor_silent") return { alerts: [], notJudged: undefined };
  const { sensor_id: sensorId, seconds } = rule.condition;
  const timesMs: number[] = [];
  for (let at = fromMs; at <= toMs; at += HOUR_MS) {
    for (const timeMs of tracks.listSensorTimes(sensorId, { fromMs: at, toMs: Math.min(toMs, at + HOUR_MS - 1) }))
      timesMs.push(timeMs);
    await yieldToEventLoop(signal);
  }
  const alerts = silencesOf(timesMs, seconds * SECOND_MS, toMs).map((episode) => ({
    alert: alertOf(rule, { kind: "sensor", sensorId }, { id: ids.random(), episode }),
    operationId: null,
  }));
  return { alerts, notJudged: undefined };
}
