import type { TrackWindow } from "../../kernel/telemetry-plan.ts";

/** A part of a track, and its approximate number of records. */
export type SizedWindow = TrackWindow & { readonly records: number };

const MIN_SPACING_MS = 1000;

/**
 * The requested spacing, or a larger one with which all windows together have at most `maxRecords`: each has at most
 * one record per spacing, and one more.
 */
export function boundedSpacing(windows: readonly SizedWindow[], askedMs: number, maxRecords: number): number {
  const longestMs = windows.reduce((longest, { firstMs, lastMs }) => Math.max(longest, lastMs - firstMs), 0);
  let spacingMs = askedMs;
  while (spacingMs <= longestMs && countWith(windows, spacingMs) > maxRecords) {
    spacingMs = Math.max(MIN_SPACING_MS, spacingMs * 2);
  }
  return spacingMs;
}

function countWith(windows: readonly SizedWindow[], spacingMs: number): number {
  return windows.reduce((sum, { records, firstMs, lastMs }) => {
    const atMost = spacingMs === 0 ? Infinity : Math.floor((lastMs - firstMs) / spacingMs) + 1;
    return sum + Math.min(records, atMost);
  }, 0);
}

/** Keeps the first record, and then always the first one that is at least the spacing later. */
export function thinBySpacing<P extends { readonly timeMs: number }>(
  points: readonly P[],
  spacingMs: number,
): readonly P[] {
  if (spacingMs === 0) return points;
  let nextMs = -Infinity;
  return points.filter(({ timeMs }) => {
    if (timeMs < nextMs) return false;
    nextMs = timeMs + spacingMs;
    return true;
  });
}
