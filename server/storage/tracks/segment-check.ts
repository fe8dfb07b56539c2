import type Database from "better-sqlite3";
import { openSegment } from "../../kernel/track-segment/track-segment.ts";

/** Progress of a check of packed telemetry, in segments. */
export type CheckProgress = { readonly checked: number; readonly total: number };

const PROGRESS_EVERY = 20_000;

type Row = {
  readonly id: number;
  readonly kind: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
  readonly bytes: Uint8Array;
};

/**
 * Opens every segment of a recording: SQLite detects a changed byte only in the structure of its own pages. Returns a
 * sentence for each segment that is damaged or contradicts its row, at most `limit`.
 */
export function findDamagedSegments(
  db: Pick<Database.Database, "prepare">,
  limit: number,
  onProgress: (progress: CheckProgress) => void = () => undefined,
): readonly string[] {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'packed_segment'").get() === undefined) return [];
  const total = db.prepare<[], number>("SELECT count(*) FROM packed_segment").pluck().get()!;
  const found: string[] = [];
  let checked = 0;
  const all = db.prepare<[], Row>(
    "SELECT id, kind, first_ms AS firstMs, last_ms AS lastMs, point_count AS count, bytes FROM packed_segment",
  );
  for (const row of all.iterate()) {
    const reason = reasonOf(row);
    if (reason !== undefined) found.push(`segment ${row.id} of packed telemetry: ${reason}`);
    if (found.length >= limit) break;
    if (++checked % PROGRESS_EVERY === 0) onProgress({ checked, total });
  }
  return found;
}

function reasonOf({ bytes, kind, firstMs, lastMs, count }: Row): string | undefined {
  const opened = openSegment(bytes);
  if (opened.kind === "damaged") return opened.reason;
  const { segment } = opened;
  const isAsSaid =
    segment.trackKind === kind && segment.firstMs === firstMs && segment.lastMs === lastMs && segment.count === count;
  return isAsSaid ? undefined : "not what its row says";
}
