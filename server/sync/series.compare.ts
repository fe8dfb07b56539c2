import { type OutboxItem, updateItem } from "../features/sync/index.ts";
import { done, heldBy, type Outcome } from "./outcome.ts";
import { MIN_FULL_PAGE } from "./peer.pages.ts";
import { matchTimes, type Timed } from "./points.rules.ts";
import type { Pass } from "./pass.context.ts";
import { refusedOf } from "./series.send.ts";
import { EARLIEST_MS, type Series } from "./series.ts";

const PAGE = 1000;

type Compared = {
  readonly item: OutboxItem;
  readonly series: Series;
  readonly remoteId: string;
  /** Entries in order of time, the first of them after the cursor. */
  readonly chunk: readonly Timed[];
  readonly cursorMs: number;
};

/** The entries of a chunk that the peer lacks, or has with another value, in order of time. */
export async function listDifferent(pass: Pass, compared: Compared): Promise<Outcome<readonly Timed[]>> {
  const { item, series, chunk } = compared;
  updateItem(pass.deps.db, item.id, { state: "checking" });
  const read = await readThere(compared);
  if (read.kind === "held") return read;
  const there = read.value;
  const { missing, hasWholeSeconds } = matchTimes(chunk, there);
  // A peer that keeps whole seconds has another point of the same second there.
  const isWhole = hasWholeSeconds || pass.peer().capabilities.whole_seconds === true;
  if (isWhole) return done(missing);
  const unlike = new Set([...missing, ...listChanged(series, chunk, there)]);
  return done(chunk.filter((entry) => unlike.has(entry)));
}

async function readThere({ item, series, remoteId, chunk, cursorMs }: Compared): Promise<Outcome<readonly Timed[]>> {
  const lastMs = Date.parse(chunk.at(-1)!.time) + 1000;
  const there: Timed[] = [];
  // The peer has everything before the cursor; it may have more, but hardly less.
  const known = cursorMs === EARLIEST_MS ? 0 : series.count(item.localId, cursorMs);
  const begin = Math.max(0, known - refusedOf(item).length);
  for (;;) {
    const answer = await series.readThere(remoteId, begin + there.length, PAGE);
    if (answer.kind !== "ok") return heldBy(answer);
    const page = answer.body;
    there.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < MIN_FULL_PAGE || Date.parse(last.time) > lastMs) return done(there);
  }
}

/** Entries that have another value there. */
export function listChanged(
  series: Pick<Series, "isChanged">,
  here: readonly Timed[],
  there: readonly Timed[],
): readonly Timed[] {
  const byTime = new Map(there.map((entry) => [Date.parse(entry.time), entry]));
  return here.filter((entry) => {
    const other = byTime.get(Date.parse(entry.time));
    return other !== undefined && series.isChanged(entry, other);
  });
}
