import { z } from "zod";
import { Datetime, OperationId, QueryBoolean, QueryInteger, Uuid } from "./common.ts";
import { ErrorDetail, ErrorDetailList, ErrorMessages, Unauthenticated } from "./errors.ts";
import { Operation } from "./operations.ts";
import { defineRoutes } from "./route.ts";

/** Access to recorded operations, and deleting and restoring them: not part of the cloud service. */

export const ACCESS_LEVELS = ["read", "write"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const VISIBILITIES = ["public", "private"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const Level = z.enum(ACCESS_LEVELS);
const VisibilityValue = z.enum(VISIBILITIES);

export const AccessPerson = z
  .object({
    user_id: Uuid.describe("The account."),
    name: z.string().nullable().describe("Full name; null when not given."),
    email: z.string().nullable().describe("E-mail address; null unless the caller administers the station."),
  })
  .meta({ id: "AccessPerson", description: "An account as other users see it." });
export type AccessPerson = z.infer<typeof AccessPerson>;

export const OperationShare = AccessPerson.extend({
  level: Level.describe("`read`, or `write`, which also allows changing access and deleting."),
  suboperation_id: z
    .string()
    .nullable()
    .describe(
      "The suboperation it applies to; null when it applies to the whole operation, including later suboperations.",
    ),
}).meta({ id: "OperationShare", description: "Access granted to an account." });
export type OperationShare = z.infer<typeof OperationShare>;

export const OperationAccess = z
  .object({
    operation_id: z.string().describe("The requested operation or suboperation."),
    level: Level.describe("The caller's access; `write` when the caller has it for at least one suboperation."),
    visibility: VisibilityValue.describe(
      "`public` when every signed-in user can read all suboperations the caller can see, otherwise `private`.",
    ),
    owner: AccessPerson.nullable().describe(
      "Owner of its first suboperation; null when the station owns it, and for callers with `read` access only.",
    ),
    shares: z
      .array(OperationShare)
      .describe("Accounts that were granted access; empty for callers with `read` access only."),
    suboperations: z
      .array(
        z.object({
          id: z.string().describe("Id of the suboperation."),
          owner_id: Uuid.nullable().describe("The owner; null when it was received by the station's own receivers."),
          visibility: VisibilityValue.describe("`public` when every signed-in user can read it."),
          level: Level.describe("The caller's access to it."),
        }),
      )
      .describe("The suboperations that the caller can read; access is decided for each one separately."),
  })
  .meta({ id: "OperationAccess", description: "Who can read and change an operation." });
export type OperationAccess = z.infer<typeof OperationAccess>;

export const VisibilityUpdate = z
  .object({
    visibility: VisibilityValue.describe("New visibility of the suboperations that the caller has `write` access to."),
  })
  .meta({ id: "VisibilityUpdate", description: "Whether an operation is public." });

export const ShareUpdate = z
  .object({ level: Level.describe("Access to grant, for the suboperations that the caller has `write` access to.") })
  .meta({ id: "ShareUpdate", description: "The access to grant to an account." });

export const DeletedOperation = z
  .object({
    removed_at: Datetime.describe("When it was deleted; the latest time if its suboperations were deleted one by one."),
    operation: Operation.describe("The deleted suboperations that the caller can restore, as an operation."),
  })
  .meta({ id: "DeletedOperation", description: "A deleted operation, or the deleted suboperations of an operation." });
export type DeletedOperation = z.infer<typeof DeletedOperation>;

export const DeletedQuery = z.object({
  limit: QueryInteger.pipe(z.int().min(1).max(1000))
    .default(100)
    .describe("Maximum number of operations, at most 1000; default 100."),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of operations to skip."),
});

const OperationPath = z.object({
  operation_id: OperationId.describe("Id of an operation, or of one of its suboperations."),
});
const SharePath = OperationPath.extend({
  user_id: z.string().min(1).max(254).describe("Id of an account; administrators may pass its e-mail address instead."),
});
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TAG = "Operations";

export const operationAccessRoutes = defineRoutes({
  getOperationAccess: {
    method: "get",
    path: "/station/v1/operations/{operation_id}/access",
    tag: TAG,
    summary: "Who can read and change an operation",
    description:
      "Callers with `read` access see only their own access level; callers with `write` access also see who else has access.",
    who: "user",
    params: OperationPath,
    replies: { 200: OperationAccess, ...failures },
  },
  updateOperationAccess: {
    method: "put",
    path: "/station/v1/operations/{operation_id}/access",
    tag: TAG,
    summary: "Make an operation public or private",
    description: "Requires `write` access; suboperations that the caller can only read stay as they are.",
    who: "user",
    params: OperationPath,
    body: VisibilityUpdate,
    replies: { 200: OperationAccess, 403: ErrorMessages, ...failures },
  },
  shareOperation: {
    method: "put",
    path: "/station/v1/operations/{operation_id}/access/{user_id}",
    tag: TAG,
    summary: "Grant an account access to an operation",
    description:
      "Requires `write` access. Granted for an operation, it applies to all of its suboperations that the caller has `write` access to, and to later suboperations of the same owners; granted for a suboperation, to that one only. Replaces access granted to the account before.",
    who: "user",
    params: SharePath,
    body: ShareUpdate,
    replies: { 200: OperationAccess, 403: ErrorMessages, ...failures },
  },
  unshareOperation: {
    method: "delete",
    path: "/station/v1/operations/{operation_id}/access/{user_id}",
    tag: TAG,
    summary: "Revoke an account's access to an operation",
    description: "Requires `write` access. Public operations stay readable for every signed-in user.",
    who: "user",
    params: SharePath,
    replies: { 204: null, 403: ErrorMessages, ...failures },
  },
  removeOperation: {
    method: "delete",
    path: "/v2/airspace/operations/{operation_id}",
    tag: TAG,
    summary: "Delete an operation",
    description:
      "Requires `write` access. For an operation, deletes the suboperations that the caller has `write` access to; suboperations with `read` access only remain, and so does the operation. For a suboperation, deletes only that one. Deleted data no longer appears in any response and can be restored (`restoreOperation`) until the station purges it.",
    who: "user",
    params: OperationPath,
    query: z.object({
      globalize: QueryBoolean.nullish().describe(
        "`true` for an operation, whose id must be a UUID; `false` for a suboperation. Recommended; when omitted, the id decides.",
      ),
    }),
    replies: {
      204: null,
      401: Unauthenticated,
      403: ErrorDetail,
      404: ErrorDetail,
      422: z.union([ErrorDetailList, ErrorDetail]),
    },
  },
  listDeletedOperations: {
    method: "get",
    path: "/station/v1/operations/removed",
    tag: TAG,
    summary: "Deleted operations that can still be restored",
    description: "Those that the caller has `write` access to, most recently deleted first.",
    who: "user",
    pages: true,
    query: DeletedQuery,
    replies: { 200: z.array(DeletedOperation), 400: ErrorMessages, 401: Unauthenticated },
  },
  restoreOperation: {
    method: "post",
    path: "/station/v1/operations/{operation_id}/restore",
    tag: TAG,
    summary: "Restore a deleted operation",
    description:
      "Requires `write` access. Restores all deleted suboperations of an operation, or the named suboperation. Possible until the station purges them.",
    who: "user",
    params: OperationPath,
    replies: { 200: Operation, 403: ErrorMessages, ...failures },
  },
});
