import { z } from "zod";
import { Datetime, OperationId, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { LINK_REASONS, Operation } from "./operations.ts";
import { defineRoutes } from "./route.ts";

/** Merging and splitting of operations by users, and by the station itself: not part of the cloud service. */

/** Maximum number of operations or suboperations in one edit. */
export const MAX_IDS = 100;

export const FUSION_EDIT_KINDS = ["merge", "split", "undo"] as const;
export type FusionEditKind = (typeof FUSION_EDIT_KINDS)[number];

export const FusionEdit = z
  .object({
    id: z.string().describe("A UUID."),
    kind: z.enum(FUSION_EDIT_KINDS).describe("`merge`, `split`, or `undo` of another edit."),
    time: Datetime.describe("When it was made."),
    by: z
      .enum(["user", "station"])
      .describe(
        "`station`: later positions contradicted a link by `continuity`, and the station took the suboperations out again by itself.",
      ),
    reason: z.string().nullable().describe("Why the station made it, a sentence; null for an edit of a user."),
    distance_m: z
      .number()
      .nullable()
      .describe(
        "How far apart the suboperations were at once when the station separated them, metres; null for an edit of a user.",
      ),
    user_id: Uuid.nullable().describe(
      "The account that made it; null for the local operator, who has no account, and for the station.",
    ),
    user_name: z.string().nullable().describe("Full name of that account; null when there is none."),
    operation_ids: z
      .array(z.string())
      .describe("The operations concerned: first the one that was kept or split, then the others."),
    moves: z
      .array(
        z.object({
          suboperation_id: z.string().describe("The suboperation."),
          from_operation_id: z.string().describe("The operation it was part of before."),
          to_operation_id: z.string().describe("The operation it became part of."),
          link_reason: z.enum(LINK_REASONS).describe("Why it was part of the previous operation."),
        }),
      )
      .describe("The suboperations that were moved between operations."),
    undoes: z.string().nullable().describe("Id of the edit that this one undid; null unless it is an `undo`."),
    undone: z.boolean().describe("Whether it has been undone."),
    can_undo: z
      .boolean()
      .describe(
        "Whether the caller may undo it now: it has not been undone, no later edit depends on it, and the caller has `write` access to all of its suboperations.",
      ),
  })
  .meta({ id: "FusionEdit", description: "One merge or split of operations, or the undo of one." });
export type FusionEdit = z.infer<typeof FusionEdit>;

export const FusionResult = z
  .object({
    edit: FusionEdit.describe("The edit; pass its id to `undoFusionEdit` to undo it."),
    operations: z
      .array(Operation)
      .describe(
        "The operations after the edit. After a merge the one that was kept; after a split the one that was split, then the new one; after an undo all that were restored.",
      ),
  })
  .meta({ id: "FusionResult", description: "A manual edit and its result." });
export type FusionResult = z.infer<typeof FusionResult>;

const named = (what: string) => z.array(OperationId).min(1).max(MAX_IDS).describe(what);

export const MergeRequest = z
  .object({
    with: named("Ids of the operations to merge into this one; at most 100."),
    confirm: z
      .boolean()
      .optional()
      .describe("Merges them although they contradict each other; without it such a merge is refused with 409."),
  })
  .meta({ id: "MergeRequest", description: "Operations to merge into another." });

export const SplitRequest = z
  .object({
    suboperation_ids: named(
      "Ids of the suboperations to move to a new operation, some but not all of the operation's; at most 100.",
    ),
  })
  .meta({ id: "SplitRequest", description: "Suboperations to split off an operation." });

const OperationPath = z.object({
  operation_id: OperationId.describe("Id of an operation."),
});
const EditPath = z.object({ edit_id: z.string().min(1).max(128).describe("Id of an edit.") });

const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const refusals = { ...failures, 403: ErrorMessages, 409: ErrorMessages, 422: ErrorMessages } as const;
const TAG = "Operations";

export const fusionRoutes = defineRoutes({
  mergeOperations: {
    method: "post",
    path: "/station/v1/operations/{operation_id}/merge",
    tag: TAG,
    summary: "Merge operations",
    description:
      "Requires `write` access to all suboperations of all of them. The named operations become part of this one, with the link reason `by_hand`; their ids stay valid. The station never splits a manual merge. 409 with the reason (`contradiction`) when they were in the air at once with different serial numbers, or at places that exclude each other, unless `confirm` is true.",
    who: "user",
    params: OperationPath,
    body: MergeRequest,
    replies: { 200: FusionResult, ...refusals },
  },
  splitOperation: {
    method: "post",
    path: "/station/v1/operations/{operation_id}/split",
    tag: TAG,
    summary: "Split suboperations off an operation",
    description:
      "Requires `write` access to all suboperations of the operation. The named suboperations become a new operation, with the link reason `by_hand`. The station never merges a manual split, and later telemetry from the same sensors is added to the operation that has their suboperation.",
    who: "user",
    params: OperationPath,
    body: SplitRequest,
    replies: { 200: FusionResult, ...refusals },
  },
  listFusionEdits: {
    method: "get",
    path: "/station/v1/operations/{operation_id}/fusion-edits",
    tag: TAG,
    summary: "Merges and splits of an operation",
    description:
      "Newest first, at most 1000, including undone edits, the undos themselves, and what the station separated by itself.",
    who: "user",
    params: OperationPath,
    replies: { 200: z.array(FusionEdit), ...failures },
  },
  undoFusionEdit: {
    method: "post",
    path: "/station/v1/fusion-edits/{edit_id}/undo",
    tag: TAG,
    summary: "Undo a manual edit",
    description:
      "Moves every suboperation back to its previous operation, with its previous link reason. 409 when the edit is already undone, a later edit depends on it, or the station made it: merge manually instead. An undo can itself be undone.",
    who: "user",
    params: EditPath,
    replies: { 200: FusionResult, ...refusals },
  },
});
