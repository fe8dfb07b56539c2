import type { CreatedPersonalAccessToken, PersonalAccessToken, tokenRoutes } from "../../contracts/tokens.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { TokensDeps } from "./tokens.deps.ts";
import type { StoredToken, TokensService } from "./tokens.service.ts";

export type TokensHandlers = Handlers<typeof tokenRoutes>;

export function createTokensHandlers(
  service: TokensService,
  { checkPassword, throttle, recordAudit }: Pick<TokensDeps, "checkPassword" | "throttle" | "recordAudit">,
): TokensHandlers {
  return {
    listPersonalAccessTokens: ({ principal }) => ({ status: 200, body: service.list(principal.userId).map(toItem) }),

    async createPersonalAccessToken({ principal, body, remoteAddress: address }) {
      const { userId, credential } = principal;
      if (credential === "local") return noAccount();
      const attempt = await throttle.attempt({ address, account: userId });
      if (attempt.kind === "refused") {
        recordAudit({ kind: "too_many_attempts", userId, actorId: userId, address });
        return tooMany(attempt.retryAfterS);
      }
      const check = await checkPassword(userId, body.password, address);
      if (check.kind === "throttled") return tooMany(check.retryAfterS);
      if (check.kind === "wrong") return wrongPassword();
      const expiresMs = Date.parse(body.expires_at);
      const outcome = service.issue({ userId, name: body.name ?? null, expiresMs }, userId, address);
      if (outcome.kind === "issued") return { status: 200, body: toCreated(outcome.token, outcome.text) };
      return {
        status: 422,
        body: { detail: [{ loc: ["body", "expires_at"], msg: outcome.msg, type: "expires_at_out_of_range" }] },
      };
    },

    getPersonalAccessToken({ principal, params }) {
      const token = service.find(params.token_id);
      if (token?.userId !== principal.userId) return notFound(params.token_id);
      return { status: 200, body: toItem(token) };
    },

    revokePersonalAccessToken({ principal: { userId }, params, remoteAddress: address }) {
      const outcome = service.revoke(params.token_id, { userId, actorId: userId, address });
      return outcome.kind === "revoked" ? { status: 204 } : notFound(params.token_id);
    },
  };
}

function toItem({ id, name, prefix, createdMs, expiresMs, lastUsedMs }: StoredToken): PersonalAccessToken {
  return {
    id,
    name,
    created_at: isoFromMs(createdMs),
    expires_at: isoFromMs(expiresMs),
    prefix,
    last_used_at: isoOrNull(lastUsedMs),
  };
}

function toCreated(stored: StoredToken, token: string): CreatedPersonalAccessToken {
  const { prefix: _prefix, last_used_at: _never, ...common } = toItem(stored);
  return { ...common, token };
}

function notFound(id: string) {
  const msg = "You have no such token.";
  return {
    status: 404 as const,
    body: { detail: { type: "token_not_found", loc: ["path", "token_id"], msg, input: id } },
  };
}

function noAccount() {
  const msg = "The operator of this computer has no account; sign in with one.";
  const loc = ["header", "Authorization"];
  return { status: 403 as const, body: { detail: { type: "no_account", loc, msg, input: "omitted" } } };
}

/** The error is about the body, not about the credential of the request: signing in again would not help the client. */
function wrongPassword() {
  const msg = "The password is not that of the account.";
  return { status: 422 as const, body: { detail: [{ loc: ["body", "password"], msg, type: "wrong_password" }] } };
}

function tooMany(retryAfterS: number) {
  const msg = `Too many attempts; try again in ${retryAfterS} s.`;
  return {
    status: 429 as const,
    headers: { "Retry-After": String(retryAfterS) },
    body: { detail: { type: "too_many_attempts", loc: ["body", "password"], msg, input: "omitted" } },
  };
}
