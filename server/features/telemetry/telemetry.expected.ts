import type { ListTotal } from "../../contracts/route.ts";
import type { ListedRecord, TrackWindow } from "../../kernel/telemetry-plan.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createTrackCounter } from "../../storage/tracks/track-counts.ts";
import type { Track } from "./telemetry.deps.ts";

export type Page = { readonly limit: number; readonly offset: number };

/** A track, and the part of it that is read. */
export type TrackPart = { readonly track: Track; readonly window: TrackWindow };

/**
 * Estimates the number of records in a response without reading any: the record count for whole tracks, a share by time
 * for a part of a track.
 */
export function expectedOfTracks(parts: readonly TrackPart[], page: Page): number {
  let records = 0;
  for (const part of parts) {
    const { track, window } = part;
    const share = isWhole(part) ? 1 : (window.lastMs - window.firstMs + 1) / (track.lastMs - track.firstMs + 1);
    records += Math.ceil(track.recordCount * share);
  }
  return onPage(records, page);
}

type TotalOfTracks = (
  record: Exclude<ListedRecord, "system">,
  parts: readonly TrackPart[],
  page: Page,
) => ListTotal | null;

/**
 * Counts the records of tracks as far as a list needs it: from stored counts, without reading the tracks; for a list
 * with a limit, enough to know whether there is another page.
 */
export function createTotalOfTracks(db: ReadableDb): TotalOfTracks {
  const untilOf = { ua: createTrackCounter(db, UA_KIND), operator: createTrackCounter(db, OPERATOR_KIND) };
  return (record, parts, { limit, offset }) => {
    // The record count is that of aircraft records.
    const known = record === "ua" ? parts.filter(isWhole) : [];
    const unknown = record === "ua" ? parts.filter((part) => !isWhole(part)) : parts;
    let total = recordsOf(known);
    if (unknown.length === 0) return total;
    const end = offset + limit;
    const isPageOfAll = record === "ua" && total + recordsOf(unknown) <= end;
    if (limit === Infinity || isPageOfAll) return null;
    for (const { window } of unknown) {
      if (total > end) return { atLeast: total };
      const { track, firstMs, lastMs } = window;
      total += untilOf[record](track, lastMs) - untilOf[record](track, firstMs - 1);
    }
    return total;
  };
}

function isWhole({ track, window }: TrackPart): boolean {
  return window.firstMs <= track.firstMs && window.lastMs >= track.lastMs;
}

function recordsOf(parts: readonly TrackPart[]): number {
  return parts.reduce((sum, { track }) => sum + track.recordCount, 0);
}

/** Number of records on a page. */
export function onPage(records: number, { limit, offset }: Page): number {
  return Math.max(0, Math.min(records - offset, limit));
}
