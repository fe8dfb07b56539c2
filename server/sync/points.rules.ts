import type { FlightPointInput } from "../contracts/flight-telemetry.ts";
import type { UploadPoint } from "./sync.deps.ts";

/** Points ready to be sent, how many of them are derived in part, and the times of those that cannot be sent. */
export type Prepared = {
  readonly points: readonly FlightPointInput[];
  readonly derived: number;
  readonly held: readonly string[];
};

/** The API requires a velocity: points without a known one are held back. */
export function prepareUpload(uploads: readonly UploadPoint[]): Prepared {
  return {
    points: uploads.flatMap(({ input }) => input ?? []),
    derived: uploads.filter(({ isDerived }) => isDerived).length,
    held: uploads.filter(({ input }) => input === null).map(({ time }) => time),
  };
}

/** An entry that has a time, of telemetry or of a status history. */
export type Timed = { readonly time: string };

/** Finds for each entry of this station the one of the peer at the same time. */
export type TimeMatch<T extends Timed> = {
  readonly missing: readonly T[];
  /** Entries of the peer beyond those of this station: stored twice, or from another sender. */
  readonly extra: number;
  readonly hasWholeSeconds: boolean;
};

export function matchTimes<T extends Timed>(here: readonly T[], there: readonly Timed[]): TimeMatch<T> {
  const times = there.map(({ time }) => Date.parse(time));
  const exact = matchBy(here, times, (timeMs) => timeMs);
  const isFractional = exact.missing.some(({ time }) => Date.parse(time) % 1000 !== 0);
  const mayBeWhole = isFractional && exact.extra.length > 0 && times.every((time) => time % 1000 === 0);
  if (!mayBeWhole) return { missing: exact.missing, extra: exact.extra.length, hasWholeSeconds: false };
  // The peer may truncate or round fractions. Exact matches are left out: they show nothing.
  const cut = matchBy(exact.missing, exact.extra, (timeMs) => Math.floor(timeMs / 1000));
  const rounded = matchBy(exact.missing, exact.extra, (timeMs) => Math.round(timeMs / 1000));
  const { missing, extra } = betterMatch(cut, rounded);
  return { missing, extra: extra.length, hasWholeSeconds: extra.length < exact.extra.length };
}

type Match<T> = { readonly missing: readonly T[]; readonly extra: readonly number[] };

/** If both explain equally many, entries that either misses are missing: they differ at the ends of a track. */
function betterMatch<T extends Timed>(cut: Match<T>, rounded: Match<T>): Match<T> {
  if (cut.missing.length < rounded.missing.length) return cut;
  if (cut.missing.length > rounded.missing.length) return rounded;
  const either = [...new Set([...cut.missing, ...rounded.missing])];
  return { missing: either.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)), extra: cut.extra };
}

function matchBy<T extends Timed>(here: readonly T[], times: readonly number[], keyOf: (timeMs: number) => number) {
  const unmatched = new Map<number, number[]>();
  for (const time of times) unmatched.set(keyOf(time), [...(unmatched.get(keyOf(time)) ?? []), time]);
  const missing = here.filter(({ time }) => unmatched.get(keyOf(Date.parse(time)))?.pop() === undefined);
  return { missing, extra: [...unmatched.values()].flat() };
}

/** Whether several entries fall into the same second, for a peer that truncates or rounds fractions. */
export function collideInSeconds(entries: readonly Timed[]): boolean {
  const seconds = entries.map(({ time }) => Date.parse(time) / 1000);
  return [Math.floor, Math.round].some((whole) => new Set(seconds.map(whole)).size < seconds.length);
}
