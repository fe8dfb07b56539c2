import { SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { mergeFacts } from "./facts.merge.ts";
import type { InitialPositions, Tally } from "./statistics.rules.ts";
import { addFact, emptyTally, statisticsOf } from "./statistics.rules.ts";
import type { StatisticsDeps, Window } from "./statistics.deps.ts";
import type { StatisticsInput, StatisticsStore, StoredStatistics } from "./statistics.store.ts";
import { keyOf, inputVersionOf } from "./statistics.store.ts";

/** Records younger than this may still be followed by older ones, because the delays of sensors differ. */
const UNSETTLED_MS = 30 * SECOND_MS;
/** Telemetry keeps arriving; after this many passes slightly outdated statistics are accepted. */
const MAX_PASSES = 4;

/** State from which a computation can be resumed; it includes all records up to a time. */
type Checkpoint = { readonly untilMs: number; readonly start: InitialPositions; readonly tally: Tally };

type Pass = { readonly tally: Tally; readonly checkpoint: Checkpoint | undefined; readonly checkpointText: string };

/**
 * Computes the statistics of some suboperations from their telemetry, in slices. A valid checkpoint is resumed, so that
 * an ongoing operation only costs its new records. `undefined` when the suboperations do not exist (any more).
 */
export function createRefresh(
  deps: Pick<StatisticsDeps, "clock" | "readUa" | "readOperators" | "readSensors">,
  store: Pick<StatisticsStore, "listInputs" | "countSensorPositions" | "findSensorPosition" | "findFirstOperator">,
): (
  suboperations: readonly number[],
  before: StoredStatistics | undefined,
  signal: AbortSignal,
) => Promise<StoredStatistics | undefined> {
  return async function refresh(suboperations, before, signal) {
    let inputs = store.listInputs(suboperations);
    let checkpoint = before && (JSON.parse(before.checkpoint) as Checkpoint);
    let pass: Pass | undefined;
    let inputVersion: string | null = null;
    for (let passes = 0; passes < MAX_PASSES && inputVersion === null; passes++) {
      if (inputs.length === 0) return undefined;
      const start = initialPositionsOf(inputs);
      const resumed = checkpoint && holds(checkpoint, start, inputs) ? checkpoint : undefined;
      pass = await run(inputs, start, resumed, signal);
      const after = store.listInputs(suboperations);
      const isUnchanged = inputVersionOf(after) === inputVersionOf(inputs);
      if (hasAll(pass.tally, after) || (isUnchanged && resumed === undefined)) inputVersion = inputVersionOf(after);
      // Nothing arrived during the pass and yet records are missing: they are older than the checkpoint, so start over.
      checkpoint = isUnchanged ? undefined : pass.checkpoint;
      inputs = after;
    }
    if (pass === undefined) return undefined;
    return {
      key: keyOf(suboperations),
      statistics: statisticsOf(pass.tally),
      computedMs: deps.clock.now(),
      inputVersion,
      checkpoint: pass.checkpointText,
    };
  };

  async function run(
    inputs: readonly StatisticsInput[],
    start: InitialPositions,
    resumed: Checkpoint | undefined,
    signal: AbortSignal,
  ): Promise<Pass> {
    const afterMs = resumed?.untilMs ?? -Infinity;
    const untilMs = Math.max(afterMs, lastOf(inputs) - UNSETTLED_MS);
    const tally = structuredClone(resumed?.tally ?? emptyTally(start));
    const sensorOf = new Map(inputs.flatMap(({ id, sensor }) => (sensor === null ? [] : [[id, sensor] as const])));
    let text: string | undefined;
    const settle = () => (text ??= JSON.stringify({ untilMs, start, tally } satisfies Checkpoint));
    const windows = inputs.map(({ id, firstMs, lastMs }) => ({ track: id, firstMs, lastMs }));
    const slices = mergeFacts({
      ua: deps.readUa(windowsAfter(windows, afterMs), signal),
      operators: deps.readOperators(windowsAfter(windows, afterMs), signal),
      sensors: deps.readSensors(windowsAfter(sensorWindows(inputs), afterMs), signal),
    });
    for await (const facts of slices) {
      for (const fact of facts) {
        if (fact.fact.timeMs > untilMs) settle();
        addFact(tally, fact, sensorOf);
      }
    }
    const checkpointText = settle();
    return { tally, checkpointText, checkpoint: JSON.parse(checkpointText) as Checkpoint };
  }

  /** Positions of operator and sensors at the first record, otherwise their first known positions. */
  function initialPositionsOf(inputs: readonly StatisticsInput[]): InitialPositions {
    const operators = inputs.flatMap(({ id }) => store.findFirstOperator(id) ?? []);
    const [first] = operators.toSorted((a, b) => a.timeMs - b.timeMs);
    const sensors: Record<number, Position> = {};
    for (const { sensor, sensorPositionMs } of inputs.toSorted((a, b) => b.firstMs - a.firstMs)) {
      const place =
        sensor === null || sensorPositionMs === null ? undefined : store.findSensorPosition(sensor, sensorPositionMs);
      if (sensor !== null && place !== undefined) sensors[sensor] = place;
    }
    return { operator: first === undefined ? null : { latitude: first.latitude, longitude: first.longitude }, sensors };
  }

  /** Whether the input of a checkpoint is unchanged, as far as the counts tell. */
  function holds(
    { untilMs, start, tally }: Checkpoint,
    now: InitialPositions,
    inputs: readonly StatisticsInput[],
  ): boolean {
    return JSON.stringify(start) === JSON.stringify(now) && hasPlaces(tally, inputs, untilMs);
  }

  function hasAll(tally: Tally, inputs: readonly StatisticsInput[]): boolean {
    const isWhole = inputs.every(
      ({ id, uaCount, operatorCount }) =>
        (tally.uaCounts[id] ?? 0) === uaCount && (tally.operatorCounts[id] ?? 0) === operatorCount,
    );
    return isWhole && hasPlaces(tally, inputs, Infinity);
  }

  function hasPlaces(tally: Tally, inputs: readonly StatisticsInput[], untilMs: number): boolean {
    return sensorWindows(inputs).every(
      ({ track, firstMs, lastMs }) =>
        (tally.sensorCounts[track] ?? 0) === store.countSensorPositions(track, firstMs - 1, Math.min(lastMs, untilMs)),
    );
  }
}

/** Time ranges after the first record; the initial positions cover the first record. */
function sensorWindows(inputs: readonly StatisticsInput[]): readonly Window[] {
  const placed = inputs.filter(({ sensor }) => sensor !== null);
  return [...Map.groupBy(placed, ({ sensor }) => sensor!)].map(([track, group]) => ({
    track,
    firstMs: Math.min(...group.map(({ firstMs }) => firstMs)) + 1,
    lastMs: lastOf(group),
  }));
}

function windowsAfter(windows: readonly Window[], afterMs: number): readonly Window[] {
  return windows
    .map((window) => ({ ...window, firstMs: Math.max(window.firstMs, afterMs + 1) }))
    .filter(({ firstMs, lastMs }) => firstMs <= lastMs);
}

function lastOf(inputs: readonly StatisticsInput[]): number {
  return Math.max(...inputs.map(({ lastMs }) => lastMs));
}
