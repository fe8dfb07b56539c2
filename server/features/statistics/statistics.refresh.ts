import { SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { mergeFacts } from "./facts.merge.ts";
import type { Start, Tally } from "./figures.rules.ts";
import { addFact, emptyTally, figuresOf } from "./figures.rules.ts";
import type { StatisticsDeps, Window } from "./statistics.deps.ts";
import type { Basis, StatisticsStore, Stored } from "./statistics.store.ts";
import { keyOf, stampOf } from "./statistics.store.ts";

/** Sensors hand over at different paces: what is younger than this may still get company from before it. */
const UNSETTLED_MS = 30 * SECOND_MS;
/** More arrives all the time: after so many attempts the figures are those of a moment ago. */
const MOST_PASSES = 4;

/** A computation that can be gone on with: all records up to a time are in it. */
type Checkpoint = { readonly untilMs: number; readonly start: Start; readonly tally: Tally };

type Pass = { readonly tally: Tally; readonly checkpoint: Checkpoint | undefined; readonly checkpointText: string };

/**
 * Computes the figures of some suboperations from their telemetry, in slices. What was computed before is gone on with
 * where it still holds, so that a flight in the air costs what it gained. `undefined` when there are no such
 * suboperations (any more).
 */
export function createRefresh(
  deps: Pick<StatisticsDeps, "clock" | "readUa" | "readOperators" | "readSensors">,
  store: Pick<StatisticsStore, "listBases" | "countPlaces" | "findPlace" | "findFirstOperator">,
): (fragments: readonly number[], before: Stored | undefined, signal: AbortSignal) => Promise<Stored | undefined> {
  return async function refresh(fragments, before, signal) {
    let bases = store.listBases(fragments);
    let checkpoint = before && (JSON.parse(before.checkpoint) as Checkpoint);
    let pass: Pass | undefined;
    let stamp: string | null = null;
    for (let passes = 0; passes < MOST_PASSES && stamp === null; passes++) {
      if (bases.length === 0) return undefined;
      const start = startOf(bases);
      const resumed = checkpoint && holds(checkpoint, start, bases) ? checkpoint : undefined;
      pass = await run(bases, start, resumed, signal);
      const after = store.listBases(fragments);
      const isUnchanged = stampOf(after) === stampOf(bases);
      if (hasAll(pass.tally, after) || (isUnchanged && resumed === undefined)) stamp = stampOf(after);
      // Nothing came while it ran, and yet something is missing: it is older than where the computation went on.
      checkpoint = isUnchanged ? undefined : pass.checkpoint;
      bases = after;
    }
    if (pass === undefined) return undefined;
    return {
      key: keyOf(fragments),
      figures: figuresOf(pass.tally),
      computedMs: deps.clock.now(),
      stamp,
      checkpoint: pass.checkpointText,
    };
  };

  async function run(
    bases: readonly Basis[],
    start: Start,
    resumed: Checkpoint | undefined,
    signal: AbortSignal,
  ): Promise<Pass> {
    const afterMs = resumed?.untilMs ?? -Infinity;
    const untilMs = Math.max(afterMs, lastOf(bases) - UNSETTLED_MS);
    const tally = structuredClone(resumed?.tally ?? emptyTally(start));
    const sensorOf = new Map(bases.flatMap(({ id, sensor }) => (sensor === null ? [] : [[id, sensor] as const])));
    let text: string | undefined;
    const settle = () => (text ??= JSON.stringify({ untilMs, start, tally } satisfies Checkpoint));
    const windows = bases.map(({ id, firstMs, lastMs }) => ({ track: id, firstMs, lastMs }));
    const slices = mergeFacts({
      ua: deps.readUa(windowsAfter(windows, afterMs), signal),
      operators: deps.readOperators(windowsAfter(windows, afterMs), signal),
      sensors: deps.readSensors(windowsAfter(sensorWindows(bases), afterMs), signal),
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

  /** Where operator and sensors were at the first record, or else where they first were. */
  function startOf(bases: readonly Basis[]): Start {
    const operators = bases.flatMap(({ id }) => store.findFirstOperator(id) ?? []);
    const [first] = operators.toSorted((a, b) => a.timeMs - b.timeMs);
    const sensors: Record<number, Position> = {};
    for (const { sensor, placedMs } of bases.toSorted((a, b) => b.firstMs - a.firstMs)) {
      const place = sensor === null || placedMs === null ? undefined : store.findPlace(sensor, placedMs);
      if (sensor !== null && place !== undefined) sensors[sensor] = place;
    }
    return { operator: first === undefined ? null : { latitude: first.latitude, longitude: first.longitude }, sensors };
  }

  /** Whether nothing that a checkpoint took in has changed, as far as that can be told before the end. */
  function holds({ untilMs, start, tally }: Checkpoint, now: Start, bases: readonly Basis[]): boolean {
    return JSON.stringify(start) === JSON.stringify(now) && hasPlaces(tally, bases, untilMs);
  }

  function hasAll(tally: Tally, bases: readonly Basis[]): boolean {
    const isWhole = bases.every(
      ({ id, uaCount, operatorCount }) =>
        (tally.uaCounts[id] ?? 0) === uaCount && (tally.operatorCounts[id] ?? 0) === operatorCount,
    );
    return isWhole && hasPlaces(tally, bases, Infinity);
  }

  function hasPlaces(tally: Tally, bases: readonly Basis[], untilMs: number): boolean {
    return sensorWindows(bases).every(
      ({ track, firstMs, lastMs }) =>
        (tally.sensorCounts[track] ?? 0) === store.countPlaces(track, firstMs - 1, Math.min(lastMs, untilMs)),
    );
  }
}

/** From after the first record on: where the sensor was at that one is known from the start. */
function sensorWindows(bases: readonly Basis[]): readonly Window[] {
  const placed = bases.filter(({ sensor }) => sensor !== null);
  return [...Map.groupBy(placed, ({ sensor }) => sensor!)].map(([track, heard]) => ({
    track,
    firstMs: Math.min(...heard.map(({ firstMs }) => firstMs)) + 1,
    lastMs: lastOf(heard),
  }));
}

function windowsAfter(windows: readonly Window[], afterMs: number): readonly Window[] {
  return windows
    .map((window) => ({ ...window, firstMs: Math.max(window.firstMs, afterMs + 1) }))
    .filter(({ firstMs, lastMs }) => firstMs <= lastMs);
}

function lastOf(bases: readonly Basis[]): number {
  return Math.max(...bases.map(({ lastMs }) => lastMs));
}
