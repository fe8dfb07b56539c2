import type { AuditKind } from "../../contracts/audit.ts";
import type { SecondFactorDeps } from "./second-factor.deps.ts";
import type { Passkeys } from "./second-factor.passkeys.ts";
import { appCodeOf, recoveryCodeHash } from "./second-factor.rules.ts";
import { countRecoveryCodes, findApp, hasFactor, consumeRecoveryCode, consumeStep } from "./second-factor.store.ts";
import { findStep } from "./second-factor.totp.ts";

export type FactorKind = "app" | "passkey" | "recovery_code";

/** The account that does it, and its network address. */
export type Actor = { readonly userId: string; readonly address?: string | undefined };

export type Verdict =
  | { readonly kind: "right"; readonly factor: FactorKind }
  | { readonly kind: "wrong" }
  | { readonly kind: "throttled"; readonly retryAfterS: number };

export type Verification = {
  /** Counts an attempt, and records its outcome. */
  readonly attempt: (
    by: Actor,
    judge: () => FactorKind | undefined | Promise<FactorKind | undefined>,
  ) => Promise<Verdict>;
  readonly verifyCode: (typed: string, by: Actor) => Promise<Verdict>;
  readonly verifyPasskey: (signInId: string, credential: unknown, by: Actor) => Promise<Verdict>;
};

/** Records what users do with their own second factor. */
export function auditOf({ recordAudit }: Pick<SecondFactorDeps, "recordAudit">) {
  return (kind: AuditKind, { userId, address }: Actor, detail: Record<string, string> = {}): void =>
    recordAudit({ kind, userId, actorId: userId, address, detail });
}

/** Checks the code or passkey that is presented as a second factor. */
export function createVerification(deps: SecondFactorDeps, passkeys: Passkeys): Verification {
  const { db, clock, sealing, throttle } = deps;
  const audit = auditOf(deps);

  async function attempt(
    by: Actor,
    judge: () => FactorKind | undefined | Promise<FactorKind | undefined>,
  ): Promise<Verdict> {
    const who = { address: by.address, account: by.userId };
    const allowed = await throttle.attempt(who);
    if (allowed.kind === "refused") {
      audit("too_many_attempts", by);
      return { kind: "throttled", retryAfterS: allowed.retryAfterS };
    }
    const factor = await judge();
    if (factor === undefined) {
      audit("second_factor_refused", by);
      return { kind: "wrong" };
    }
    await throttle.succeeded(who);
    return { kind: "right", factor };
  }

  function factorOfCode(typed: string, { userId, address }: Actor): FactorKind | undefined {
    const code = appCodeOf(typed);
    if (code === undefined) {
      if (!hasFactor(db, userId) || !consumeRecoveryCode(db, userId, recoveryCodeHash(userId, typed))) return undefined;
      audit("recovery_code_used", { userId, address }, { left: String(countRecoveryCodes(db, userId)) });
      return "recovery_code";
    }
    const stored = findApp(db, userId);
    // Sealed with another key, as in a database that was restored without the folder `secrets`: no code is valid then.
    const secret = stored && sealing.open(stored.secret);
    const step = secret === undefined ? undefined : findStep(secret, code, clock.now());
    return step !== undefined && consumeStep(db, userId, step) ? "app" : undefined;
  }

  return {
    attempt,
    verifyCode: (typed, by) => attempt(by, () => factorOfCode(typed, by)),
    verifyPasskey: (signInId, credential, by) =>
      attempt(by, async () => ((await passkeys.isRight(by.userId, signInId, credential)) ? "passkey" : undefined)),
  };
}
