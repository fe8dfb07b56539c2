import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorDetail, ErrorDetailList, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export { MAX_PAT_VALIDITY_DAYS } from "./tokens.limits.ts";

const common = {
  id: Uuid.describe("Id of the token."),
  name: z.string().nullable().describe("What it is for."),
  created_at: Datetime.describe("When it was made."),
  expires_at: Datetime.describe("When it stops working."),
};

export const PersonalAccessToken = z
  .object({
    ...common,
    prefix: z.string().describe("The first eight characters of the token's text, to know it by."),
    last_used_at: Datetime.nullable().describe("When it was used last, to the minute; null when it never was."),
  })
  .meta({ id: "PersonalAccessToken", description: "A personal access token, without its text." });
export type PersonalAccessToken = z.infer<typeof PersonalAccessToken>;

export const CreatedPersonalAccessToken = z
  .object({
    ...common,
    token: z.string().describe("The whole text of the token. It is shown this once and stored nowhere."),
  })
  .meta({ id: "CreatedPersonalAccessToken", description: "A new personal access token." });
export type CreatedPersonalAccessToken = z.infer<typeof CreatedPersonalAccessToken>;

export const PersonalAccessTokenCreate = z
  .object({
    password: z.string().min(1).describe("Password of the account. Checked, not stored."),
    name: z.string().max(255).nullable().optional().describe("What it is for."),
    expires_at: z.iso
      .datetime({ offset: true })
      .describe("ISO 8601 date-time with its offset: in the future, and at most 90 days from now."),
  })
  .meta({ id: "PersonalAccessTokenCreate", description: "A personal access token to be made." });
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
    description: "Asks for the password again. A wrong one is answered as missing credentials are.",
    who: "user",
    body: PersonalAccessTokenCreate,
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
    description: "It stops working at once, and nothing of it is kept.",
    who: "user",
    params: TokenPath,
    replies: { 204: null, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
});
