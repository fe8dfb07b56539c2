import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { LINK_REASONS, Operation } from "./operations.ts";
import { defineRoutes } from "./route.ts";

/** What a person decides about which suboperations are one flight: ours, not part of the cloud service. */

/** The most operations or suboperations that one edit names. */
export const MAX_IDS = 100;

export const FUSION_EDIT_KINDS = ["merge", "split", "undo"] as const;
export type FusionEditKind = (typeof FUSION_EDIT_KINDS)[number];

export const FusionEdit = z
  .object({
    id: z.string().describe("A UUID."),
    kind: z.enum(FUSION_EDIT_KINDS).describe("`merge`, `split`, or `undo` of another edit."),
    time: Datetime.describe("When it was made."),
    user_id: Uuid.nullable().describe("Who made it; null for the operator of this computer, who has no account."),
    user_name: z.string().nullable().describe("The person's full name; null when there is none."),
    operation_ids: z
      .array(z.string())
      .describe("The operations it was about: the one that was kept or split first, then the others."),
    moves: z
      .array(
        z.object({
          suboperation_id: z.string().describe("The suboperation."),
          from_operation_id: z.string().describe("The operation it was part of before."),
          to_operation_id: z.string().describe("The operation it became part of."),
          link_reason: z.enum(LINK_REASONS).describe("Why it was part of the one before."),
        }),
      )
      .describe("The suboperations that went from one operation to another."),
    undoes: z.string().nullable().describe("The edit that this one undid; null unless it is an `undo`."),
    undone: z.boolean().describe("Whether it has been undone, and holds no longer."),
    can_undo: z
      .boolean()
      .describe(
        "Whether the caller may undo it now: it holds, no later edit depends on it, and all of it may be written.",
      ),
  })
  .meta({ id: "FusionEdit", description: "One decision by hand about which suboperations are one flight." });
export type FusionEdit = z.infer<typeof FusionEdit>;

export const FusionResult = z
  .object({
    edit: FusionEdit.describe("What was done; its id undoes it."),
    operations: z
      .array(Operation)
      .describe(
        "The operations as they are now. Of a merge the one that was kept; of a split the one that was split and then the new one; of an undo all it brought back.",
      ),
  })
  .meta({ id: "FusionResult", description: "A decision by hand and what came of it." });
export type FusionResult = z.infer<typeof FusionResult>;

const named = (what: string) => z.array(z.string().min(1).max(128)).min(1).max(MAX_IDS).describe(what);

export const MergeRequest = z
  .object({ with: named("Ids of the operations that are the same flight; at most 100.") })
  .meta({ id: "MergeRequest", description: "Operations to be merged into another." });

export const SplitRequest = z
  .object({
    suboperation_ids: named(
      "Ids of the suboperations that become a flight of their own, some of the operation's; at most 100.",
    ),
  })
  .meta({ id: "SplitRequest", description: "Suboperations to be split off an operation." });

const OperationPath = z.object({
  operation_id: z.string().min(1).max(128).describe("Id of an operation."),
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
    summary: "Say that operations are one flight",
    description:
      "Needs `write` access to all suboperations of all of them. The named ones become part of this one, with the reason `by_hand`; their ids go on working. What was merged by hand is not taken apart again by the station.",
    who: "user",
    params: OperationPath,
    body: MergeRequest,
    replies: { 200: FusionResult, ...refusals },
  },
  splitOperation: {
    method: "post",
    path: "/station/v1/operations/{operation_id}/split",
    tag: TAG,
    summary: "Say that some suboperations are a flight of their own",
    description:
      "Needs `write` access to all suboperations of the operation. The named ones become a new operation, with the reason `by_hand`. What was split by hand is not merged again by the station, and what the same sensors hear later goes where their suboperation is.",
    who: "user",
    params: OperationPath,
    body: SplitRequest,
    replies: { 200: FusionResult, ...refusals },
  },
  listFusionEdits: {
    method: "get",
    path: "/station/v1/operations/{operation_id}/fusion-edits",
    tag: TAG,
    summary: "What was decided by hand about an operation",
    description: "The newest first, at most 1000; also what was undone, and the undoing itself.",
    who: "user",
    params: OperationPath,
    replies: { 200: z.array(FusionEdit), ...failures },
  },
  undoFusionEdit: {
    method: "post",
    path: "/station/v1/fusion-edits/{edit_id}/undo",
    tag: TAG,
    summary: "Undo a decision by hand",
    description:
      "Puts every suboperation back to where it was, with the reason it had. Refused with 409 when it was undone already or a later edit depends on it; an undo can be undone as well.",
    who: "user",
    params: EditPath,
    replies: { 200: FusionResult, ...refusals },
  },
});
