import { COLUMNS, type TrackKind } from "./segment-columns.ts";

type Random = () => number;
type Value = number | string | null;

const WORDS = ["airborne", "ground", "", "MSL", "ä€😀", "\u0000", "x".repeat(300)];
const EXTREMES = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 48, -(2 ** 48), 2 ** 48 + 1, 2 ** 53 - 1, 1 - 2 ** 53];
const GAPS_MS = [1, 1, 2, 100, 1000, 60_000, 366 * 86_400_000];
const MAX_POINTS = 16;
const POSITIONS = new Set(["latitudeE7", "longitudeE7"]);
const REQUIRED = new Set([...POSITIONS, "timeMs", "receivedMs", "operationalState", "sourceType"]);

/** A list of points whose columns are of all kinds: absent, equal, walking, jumping, extreme; with and without nulls. */
export function randomPoints(random: Random, kind: TrackKind, list: number): readonly object[] {
  const upTo = (end: number) => Math.floor(random() * end);
  const count = list % 10 === 0 ? 1 : list % 500 === 1 ? 700 : 1 + upTo(MAX_POINTS);
  const columns = COLUMNS[kind].map(({ field, isText }) => {
    const one = valuesOf(upTo, { field, isText });
    const hasNulls = !REQUIRED.has(field) && upTo(3) === 0;
    const isAbsent = !REQUIRED.has(field) && upTo(4) === 0;
    return { field, next: () => (isAbsent || (hasNulls && upTo(3) === 0) ? null : one()) };
  });
  return Array.from({ length: count }, () => Object.fromEntries(columns.map(({ field, next }) => [field, next()])));
}

function valuesOf(upTo: (end: number) => number, { field, isText }: { field: string; isText: boolean }): () => Value {
  if (isText) {
    const words = WORDS.slice(0, 1 + upTo(WORDS.length));
    return () => words[upTo(words.length)]!;
  }
  if (field === "timeMs") return timesFrom(upTo);
  const range = POSITIONS.has(field) ? 2 ** 31 : 2 ** (1 + upTo(52));
  const fixed = upTo(range) - upTo(range);
  let walking = fixed;
  const step = 1 + upTo(1000);
  const bound = POSITIONS.has(field) ? 2 ** 31 - 1 : 2 ** 53 - 1;
  const extremes = EXTREMES.filter((value) => value >= -bound && value <= bound);
  const ways: readonly (() => number)[] = [
    () => fixed,
    () => (walking = Math.max(-bound, Math.min(bound, walking + upTo(step) - (step >> 1)))),
    () => (walking = upTo(20) === 0 ? fixed : Math.min(bound, walking + 3)),
    () => upTo(range) - upTo(range),
    () => extremes[upTo(extremes.length)]!,
  ];
  return ways[upTo(ways.length)]!;
}

function timesFrom(upTo: (end: number) => number): () => number {
  let timeMs = [Date.UTC(2026, 4, 1), 0, -8.64e15, 8e15, Date.UTC(1969, 11, 31)][upTo(5)]!;
  const gapMs = GAPS_MS[upTo(GAPS_MS.length)]!;
  const isSteady = upTo(2) === 0;
  return () => (timeMs += isSteady ? gapMs : GAPS_MS[upTo(GAPS_MS.length)]!);
}
