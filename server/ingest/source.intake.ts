import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { refusalKey, type SourceInput, type Refused, type Refusals } from "./decoded.ts";
import type { SourceChanges } from "./source.changes.ts";
import { recordError, type SourceEntry } from "./source.entry.ts";
import { SourceFailure } from "./source.failure.ts";
import type { SourceSupervisorDeps } from "./source.supervisor.deps.ts";

/** The kinds that count as frames: reports about an aircraft, not about a receiver. */
const COUNTED: ReadonlySet<SourceInput["kind"]> = new Set(["frame", "sighting", "traffic", "vehicle"]);

/**
 * Maximum number of frames of one source that wait for the disk; a live source that is faster loses the newest ones,
 * which are counted.
 */
const MAX_PENDING_FRAMES = 20_000;

export type SourceIntake = ReturnType<typeof createSourceIntake>;

/** Counts what sources decoded and passes it on to be stored. */
export function createSourceIntake(deps: {
  readonly take: SourceSupervisorDeps["take"];
  readonly changes: SourceChanges;
  readonly clock: Clock;
  readonly log: Log;
}) {
  function refuse(entry: SourceEntry, reason: string, count: number): void {
    entry.activity.refused(reason, count, deps.clock.now());
    deps.changes.notifySoon(entry);
  }

  async function store(entry: SourceEntry, decoded: readonly SourceInput[]): Promise<Refusals> {
    const refused = new Map<string, number>();
    if (entry.abort.signal.aborted) return refused;
    const nowMs = deps.clock.now();
    const taken: Exclude<SourceInput, Refused>[] = [];
    let frames = 0;
    for (const one of decoded) {
      if (one.kind === "refused") {
        const key = refusalKey(one);
        refuse(entry, key, 1);
        refused.set(key, (refused.get(key) ?? 0) + 1);
      } else {
        taken.push(one);
      }
      if (COUNTED.has(one.kind)) frames += 1;
    }
    if (taken.length === 0) return refused;
    if (entry.pendingFrames > 0 && entry.pendingFrames + frames > MAX_PENDING_FRAMES) {
      refuse(entry, "overloaded", frames);
      throw new SourceFailure("More arrives than can be stored; what came last was dropped.");
    }
    entry.pendingFrames += frames;
    try {
      const later = await deps.take(entry.source, taken);
      for (const [reason, count] of later) refused.set(reason, (refused.get(reason) ?? 0) + count);
    } finally {
      entry.pendingFrames -= frames;
    }
    if (frames > 0) entry.activity.took(frames, nowMs, behindOf(entry, taken, nowMs));
    deps.changes.notifySoon(entry);
    return refused;
  }

  function take(entry: SourceEntry, decoded: readonly SourceInput[]): Promise<Refusals> {
    const stored = store(entry, decoded);
    // A live source does not await the result; without this handler, a failure would end the whole process.
    stored.catch((error: unknown) => {
      recordError(entry, error, deps.clock.now());
      // An overload would flood the log: it is counted and shown instead.
      const isCounted = error instanceof SourceFailure;
      if (!isCounted)
        deps.log.error({ sourceId: entry.source.id, err: error }, "could not store what a source decoded");
      deps.changes.notifySoon(entry);
    });
    return stored;
  }

  return { take, refuse };
}

/** The delay of the last of several inputs; `null` without a time, and in a recording, which is of the past. */
function behindOf({ source }: SourceEntry, taken: readonly SourceInput[], nowMs: number): number | null {
  const last = taken.at(-1);
  if (source.settings.kind === "file" || last?.kind !== "frame" || last.observedAtMs === null) return null;
  return nowMs - last.observedAtMs;
}
