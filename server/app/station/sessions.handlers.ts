import type { sessionRoutes } from "../../contracts/sessions.ts";
import type { IdentityProvider } from "../../identity/identity-provider.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";

/** The sessions of a person, as the built-in provider stores them. */
export function createSessionHandlers({
  listSessions,
  revokeSession,
}: Pick<IdentityProvider, "listSessions" | "revokeSession">): Handlers<typeof sessionRoutes> {
  return {
    listSessions: ({ principal }) => ({
      status: 200,
      body: listSessions(principal.userId).map((session) => ({
        id: session.id,
        client_id: session.clientId,
        client_name: session.clientName,
        created_at: isoFromMs(session.createdMs),
        last_used_at: isoFromMs(session.lastUsedMs),
        expires_at: isoFromMs(session.expiresMs),
        is_current: session.id === principal.sessionId,
      })),
    }),
    revokeSession({ principal, params }) {
      if (revokeSession(principal.userId, params.id)) return { status: 204 };
      const messages = ["id: there is no such session of yours."];
      return { status: 404, body: { error: "not_found", messages } };
    },
  };
}
