import { MINUTE_MS } from "../../kernel/clock.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../../storage/database.ts";
import { runWithoutSync } from "../../storage/run-without-sync.ts";
import { createTrackPacker } from "../../storage/tracks/track-packer.ts";

/** Up to this share of the file, unused pages are kept for future records. */
const UNUSED_SHARE = 1 / 4;
const PAGES_AT_ONCE = 64;

/** A track without new records for this long is packed completely. */
const RESTING_MS = 5 * MINUTE_MS;

export type TrackPacking = {
  /** The first track after another with points that are not packed. */
  readonly findTrack: (after: number) => number | undefined;
  /** The number of the last track. */
  readonly findLastTrack: () => number;
  /**
   * Packs at most one segment of a track, in a separate transaction; returns the number of points, 0 at the end of the
   * track.
   */
  readonly pack: (track: number, nowMs: number) => number;
  /**
   * Returns some pages to the disk while much of the file is unused, in a separate transaction; returns whether it did.
   * Packing a recording that has only rows leaves nine tenths of it unused.
   */
  readonly shrink: () => boolean;
};

/** Packs the telemetry of tracks, step by step: whatever is still stored as rows is still to be packed. */
export function createTrackPacking(writer: WritableDb): TrackPacking {
  const packers = [createTrackPacker(writer, UA_KIND), createTrackPacker(writer, OPERATOR_KIND)];
  const updatedMs = writer.prepare<[number], number>("SELECT updated_ms FROM suboperation WHERE id = ?").pluck();
  const lastTrack = writer.prepare<[], number | null>("SELECT max(id) FROM suboperation").pluck();
  const pagesOf = (name: "freelist_count" | "page_count") => Number(writer.pragma(name, { simple: true }));
  return {
    shrink() {
      const unused = pagesOf("freelist_count");
      if (unused <= pagesOf("page_count") * UNUSED_SHARE) return false;
      runWithoutSync(writer, () => void writer.pragma(`incremental_vacuum(${PAGES_AT_ONCE})`));
      return pagesOf("freelist_count") < unused;
    },
    findTrack(after) {
      const found = packers.flatMap((packer) => packer.findTrack(after) ?? []);
      return found.length === 0 ? undefined : Math.min(...found);
    },
    findLastTrack: () => lastTrack.get() ?? 0,
    pack(track, nowMs) {
      // A clock that was set back must not keep a track from being packed.
      const isResting = Math.abs(nowMs - (updatedMs.get(track) ?? 0)) > RESTING_MS;
      for (const packer of packers) {
        if (!packer.hasWork(track, isResting)) continue;
        // Not synchronised: the points are already on disk, as rows or packed, whatever a power cut leaves.
        return runWithoutSync(writer, () => packer.pack(track, isResting));
      }
      return 0;
    },
  };
}
