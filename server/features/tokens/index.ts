import type { TokensDeps } from "./tokens.deps.ts";
import { createTokensHandlers, type TokensHandlers } from "./tokens.handlers.ts";
import { createTokensService, type TokensService } from "./tokens.service.ts";

/** Personal access tokens: credentials for programs of a user. */
export function createTokens(deps: TokensDeps): {
  readonly service: TokensService;
  readonly handlers: TokensHandlers;
} {
  const service = createTokensService(deps);
  return { service, handlers: createTokensHandlers(service, deps) };
}
