import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Where a person is signed in: kept by the provider built into the station, not part of the cloud service. */

export const SignedInSession = z
  .object({
    id: z.string().describe("Id of the session."),
    client_id: z.string().describe("The application, as OpenID Connect names it."),
    client_name: z.string().describe("The application, as people name it."),
    created_at: Datetime.describe("When the person signed in."),
    last_used_at: Datetime.describe("When the application last renewed its access."),
    expires_at: Datetime.describe("When it ends, unless it is used before."),
    is_current: z.boolean().describe("Whether this very request was made with it."),
  })
  .meta({ id: "SignedInSession", description: "An application in which the caller is signed in." });
export type SignedInSession = z.infer<typeof SignedInSession>;

const SessionPath = z.object({ id: z.string().min(1).max(128).describe("Id of a session.") });
const TAG = "Sessions";

export const sessionRoutes = defineRoutes({
  listSessions: {
    method: "get",
    path: "/station/v1/sessions",
    tag: TAG,
    summary: "Where the caller is signed in",
    description: "The one used last first. Personal access tokens are not sessions.",
    who: "user",
    replies: { 200: z.array(SignedInSession), 401: Unauthenticated },
  },
  revokeSession: {
    method: "delete",
    path: "/station/v1/sessions/{id}",
    tag: TAG,
    summary: "Sign one of the caller's applications out",
    description: "Its tokens stop working and its live connections end at once.",
    who: "user",
    params: SessionPath,
    replies: { 204: null, 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages },
  },
});
