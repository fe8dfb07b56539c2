import { z } from "zod";
import { Datetime, Moment, Uuid } from "./common.ts";
import { ErrorDetail, ErrorDetailList, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export { MAX_PAT_VALIDITY_DAYS } from "./tokens.limits.ts";

const common = {
  id: Uuid.describe("Id of the token."),
  name: z.string().nullable().describe("Name of the token, for its owner."),
  created_at: Datetime.describe("When it was created."),
  expires_at: Datetime.describe("When it expires."),
};

export const PersonalAccessToken = z
  .object({
    ...common,
    prefix: z.string().describe("The first eight characters of the token, to recognise it by."),
    last_used_at: Datetime.nullable().describe("When it was last used, to the minute; null if never."),
  })
  .meta({ id: "PersonalAccessToken", description: "A personal access token without its secret." });
export type PersonalAccessToken = z.infer<typeof PersonalAccessToken>;

export const CreatedPersonalAccessToken = z
  .object({
    ...common,
    token: z.string().describe("The complete token. Returned only in this response and not stored."),
  })
  .meta({ id: "CreatedPersonalAccessToken", description: "A new personal access token." });
export type CreatedPersonalAccessToken = z.infer<typeof CreatedPersonalAccessToken>;

export const PersonalAccessTokenCreate = z
  .object({
    password: z.string().min(1).describe("Password of the account. Checked, not stored."),
    name: z.string().max(255).nullable().optional().describe("Name of the token, for its owner."),
    expires_at: Moment.describe("ISO 8601 date-time with offset, in the future and at most 90 days from now."),
  })
  .meta({ id: "PersonalAccessTokenCreate", description: "A personal access token to create." });
export type PersonalAccessTokenCreate = z.output<typeof PersonalAccessTokenCreate>;

const TokenPath = z.object({ token_id: Uuid.describe("Id of a personal access token.") });
const TAG = "Personal access tokens";

export const tokenRoutes = defineRoutes({
  listPersonalAccessTokens: {
    method: "get",
    path: "/v2/pats/tokens",
    tag: TAG,
    summary: "The caller's personal access tokens",
    who: "user",
    replies: { 200: z.array(PersonalAccessToken), 401: Unauthenticated },
  },
  createPersonalAccessToken: {
    method: "post",
    path: "/v2/pats/tokens",
    tag: TAG,
    summary: "Create a personal access token",
    description: "Requires the password again. A wrong password is a 422 at `body`, `password`.",
    who: "user",
    body: PersonalAccessTokenCreate,
    hasSecret: true,
    replies: {
      200: CreatedPersonalAccessToken,
      401: Unauthenticated,
      403: ErrorDetail,
      422: ErrorDetailList,
      429: ErrorDetail,
    },
  },
  getPersonalAccessToken: {
    method: "get",
    path: "/v2/pats/tokens/{token_id}",
    tag: TAG,
    summary: "One of the caller's personal access tokens",
    who: "user",
    params: TokenPath,
    replies: { 200: PersonalAccessToken, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  revokePersonalAccessToken: {
    method: "delete",
    path: "/v2/pats/tokens/{token_id}",
    tag: TAG,
    summary: "Revoke a personal access token",
    description: "It is rejected from then on and deleted.",
    who: "user",
    params: TokenPath,
    replies: { 204: null, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
});
