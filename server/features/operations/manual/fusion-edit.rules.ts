import type { FusionEditKind } from "../../../contracts/fusion.ts";
import type { LinkReason } from "../../../contracts/operations.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";

/** Decisions about splitting and merging by hand, pure: what an edit changes, and whether it can be undone. */

/** Where a suboperation is and why; `operation` is the number of it. */
export type Placing = {
  readonly operation: number;
  readonly reason: LinkReason;
  readonly confidence: number;
  readonly isPinned: boolean;
};

/** A suboperation that an edit put somewhere, or held where it was. */
export type Placement = {
  readonly suboperation: number;
  readonly suboperationId: string;
  readonly from: Placing;
  readonly to: Placing;
};

/** An operation that became part of another by an edit, or stopped being part of one. */
export type Redirect = {
  readonly operation: number;
  readonly from: number | null;
  readonly to: number | null;
};

export type EditPlan = {
  readonly placements: readonly Placement[];
  readonly redirects: readonly Redirect[];
};

const FIRST_SEEN = { reason: "first_seen", confidence: 1 } as const;

/** The suboperations of all of them become the first one's, and stay together. */
export function planMerge(into: OperationModel, others: readonly OperationModel[]): EditPlan {
  return {
    placements: [
      ...into.suboperations.map((one) => held(one, into.id)),
      ...others.flatMap((other) => other.suboperations.map((one) => toManualPlacement(one, into.id))),
    ],
    redirects: others.map((other) => ({ operation: other.id, from: null, to: into.id })),
  };
}

/** Some suboperations become a new operation's; those and the others stay apart. */
export function planSplit(
  operation: OperationModel,
  isSplitOff: (suboperation: SuboperationModel) => boolean,
  fresh: number,
): EditPlan {
  const [first] = operation.suboperations.filter((one) => !isSplitOff(one)).toSorted((a, b) => a.firstMs - b.firstMs);
  const placements = operation.suboperations.map((one) => {
    if (isSplitOff(one)) return toManualPlacement(one, fresh);
    const staying = held(one, operation.id);
    return one === first && one.linkReason !== "by_hand"
      ? { ...staying, to: { ...staying.to, ...FIRST_SEEN } }
      : staying;
  });
  return { placements, redirects: [] };
}

/**
 * Everything back to where it was. An operation that was made by the edit becomes part of the one that it was split off,
 * with whatever has joined it since.
 */
export function planUndo(edit: EditPlan, operationsNow: readonly OperationModel[]): EditPlan {
  const placements = edit.placements.map(({ from, to, ...suboperation }) => ({ ...suboperation, from: to, to: from }));
  const redirects = edit.redirects.map(({ operation, from, to }) => ({ operation, from: to, to: from }));
  const ends = new Map(placements.map(({ from, to }) => [from.operation, to.operation]));
  const kept = new Set(placements.map(({ to }) => to.operation));
  const moved = new Set(placements.map(({ suboperation }) => suboperation));
  for (const operation of operationsNow) {
    const into = ends.get(operation.id);
    if (into === undefined || kept.has(operation.id)) continue;
    const joined = operation.suboperations.filter(({ id }) => !moved.has(id));
    placements.push(...joined.map((one) => movedAlong(one, into)));
    if (!redirects.some((redirect) => redirect.operation === operation.id)) {
      redirects.push({ operation: operation.id, from: null, to: into });
    }
  }
  return { placements, redirects };
}

/** What was removed of an operation that becomes part of another goes with it, for when it is brought back. */
export function movedAlong(suboperation: SuboperationModel, into: number): Placement {
  return { ...named(suboperation), from: placingOf(suboperation), to: movedTo(suboperation, into) };
}

function held(suboperation: SuboperationModel, operation: number): Placement {
  return {
    ...named(suboperation),
    from: placingOf(suboperation),
    to: { ...movedTo(suboperation, operation), isPinned: true },
  };
}

function toManualPlacement(suboperation: SuboperationModel, operation: number): Placement {
  const to: Placing = { operation, reason: "by_hand", confidence: 1, isPinned: true };
  return { ...named(suboperation), from: placingOf(suboperation), to };
}

function named({ id, uuid }: SuboperationModel) {
  return { suboperation: id, suboperationId: uuid };
}

function placingOf({ operation, linkReason, linkConfidence, isPinned }: SuboperationModel): Placing {
  return { operation: operation.id, reason: linkReason, confidence: linkConfidence, isPinned };
}

function movedTo(suboperation: SuboperationModel, operation: number): Placing {
  return { ...placingOf(suboperation), operation };
}

/** What is known of an edit to tell which of them hold. Later edits have greater numbers. */
export type EditFacts = {
  readonly number: number;
  readonly kind: FusionEditKind;
  /** Number of the edit that it undid. */
  readonly undoes: number | null;
  readonly suboperations: readonly number[];
};

/** The edits that do not hold any longer: those undone by one that does. */
export function undoneEditsOf(edits: readonly EditFacts[]): ReadonlySet<number> {
  const undone = new Set<number>();
  for (const { number, undoes } of edits.toSorted((a, b) => b.number - a.number)) {
    if (undoes !== null && !undone.has(number)) undone.add(undoes);
  }
  return undone;
}

export type UndoCheck = "undoable" | "undone" | "depended_on";

/** Whether an edit can be undone, seen among all edits about its operations. */
export function checkUndo(edit: EditFacts, edits: readonly EditFacts[]): UndoCheck {
  const undone = undoneEditsOf(edits);
  if (undone.has(edit.number)) return "undone";
  const touched = new Set(edit.suboperations);
  const isLaterDecision = (other: EditFacts) =>
    other.number > edit.number && other.kind !== "undo" && !undone.has(other.number);
  return edits.some((other) => isLaterDecision(other) && other.suboperations.some((one) => touched.has(one)))
    ? "depended_on"
    : "undoable";
}
