import type { FusionEdit, FusionEditKind } from "../../../contracts/fusion.ts";
import type { LinkReason } from "../../../contracts/operations.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";

/** Decisions about manual splitting and merging, pure: what an edit changes, and whether it can be undone. */

/** The operation, by its number, to which a suboperation belongs, and why. */
export type Membership = {
  readonly operation: number;
  readonly reason: LinkReason;
  readonly confidence: number;
  readonly isPinned: boolean;
};

/** A suboperation that an edit moved, or pinned where it was. */
export type Placement = {
  readonly suboperation: number;
  readonly suboperationId: string;
  readonly from: Membership;
  readonly to: Membership;
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

/** All suboperations go to the first operation and are pinned there. */
export function planMerge(into: OperationModel, others: readonly OperationModel[]): EditPlan {
  return {
    placements: [
      ...into.suboperations.map((one) => pinned(one, into.id)),
      ...others.flatMap((other) => other.suboperations.map((one) => toManualPlacement(one, into.id))),
    ],
    redirects: others.map((other) => ({ operation: other.id, from: null, to: into.id })),
  };
}

/** Moves some suboperations to a new operation; all are pinned where they are then. */
export function planSplit(
  operation: OperationModel,
  isSplitOff: (suboperation: SuboperationModel) => boolean,
  fresh: number,
): EditPlan {
  const [first] = operation.suboperations.filter((one) => !isSplitOff(one)).toSorted((a, b) => a.firstMs - b.firstMs);
  const placements = operation.suboperations.map((one) => {
    if (isSplitOff(one)) return toManualPlacement(one, fresh);
    const staying = pinned(one, operation.id);
    return one === first && one.linkReason !== "by_hand"
      ? { ...staying, to: { ...staying.to, ...FIRST_SEEN } }
      : staying;
  });
  return { placements, redirects: [] };
}

/**
 * Moves everything back to where it was. An operation that the edit split off is merged into the one it came from, with
 * whatever has joined it since.
 */
export function planUndo(edit: EditPlan, operationsNow: readonly OperationModel[]): EditPlan {
  const placements = edit.placements.map(({ from, to, ...suboperation }) => ({ ...suboperation, from: to, to: from }));
  const redirects = edit.redirects.map(({ operation, from, to }) => ({ operation, from: to, to: from }));
  const origins = new Map(placements.map(({ from, to }) => [from.operation, to.operation]));
  const remaining = new Set(placements.map(({ to }) => to.operation));
  const moved = new Set(placements.map(({ suboperation }) => suboperation));
  for (const operation of operationsNow) {
    const into = origins.get(operation.id);
    if (into === undefined || remaining.has(operation.id)) continue;
    const joined = operation.suboperations.filter(({ id }) => !moved.has(id));
    placements.push(...joined.map((one) => movedWithOperation(one, into)));
    if (!redirects.some((redirect) => redirect.operation === operation.id)) {
      redirects.push({ operation: operation.id, from: null, to: into });
    }
  }
  return { placements, redirects };
}

/** A suboperation that moves together with its operation into another one. */
export function movedWithOperation(suboperation: SuboperationModel, into: number): Placement {
  return { ...referenceOf(suboperation), from: membershipOf(suboperation), to: movedTo(suboperation, into) };
}

function pinned(suboperation: SuboperationModel, operation: number): Placement {
  return {
    ...referenceOf(suboperation),
    from: membershipOf(suboperation),
    to: { ...movedTo(suboperation, operation), isPinned: true },
  };
}

function toManualPlacement(suboperation: SuboperationModel, operation: number): Placement {
  const to: Membership = { operation, reason: "by_hand", confidence: 1, isPinned: true };
  return { ...referenceOf(suboperation), from: membershipOf(suboperation), to };
}

function referenceOf({ id, uuid }: SuboperationModel) {
  return { suboperation: id, suboperationId: uuid };
}

function membershipOf({ operation, linkReason, linkConfidence, isPinned }: SuboperationModel): Membership {
  return { operation: operation.id, reason: linkReason, confidence: linkConfidence, isPinned };
}

function movedTo(suboperation: SuboperationModel, operation: number): Membership {
  return { ...membershipOf(suboperation), operation };
}

/** The facts that decide which edits are in force. Later edits have higher numbers. */
export type EditFacts = {
  readonly number: number;
  readonly kind: FusionEditKind;
  readonly by: FusionEdit["by"];
  /** Number of the edit that it undoes. */
  readonly undoes: number | null;
  readonly suboperations: readonly number[];
};

/** Numbers of the edits that were undone, by an edit that was not undone itself. */
export function undoneEditsOf(edits: readonly EditFacts[]): ReadonlySet<number> {
  const undone = new Set<number>();
  for (const { number, undoes } of edits.toSorted((a, b) => b.number - a.number)) {
    if (undoes !== null && !undone.has(number)) undone.add(undoes);
  }
  return undone;
}

export function factsOf({
  number,
  kind,
  by,
  undoes,
  placements,
}: EditPlan & Omit<EditFacts, "suboperations">): EditFacts {
  return { number, kind, by, undoes, suboperations: placements.map(({ suboperation }) => suboperation) };
}

/** Numbers of the operations that suboperations went from or to. */
export function operationsIn({ placements }: EditPlan): readonly number[] {
  return [...new Set(placements.flatMap(({ from, to }) => [from.operation, to.operation]))];
}

export type UndoCheck = "undoable" | "undone" | "depended_on" | "by_station";

/** Whether an edit can be undone, seen among all edits about its operations. */
export function checkUndo(edit: EditFacts, edits: readonly EditFacts[]): UndoCheck {
  // The station would separate them again at once; a manual merge is possible and stays.
  if (edit.by === "station") return "by_station";
  const undone = undoneEditsOf(edits);
  if (undone.has(edit.number)) return "undone";
  const touched = new Set(edit.suboperations);
  const isLaterDecision = (other: EditFacts) =>
    other.number > edit.number && other.by === "user" && other.kind !== "undo" && !undone.has(other.number);
  return edits.some((other) => isLaterDecision(other) && other.suboperations.some((one) => touched.has(one)))
    ? "depended_on"
    : "undoable";
}
