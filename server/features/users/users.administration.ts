import type { AccountUpdate } from "../../contracts/administration.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account, Administrator } from "./users.model.ts";
import type { Passwords } from "./users.passwords.ts";
import { isActive } from "./users.rules.ts";
import { createAccountLookup, hasOtherAdministrator, updateAccount } from "./users.store.ts";

type Refused = { readonly kind: "missing" } | { readonly kind: "deactivated" };

export type StateChangeOutcome =
  | { readonly kind: "changed"; readonly account: Account }
  | Refused
  /** No administrator would be left. */
  | { readonly kind: "last_administrator" };

export type ResetOutcome =
  | { readonly kind: "reset"; readonly account: Account; readonly generatedPassword: string | null }
  | Refused;

export type SecondFactorResetOutcome =
  | { readonly kind: "reset"; readonly account: Account }
  | { readonly kind: "not_set_up" }
  | Refused;

/** Administration of other users' accounts. */
export type Administration = {
  /** Disables or enables an account, and grants or revokes administration. Takes effect immediately. */
  readonly changeState: (id: string, change: AccountUpdate, by: Administrator) => StateChangeOutcome;
  /** Sets a given or generated password and ends the sessions of the account. */
  readonly resetPassword: (id: string, password: string | undefined, by: Administrator) => Promise<ResetOutcome>;
  /** Removes the second factor of a user who has lost it, and ends the sessions of the account. */
  readonly resetSecondFactor: (id: string, by: Administrator) => SecondFactorResetOutcome;
};

export function createAdministration(deps: UsersDeps, passwords: Passwords): Administration {
  const { db, clock, recordAudit } = deps;
  const find = createAccountLookup(db);

  const change = db.transaction((id: string, update: AccountUpdate): StateChangeOutcome => {
    const before = find(id);
    if (before === undefined) return { kind: "missing" };
    if (before.deactivatedMs !== null) return { kind: "deactivated" };
    const nowMs = clock.now();
    const isDisabled = update.is_disabled ?? before.disabledMs !== null;
    const account: Account = {
      ...before,
      isAdministrator: update.is_administrator ?? before.isAdministrator,
      disabledMs: isDisabled ? (before.disabledMs ?? nowMs) : null,
      // A disabled user has to sign in again after being enabled: older tokens must not become valid again.
      sessionsSinceMs: isDisabled && before.disabledMs === null ? nowMs : before.sessionsSinceMs,
    };
    const isAdministering = before.isAdministrator && isActive(before);
    const staysSo = account.isAdministrator && isActive(account);
    if (isAdministering && !staysSo && !hasOtherAdministrator(db, id)) return { kind: "last_administrator" };
    updateAccount(db, account);
    return { kind: "changed", account };
  });

  function changeState(id: string, update: AccountUpdate, { actorId, address }: Administrator) {
    const before = find(id);
    const outcome = change.immediate(id, update);
    if (outcome.kind !== "changed" || before === undefined) return outcome;
    const { account } = outcome;
    const by = { userId: id, actorId, address };
    const isDisabledNow = account.disabledMs !== null && before.disabledMs === null;
    const isDemoted = before.isAdministrator && !account.isAdministrator;
    if (isDisabledNow) deps.endSessions(id);
    else if (isDemoted) deps.endConnections(id);
    if (isDisabledNow) recordAudit({ kind: "user_disabled", ...by });
    if (account.disabledMs === null && before.disabledMs !== null) recordAudit({ kind: "user_enabled", ...by });
    if (isDemoted) recordAudit({ kind: "administrator_taken", ...by });
    if (account.isAdministrator && !before.isAdministrator) recordAudit({ kind: "administrator_given", ...by });
    return outcome;
  }

  async function resetPassword(
    id: string,
    password: string | undefined,
    { actorId, address }: Administrator,
  ): Promise<ResetOutcome> {
    const generatedPassword = password === undefined ? passwords.generate() : null;
    const passwordHash = await passwords.hash(password ?? generatedPassword ?? "");
    const before = find(id);
    if (before === undefined) return { kind: "missing" };
    if (before.deactivatedMs !== null) return { kind: "deactivated" };
    const isPasswordTemporary = generatedPassword !== null;
    const account: Account = { ...before, passwordHash, isPasswordTemporary, sessionsSinceMs: clock.now() };
    updateAccount(db, account);
    deps.endSessions(id);
    recordAudit({ kind: "password_reset", userId: id, actorId, address });
    return { kind: "reset", account, generatedPassword };
  }

  function resetSecondFactor(id: string, { actorId, address }: Administrator): SecondFactorResetOutcome {
    const before = find(id);
    if (before === undefined) return { kind: "missing" };
    if (before.deactivatedMs !== null) return { kind: "deactivated" };
    if (!deps.secondFactor.remove(id)) return { kind: "not_set_up" };
    const account: Account = { ...before, sessionsSinceMs: clock.now() };
    updateAccount(db, account);
    deps.endSessions(id);
    recordAudit({ kind: "second_factor_reset", userId: id, actorId, address });
    return { kind: "reset", account };
  }

  return { changeState, resetPassword, resetSecondFactor };
}
