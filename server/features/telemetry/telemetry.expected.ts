import type { ExpectedRecords, TrackWindow } from "../../kernel/telemetry-plan.ts";
import type { Track } from "./telemetry.deps.ts";

export type Page = { readonly limit: number; readonly offset: number };

/**
 * Estimates the number of records in a response without reading any: the record count for whole tracks, a share by time
 * for a part of a track.
 */
export function expectedOfTracks(
  parts: readonly { readonly track: Track; readonly window: TrackWindow }[],
  page: Page,
): ExpectedRecords {
  let records = 0;
  let isExact = true;
  for (const { track, window } of parts) {
    const isWhole = window.firstMs <= track.firstMs && window.lastMs >= track.lastMs;
    isExact &&= isWhole;
    const share = isWhole ? 1 : (window.lastMs - window.firstMs + 1) / (track.lastMs - track.firstMs + 1);
    records += Math.ceil(track.recordCount * share);
  }
  return { records: onPage(records, page), total: records, isExact };
}

/** Number of records on a page. */
export function onPage(records: number, { limit, offset }: Page): number {
  return Math.max(0, Math.min(records - offset, limit));
}
