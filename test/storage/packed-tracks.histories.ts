import { createTelemetry } from "../../server/features/telemetry/index.ts";
import type { TelemetryDeps, Track } from "../../server/features/telemetry/telemetry.deps.ts";
import { systemClock } from "../../server/kernel/clock.ts";
import { NOON_MS, operatorPoint, uaPoint } from "../../server/kernel/points.fixture.ts";
import { OPERATOR_KIND, UA_KIND } from "../../server/kernel/track-segment/segment-columns.ts";
import type { OperatorPoint, UaPoint } from "../../server/kernel/telemetry.ts";
import { openTempStore, type TempStore } from "../../server/storage/temp-store.fixture.ts";
import { createTrackPacker } from "../../server/storage/tracks/track-packer.ts";

/** A store with the telemetry of a station; it packs only when it is told to. */
export type Side = {
  readonly temp: TempStore;
  /** Whether points that are written together may be packed at once. */
  readonly isPacked: boolean;
  telemetry: ReturnType<typeof createTelemetry>;
  packers: readonly ReturnType<typeof createTrackPacker>[];
};

/** Small enough that a short history fills many segments. */
const SIZES = { full: 16, few: 4 };

export function openSide(isPacked: boolean): Side {
  const temp = openTempStore();
  return { temp, isPacked, ...telemetryOf(temp) };
}

export function reopen(side: Side): void {
  side.temp.reopen();
  Object.assign(side, telemetryOf(side.temp));
}

function telemetryOf(temp: TempStore): Pick<Side, "telemetry" | "packers"> {
  const { reader, writer } = temp.store;
  const deps: TelemetryDeps = {
    reader,
    writer,
    clock: systemClock,
    maxBboxKm2: 1e9,
    tracksOfOperation: () => [],
    tracksOfIdentifier: () => [],
    tracksByNumber: (numbers) => [...numbers].map(trackOf),
    stateTimesOf: () => undefined,
    hasStationAccess: () => true,
  };
  const packers = ([UA_KIND, OPERATOR_KIND] as const).map((kind) => createTrackPacker(writer, kind, SIZES));
  return { telemetry: createTelemetry(deps), packers };
}

export function trackOf(suboperation: number): Track {
  const ids = { sensorId: "roof", operationId: `o${suboperation}`, suboperationId: `s${suboperation}` };
  return { suboperation, ...ids, firstMs: FIRST_MS, lastMs: LAST_MS, recordCount: 100 };
}

/** All times of a history are inside. */
export const FIRST_MS = NOON_MS - 3_600_000;
export const LAST_MS = NOON_MS + 3_600_000;

type Random = () => number;
const below = (random: Random, n: number) => Math.trunc(random() * n);

/** The steps that both stores take; packing and reopening are done to one only. */
export type Step =
  | { readonly kind: "record"; readonly track: number; readonly ua: readonly UaPoint[]; readonly isKept: boolean }
  | {
      readonly kind: "operator";
      readonly track: number;
      readonly points: readonly OperatorPoint[];
      readonly isKept: boolean;
    }
  | {
      readonly kind: "together";
      readonly track: number;
      readonly ua: readonly UaPoint[];
      readonly operator: readonly OperatorPoint[];
    }
  | { readonly kind: "replace"; readonly track: number; readonly ua: readonly UaPoint[] }
  | { readonly kind: "copy"; readonly from: number; readonly into: number }
  | { readonly kind: "purge"; readonly track: number }
  | { readonly kind: "refused"; readonly track: number; readonly ua: readonly UaPoint[] }
  | { readonly kind: "pack"; readonly track: number; readonly steps: number; readonly isResting: boolean }
  | { readonly kind: "reopen" };

/** A random history of two tracks. */
export function historyOf(random: Random, tracks: readonly [number, number]): readonly Step[] {
  let liveMs = NOON_MS;
  const used: number[] = [NOON_MS];
  const spacing = [1, 5, 250, 1000][below(random, 4)]!;

  function timeOf(way: number): number {
    if (way < 6) liveMs += 1 + below(random, spacing);
    const anywhere = NOON_MS - 20 + below(random, liveMs - NOON_MS + 40);
    const timeMs = way < 6 ? liveMs : way < 8 ? used[below(random, used.length)]! : anywhere;
    used.push(timeMs);
    return timeMs;
  }
  function point(timeMs: number): UaPoint {
    const values = below(random, 3);
    return uaPoint({
      timeMs,
      receivedMs: timeMs + below(random, 2),
      operationalState: ["airborne", "ground", "žluťoučký 🛩"][values]!,
      latitudeE7: 500_000_000 + values * 1000 + below(random, 2),
      longitudeE7: 144_000_000 - values,
      altitudeMslMm: values === 0 ? null : values * 90_000,
      rssiDbm: values === 2 ? -60 : null,
    });
  }
  const some = (count: number, isInOrder: boolean) =>
    Array.from({ length: 1 + below(random, count) }, () => point(timeOf(isInOrder ? 0 : below(random, 10))));

  const steps: Step[] = [];
  const purged = new Set<number>();
  for (let left = 10 + below(random, 25); left > 0; left--) {
    const track = tracks[below(random, 4) === 0 ? 1 : 0];
    const way = below(random, 20);
    // Nothing is written to removed tracks.
    if (purged.has(track)) continue;
    if (way < 6) steps.push({ kind: "record", track, ua: some(30, way < 4), isKept: below(random, 5) === 0 });
    else if (way < 8) {
      const points = some(12, way < 7).map(({ timeMs, latitudeE7 }) => operatorPoint({ timeMs, latitudeE7 }));
      steps.push({ kind: "operator", track, points, isKept: below(random, 4) === 0 });
    } else if (way < 9) {
      const operator = some(20, way < 8).map(({ timeMs, latitudeE7 }) => operatorPoint({ timeMs, latitudeE7 }));
      steps.push({ kind: "together", track, ua: some(300, below(random, 3) > 0), operator });
    } else if (way < 11) {
      const ua = some(50, way < 10);
      steps.push({ kind: "replace", track, ua: below(random, 3) === 0 ? ua.toReversed() : ua });
    } else if (way === 11) {
      const [from, into] = below(random, 2) === 0 ? tracks : [tracks[1], tracks[0]];
      if (!purged.has(into)) steps.push({ kind: "copy", from, into });
    } else if (way === 12) steps.push({ kind: "refused", track, ua: some(20, false) });
    else if (way === 13 && below(random, 6) === 0) {
      purged.add(track);
      steps.push({ kind: "purge", track });
    } else if (way === 14 && below(random, 40) === 0) steps.push({ kind: "reopen" });
    else steps.push({ kind: "pack", track, steps: 1 + below(random, 4), isResting: below(random, 2) === 0 });
  }
  return steps;
}

/** Does a step; returns the results of the writes. */
export function take(side: Side, step: Step): unknown {
  const { writer } = side.temp.store;
  const { recording, copyTrack, purge } = side.telemetry;
  const write = (work: () => unknown) => {
    const { result, confirm } = writer.transaction(() => {
      recording.forgetRolledBack();
      return { result: work(), confirm: recording.saveExtents() };
    })();
    confirm();
    return result;
  };
  switch (step.kind) {
    case "record": {
      const record = step.isKept ? recording.insertUaIfAbsent : recording.recordUa;
      return write(() => step.ua.map((point) => record(step.track, point)));
    }
    case "operator": {
      const record = step.isKept ? recording.insertOperatorIfAbsent : recording.recordOperator;
      return write(() => step.points.map((point) => record(step.track, point)));
    }
    case "together": {
      const { track, ua, operator } = step;
      if (side.isPacked) {
        return write(() => [recording.recordUaPoints(track, ua), recording.recordOperatorPoints(track, operator)]);
      }
      return write(() => [
        ua.map((point) => recording.recordUa(track, point)),
        operator.map((point) => recording.recordOperator(track, point)),
      ]);
    }
    case "replace":
      if (side.isPacked) return write(() => recording.replaceUa(step.track, step.ua, true));
      return write(() => {
        const sum = { added: 0, replaced: 0 };
        for (const point of step.ua) {
          const { added, replaced } = recording.replaceUa(step.track, [point], true);
          sum.added += added;
          sum.replaced += replaced;
        }
        return sum;
      });
    case "copy":
      return write(() => {
        const { ua, operator } = copyTrack(step.from, step.into);
        return { ua, operator };
      });
    case "purge": {
      let removed = 0;
      for (let rows = 1; rows > 0; removed += rows) {
        rows = writer.transaction(() => purge.removeOfSuboperation(step.track, 7))();
      }
      return removed;
    }
    case "refused":
      try {
        writer.transaction(() => {
          recording.forgetRolledBack();
          if (side.isPacked) recording.recordUaPoints(step.track, step.ua);
          else for (const point of step.ua) recording.recordUa(step.track, point);
          throw new Error("refused");
        })();
      } catch (error) {
        if (!(error instanceof Error) || error.message !== "refused") throw error;
      }
      return undefined;
    case "pack":
      for (let left = step.steps; left > 0; left--) {
        for (const packer of side.packers) writer.transaction(() => packer.pack(step.track, step.isResting))();
      }
      return undefined;
    case "reopen":
      reopen(side);
      return undefined;
  }
}
