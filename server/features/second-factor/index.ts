import type { SecondFactorDeps } from "./second-factor.deps.ts";
import { createSecondFactorHandlers, type SecondFactorHandlers } from "./second-factor.handlers.ts";
import { createSecondFactorService, type SecondFactorService } from "./second-factor.service.ts";

export type { FactorAccount } from "./second-factor.deps.ts";
export type { Verdict } from "./second-factor.verify.ts";

/** Second factors of sign-in: authenticator apps, passkeys and recovery codes. */
export function createSecondFactor(deps: SecondFactorDeps): {
  readonly service: SecondFactorService;
  readonly handlers: SecondFactorHandlers;
} {
  const service = createSecondFactorService(deps);
  return { service, handlers: createSecondFactorHandlers(service, deps) };
}
