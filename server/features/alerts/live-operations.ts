import type { Clock } from "../../kernel/clock.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { factsOf, type StoredOperation, type SuboperationFacts } from "./alert-tracks.store.ts";
import { type JudgedOperation, newJudgedOperation } from "./judged-operation.ts";

/** A suboperation with its data from the fusion. */
export type LiveSuboperation = {
  readonly id: number;
  readonly ownerId: string | null;
  readonly isPrivate: boolean;
  readonly declared: { readonly identifiers: readonly { readonly value: string }[] };
  readonly warnings: readonly { readonly type: string }[];
  readonly operation: LiveOperation;
};

export type LiveOperation = {
  readonly id: number;
  readonly uuid: string;
  readonly firstMs: number;
  readonly suboperations: readonly LiveSuboperation[];
};

/** An operation leaves memory this long after its last record. */
const MAX_QUIET_MS = 5 * MINUTE_MS;
/** An operation whose records always come late is read again at most this often. */
const MIN_READ_INTERVAL_MS = 5 * SECOND_MS;

/** The operations in progress, and which of them have to be judged again from the database. */
export function createLiveOperations(clock: Clock, minReadIntervalMs = MIN_READ_INTERVAL_MS) {
  const all = new Map<number, JudgedOperation>();
  const operationOf = new Map<number, number>();
  const stale = new Set<number>();

  function setStale(operation: JudgedOperation | undefined): void {
    if (operation === undefined) return;
    operation.isStale = true;
    stale.add(operation.id);
  }

  function find(live: LiveOperation, timeMs: number): JudgedOperation {
    let operation = all.get(live.id);
    if (operation === undefined) {
      all.set(live.id, (operation = newJudgedOperation(live)));
      // There is more of it than what is about to come.
      if (live.firstMs < timeMs) setStale(operation);
    }
    operation.receivedMs = clock.now();
    return operation;
  }

  function isKnown(operation: JudgedOperation, { id, declared, warnings, isPrivate }: LiveSuboperation): boolean {
    const before = operation.known.get(id);
    if (before?.declared !== declared || before.warnings !== warnings || before.isPrivate !== isPrivate) return false;
    return operationOf.get(id) === operation.id;
  }

  /** Updates the facts about an operation; its samples so far may have been judged without them. */
  function takeFacts(operation: JudgedOperation, suboperation: LiveSuboperation): void {
    const { id, declared, warnings, isPrivate, operation: live } = suboperation;
    operation.known.set(id, { declared, warnings, isPrivate });
    const from = operationOf.get(id);
    operationOf.set(id, live.id);
    if (from !== live.id && from !== undefined) [all.get(from), operation].forEach(setStale);
    const facts = factsOf(live.suboperations.map(toFacts));
    const isOther =
      facts.isImplausible !== operation.isImplausible ||
      facts.identifiers.join("\n") !== operation.identifiers.join("\n") ||
      !operation.judged.every((one) => facts.judged.includes(one));
    Object.assign(operation, facts, { uuid: live.uuid });
    if (isOther && operation.samples.length > 0) setStale(operation);
  }

  return {
    all: all as ReadonlyMap<number, JudgedOperation>,
    setStale,
    /** The operation of a record. */
    ofRecord(suboperation: LiveSuboperation, timeMs: number): JudgedOperation {
      const operation = find(suboperation.operation, timeMs);
      if (!isKnown(operation, suboperation)) takeFacts(operation, suboperation);
      return operation;
    },
    /** Updates the suboperations of an operation after a merge or a split. */
    takeChange(live: LiveOperation): void {
      for (const suboperation of live.suboperations) {
        const from = operationOf.get(suboperation.id);
        if (from === undefined) continue;
        const operation = find(live, Infinity);
        if (!isKnown(operation, suboperation)) takeFacts(operation, suboperation);
      }
      const operation = all.get(live.id);
      if (operation?.judged.some((id) => !live.suboperations.some((one) => one.id === id))) setStale(operation);
    },
    /** Marks an operation whose stored records have changed, so that it is judged again. */
    repeat: (live: LiveOperation): void => setStale(find(live, Infinity)),
    /** Continues an operation from before the station was started. */
    resume(stored: StoredOperation): void {
      const operation = newJudgedOperation(stored);
      operation.receivedMs = clock.now();
      all.set(stored.id, operation);
      for (const id of stored.judged) operationOf.set(id, stored.id);
      setStale(operation);
    },
    /** The operations that have to be judged again now; each is returned once until it is marked again. */
    takeStale(): readonly JudgedOperation[] {
      const nowMs = clock.now();
      const taken = [...stale]
        .flatMap((id) => all.get(id) ?? [])
        .filter(({ readMs }) => Math.abs(nowMs - readMs) >= minReadIntervalMs);
      for (const operation of taken) {
        operation.readMs = nowMs;
        stale.delete(operation.id);
      }
      return taken;
    },
    remove(operation: JudgedOperation): void {
      all.delete(operation.id);
      stale.delete(operation.id);
      for (const id of [...operation.known.keys(), ...operation.judged]) {
        if (operationOf.get(id) === operation.id) operationOf.delete(id);
      }
    },
    isQuiet: ({ receivedMs, isStale, isReading }: JudgedOperation): boolean =>
      clock.now() - receivedMs >= MAX_QUIET_MS && !isStale && !isReading,
  };
}

function toFacts({ id, ownerId, isPrivate, declared, warnings }: LiveSuboperation): SuboperationFacts {
  return { id, ownerId, isPrivate, identifiers: declared.identifiers, warnings };
}
