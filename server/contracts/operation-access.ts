import { z } from "zod";
import { Datetime, QueryBoolean, QueryInteger, Uuid } from "./common.ts";
import { ErrorDetail, ErrorDetailList, ErrorMessages, Unauthenticated } from "./errors.ts";
import { Operation } from "./operations.ts";
import { defineRoutes } from "./route.ts";

/** Who may see and change what was recorded, and taking a removal back: ours, not part of the cloud service. */

export const ACCESS_LEVELS = ["read", "write"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const VISIBILITIES = ["public", "private"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const Level = z.enum(ACCESS_LEVELS);
const Shown = z.enum(VISIBILITIES);

export const AccessPerson = z
  .object({
    user_id: Uuid.describe("The account."),
    name: z.string().nullable().describe("Its full name; null when it gave none."),
    email: z.string().nullable().describe("Its e-mail address; null unless the caller administers the station."),
  })
  .meta({ id: "AccessPerson", description: "An account, as others see it." });
export type AccessPerson = z.infer<typeof AccessPerson>;

export const OperationShare = AccessPerson.extend({
  level: Level.describe("`read`, or `write`: also change who has access, and remove."),
  suboperation_id: z
    .string()
    .nullable()
    .describe(
      "The one suboperation that it is for; null when it is for the whole operation, suboperations to come included.",
    ),
}).meta({ id: "OperationShare", description: "Access that was given to somebody by name." });
export type OperationShare = z.infer<typeof OperationShare>;

export const OperationAccess = z
  .object({
    operation_id: z.string().describe("The operation or suboperation that was asked for."),
    level: Level.describe("What the caller may do; `write` when that goes for at least one of the suboperations."),
    visibility: Shown.describe(
      "`public` when everybody who is signed in reads all of what the caller sees of it, else `private`.",
    ),
    owner: AccessPerson.nullable().describe(
      "Whose it is, by its first suboperation; null for the station, and for callers who may only read.",
    ),
    shares: z.array(OperationShare).describe("Who else was given access; empty for callers who may only read."),
    suboperations: z
      .array(
        z.object({
          id: z.string().describe("Id of the suboperation."),
          owner_id: Uuid.nullable().describe("Whose it is; null for the station, whose receivers heard it."),
          visibility: Shown.describe("Whether everybody who is signed in reads it."),
          level: Level.describe("What the caller may do with it."),
        }),
      )
      .describe("The suboperations that the caller may read; access is judged for each."),
  })
  .meta({ id: "OperationAccess", description: "Who may see and change an operation." });
export type OperationAccess = z.infer<typeof OperationAccess>;

export const VisibilityUpdate = z
  .object({ visibility: Shown.describe("For those of its suboperations that the caller may change.") })
  .meta({ id: "VisibilityUpdate", description: "Who reads an operation beside those who were given access." });

export const ShareUpdate = z
  .object({ level: Level.describe("For those of its suboperations that the caller may change.") })
  .meta({ id: "ShareUpdate", description: "What somebody may do with an operation." });

export const RemovedOperation = z
  .object({
    removed_at: Datetime.describe("When it was removed, or the last of its suboperations that were."),
    operation: Operation.describe("What was removed: the removed suboperations that the caller may bring back."),
  })
  .meta({ id: "RemovedOperation", description: "An operation, or some suboperations of it, that was removed." });
export type RemovedOperation = z.infer<typeof RemovedOperation>;

export const RemovedQuery = z.object({
  limit: QueryInteger.pipe(z.int().min(1).max(1000)).default(100).describe("Most operations; at most 1000."),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Operations to skip."),
});

const OperationPath = z.object({
  operation_id: z.string().min(1).max(128).describe("Id of an operation, or of one of its suboperations."),
});
const SharePath = OperationPath.extend({
  user_id: z
    .string()
    .min(1)
    .max(254)
    .describe("Id of an account; administrators may name it by its e-mail address as well."),
});
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TAG = "Operations";

export const operationAccessRoutes = defineRoutes({
  getOperationAccess: {
    method: "get",
    path: "/station/v1/operations/{operation_id}/access",
    tag: TAG,
    summary: "Who may see and change an operation",
    description: "Callers who may only read are told what they may do; who else has access is told to those who write.",
    who: "user",
    params: OperationPath,
    replies: { 200: OperationAccess, ...failures },
  },
  updateOperationAccess: {
    method: "put",
    path: "/station/v1/operations/{operation_id}/access",
    tag: TAG,
    summary: "Make an operation public or private",
    description: "Needs `write` access; suboperations that the caller may only read stay as they are.",
    who: "user",
    params: OperationPath,
    body: VisibilityUpdate,
    replies: { 200: OperationAccess, 403: ErrorMessages, ...failures },
  },
  shareOperation: {
    method: "put",
    path: "/station/v1/operations/{operation_id}/access/{user_id}",
    tag: TAG,
    summary: "Give somebody access to an operation",
    description:
      "Needs `write` access. Given for an operation it goes for all of its suboperations that the caller may change, and for those of the same owners that join it later; given for a suboperation, for that one. Replaces what the person was given before.",
    who: "user",
    params: SharePath,
    body: ShareUpdate,
    replies: { 200: OperationAccess, 403: ErrorMessages, ...failures },
  },
  unshareOperation: {
    method: "delete",
    path: "/station/v1/operations/{operation_id}/access/{user_id}",
    tag: TAG,
    summary: "Take somebody's access to an operation back",
    description: "Needs `write` access. What is public goes on being read by everybody.",
    who: "user",
    params: SharePath,
    replies: { 204: null, 403: ErrorMessages, ...failures },
  },
  removeOperation: {
    method: "delete",
    path: "/v2/airspace/operations/{operation_id}",
    tag: TAG,
    summary: "Remove an operation",
    description:
      "Needs `write` access. Of an operation the suboperations that the caller may write are removed; if one may only be read, it and the operation remain. Of a suboperation only itself. What was removed is in no answer any more, and can be brought back (`restoreOperation`) until the station removes it for good.",
    who: "user",
    params: OperationPath,
    query: z.object({
      globalize: QueryBoolean.nullish().describe(
        "`true` for an operation, whose id must be a UUID; `false` for a suboperation. Better given: unset, the id decides.",
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
  listRemovedOperations: {
    method: "get",
    path: "/station/v1/operations/removed",
    tag: TAG,
    summary: "Operations that were removed and can still be brought back",
    description: "Those that the caller has `write` access to, the one removed last first.",
    who: "user",
    pages: true,
    query: RemovedQuery,
    replies: { 200: z.array(RemovedOperation), 400: ErrorMessages, 401: Unauthenticated },
  },
  restoreOperation: {
    method: "post",
    path: "/station/v1/operations/{operation_id}/restore",
    tag: TAG,
    summary: "Bring a removed operation back",
    description:
      "Needs `write` access. All removed suboperations of an operation, or the one suboperation that is named. Possible until the station has removed them for good.",
    who: "user",
    params: OperationPath,
    replies: { 200: Operation, 403: ErrorMessages, ...failures },
  },
});
