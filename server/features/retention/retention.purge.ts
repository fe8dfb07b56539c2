import { MIN_TIME_MS } from "../../kernel/clock.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { RetentionPolicy } from "../../contracts/retention.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import { runWithoutSync } from "../../storage/run-without-sync.ts";
import type { EndedOperation, RetentionDeps } from "./retention.deps.ts";
import { ageLimitMs, excessBytes, isOngoing, graceEndMs, MIN_SYSTEM_AGE_MS } from "./retention.rules.ts";
import type { RetentionStore, Run } from "./retention.store.ts";

/** Number of operations that are hidden together before their rows are removed. */
const OPERATIONS_AT_ONCE = 20;
const PAGES_AT_ONCE = 200;
/** Pause between two steps, at least this long and at least three times as long as the step took. */
const MIN_PAUSE_MS = 1;
const PAUSE_PER_STEP = 3;

/**
 * Purges what is due, in steps of at most 200 rows. Operations are hidden before their rows are removed, so that no
 * response shows part of one; an interrupted purge continues with them. Rejects when the signal aborts or a write
 * fails.
 */
export async function purge(
  deps: RetentionDeps,
  store: RetentionStore,
  { policy, run, signal }: { readonly policy: RetentionPolicy; readonly run: Run; readonly signal: AbortSignal },
): Promise<void> {
  const { operations, participants, sensors, clock } = deps;
  deps.makeRoom();
  const ageTimeMs = () => store.ageTimeMs(clock.now());
  const startBytes = store.getSize().fileBytes;

  /** One step: a transaction that does not wait for the disk, then a pause. */
  async function step<T>(work: () => T): Promise<T> {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const result = runWithoutSync(deps.writer, work);
    const pauseMs = Math.max(MIN_PAUSE_MS, PAUSE_PER_STEP * (performance.now() - startedMs));
    // An abort during the pause still counts this step, but starts no further one.
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    return result;
  }

  async function removeSuboperation(suboperation: number): Promise<void> {
    for (const { removeOfSuboperation } of participants) {
      if (removeOfSuboperation === undefined) continue;
      let rows: number;
      do {
        rows = await step(() => removeOfSuboperation(suboperation, SLICE_ROWS));
        run.removed.records += rows;
      } while (rows > 0);
    }
    await step(() => {
      // Rows that were derived from it in the meantime.
      for (const { removeOfSuboperation } of participants) removeOfSuboperation?.(suboperation, SLICE_ROWS);
      const { operation, isEmpty } = operations.removeSuboperation(suboperation);
      run.removed.suboperations++;
      if (!isEmpty) return;
      for (const { removeOfOperation } of participants) removeOfOperation?.(operation);
      operations.removeOperation(operation);
      run.removed.operations++;
    });
  }

  /** What a user deleted, or an interrupted purge has hidden. */
  async function removeRemoved(untilMs: number): Promise<void> {
    for (;;) {
      const suboperations = operations.listDeleted(untilMs, SLICE_ROWS);
      if (suboperations.length === 0) return;
      for (const { suboperation } of suboperations) await removeSuboperation(suboperation);
    }
  }

  async function removeOperations(some: readonly EndedOperation[]): Promise<void> {
    if (some.length === 0) return;
    await step(() => operations.hide(some.map(({ operation }) => operation)));
    await deps.settled();
    await removeRemoved(0);
  }

  async function removeByAge(limitMs: number): Promise<void> {
    for await (const slice of endedBefore(limitMs)) await removeOperations(partition(deps, slice).due);
    await removeSystem(limitMs);
    for (const { removeBefore } of participants) {
      if (removeBefore === undefined) continue;
      while ((await step(() => removeBefore(limitMs, SLICE_ROWS))) > 0);
    }
  }

  /** The oldest operations, one by one, until the recording is small enough. */
  async function removeBySize(): Promise<void> {
    const excess = excessBytes(policy, usedBytes(store));
    if (excess === 0) return;
    const targetBytes = usedBytes(store) - excess;
    const keptMs = ageTimeMs() - MIN_SYSTEM_AGE_MS;
    for await (const slice of endedBefore(clock.now())) {
      for (const operation of partition(deps, slice).due) {
        if (usedBytes(store) <= targetBytes) return;
        await removeOperations([operation]);
      }
      await removeSystem(Math.min(slice.at(-1)!.lastMs, keptMs));
    }
    if (usedBytes(store) > targetBytes) await removeSystem(keptMs);
  }

  /** Operations that ended before a time, oldest first. */
  async function* endedBefore(beforeMs: number): AsyncGenerator<readonly EndedOperation[]> {
    let after: EndedOperation | null = null;
    for (;;) {
      const slice: readonly EndedOperation[] = operations.listEnded(beforeMs, after, OPERATIONS_AT_ONCE);
      after = slice.at(-1) ?? null;
      if (after === null) return;
      yield slice;
      // Yield even when none of them can be purged.
      await yieldToEventLoop(signal);
    }
  }

  /** System telemetry of sensors before a time, except while they received a suboperation that still exists. */
  async function removeSystem(beforeMs: number): Promise<void> {
    for (const sensorId of sensors.list()) {
      const rangesToKeep = (range: TimeRange) => operations.listSensorTimes(sensorId, range);
      let afterMs: number | null = MIN_TIME_MS;
      while (afterMs !== null) {
        const between: { readonly afterMs: number; readonly beforeMs: number } = { afterMs, beforeMs };
        const part: { readonly removed: number; readonly lastMs: number | null } = await step(() =>
          sensors.removeOf(sensorId, between, rangesToKeep, SLICE_ROWS),
        );
        run.removed.records += part.removed;
        afterMs = part.lastMs;
      }
    }
  }

  await deps.settled();
  await removeRemoved(graceEndMs(policy, ageTimeMs()));
  const limitMs = ageLimitMs(policy, ageTimeMs());
  if (limitMs !== null) await removeByAge(limitMs);
  await removeBySize();
  while (await step(() => store.shrink(PAGES_AT_ONCE))) run.freedBytes = startBytes - store.getSize().fileBytes;
}

/** Splits operations into those to purge and the number of those to keep. */
export function partition(
  { participants, clock }: Pick<RetentionDeps, "participants" | "clock">,
  operations: readonly EndedOperation[],
): { readonly due: readonly EndedOperation[]; readonly kept: number } {
  const present = operations.filter(({ suboperations }) => suboperations > 0);
  const ids = present.map(({ operation }) => operation);
  const kept = new Set(participants.flatMap(({ listKept }) => listKept?.(ids) ?? []));
  const due = present.filter((one) => !kept.has(one.operation) && !isOngoing(one, clock.now()));
  return { due, kept: present.length - due.length };
}

function usedBytes(store: RetentionStore): number {
  const { fileBytes, freeBytes } = store.getSize();
  return fileBytes - freeBytes;
}
