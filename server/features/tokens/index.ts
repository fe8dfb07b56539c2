import type { BackgroundJob } from "../../kernel/background-job.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { TokensDeps } from "./tokens.deps.ts";
import { createTokensHandlers, type TokensHandlers } from "./tokens.handlers.ts";
import { createTokensService, type TokensService } from "./tokens.service.ts";

/** Personal access tokens: credentials for programs of a user. */
export function createTokens(deps: TokensDeps): {
  readonly service: TokensService;
  readonly handlers: TokensHandlers;
  readonly backgroundJobs: readonly BackgroundJob[];
} {
  const service = createTokensService(deps);
  return {
    service,
    handlers: createTokensHandlers(service, deps),
    backgroundJobs: [
      {
        intervalMs: MINUTE_MS,
        failure: "the last uses of tokens could not be written; they are tried again",
        run: async () => service.flushUses(),
      },
    ],
  };
}
