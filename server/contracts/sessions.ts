import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Sessions of users at the built-in OpenID Connect provider: not part of the cloud service. */

export const SignedInSession = z
  .object({
    id: z.string().describe("Id of the session."),
    client_id: z.string().describe("OpenID Connect client id of the application."),
    client_name: z.string().describe("Name of the application."),
    created_at: Datetime.describe("When the user signed in."),
    last_used_at: Datetime.describe("When the application last renewed its access."),
    expires_at: Datetime.describe("When it expires unless it is used before."),
    is_current: z.boolean().describe("Whether this request was made with it."),
  })
  .meta({ id: "SignedInSession", description: "A session: an application in which the caller is signed in." });
export type SignedInSession = z.infer<typeof SignedInSession>;

const SessionPath = z.object({ id: z.string().min(1).max(128).describe("Id of a session.") });
const TAG = "Sessions";

export const sessionRoutes = defineRoutes({
  listSessions: {
    method: "get",
    path: "/station/v1/sessions",
    tag: TAG,
    summary: "Sessions of the caller",
    description: "Most recently used first. Personal access tokens are not sessions.",
    who: "user",
    replies: { 200: z.array(SignedInSession), 401: Unauthenticated },
  },
  revokeSession: {
    method: "delete",
    path: "/station/v1/sessions/{id}",
    tag: TAG,
    summary: "End one of the caller's sessions",
    description: "Its tokens are rejected and its live connections end immediately.",
    who: "user",
    params: SessionPath,
    replies: { 204: null, 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages },
  },
});
