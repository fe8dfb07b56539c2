import type { UsersDeps } from "./users.deps.ts";
import type { Account, Throttled } from "./users.model.ts";
import type { Passwords } from "./users.passwords.ts";
import { isActive } from "./users.rules.ts";
import { createAccountLookup, findAccountByEmail, updateAccount, updateLastSignIn } from "./users.store.ts";

export type SignInOutcome =
  | { readonly kind: "signed_in"; readonly account: Account }
  /** The password is correct; the sign-in is complete, and recorded, after the second factor. */
  | { readonly kind: "second_factor"; readonly account: Account }
  | { readonly kind: "refused" }
  | Throttled;

export type PasswordOutcome = { readonly kind: "right" } | { readonly kind: "wrong" } | Throttled;

export type ReplacePasswordOutcome =
  | { readonly kind: "chosen" }
  /** The new password equals the temporary one. */
  | { readonly kind: "same" }
  /** The password is no longer temporary. */
  | { readonly kind: "refused" };

/** Checks of passwords. Attempts are limited per address and account, and failures are audited. */
export type SignIn = {
  /** Signs a user in by e-mail address and password. An unknown address takes as long to reject as a wrong password. */
  readonly signIn: (
    email: string,
    password: string,
    from: { readonly address?: string | undefined; readonly clientId?: string | undefined },
  ) => Promise<SignInOutcome>;
  /** Records that a user signed in with a second factor. */
  readonly completeSignIn: (
    id: string,
    from: { readonly address?: string | undefined; readonly secondFactor: string },
  ) => void;
  /** Replaces a temporary password right after signing in with it. */
  readonly replaceTemporaryPassword: (
    id: string,
    password: string,
    address: string | undefined,
  ) => Promise<ReplacePasswordOutcome>;
  /** Checks the password of a signed-in user again. */
  readonly checkPassword: (id: string, password: string, address: string | undefined) => Promise<PasswordOutcome>;
};

export function createSignIn(
  {
    db,
    clock,
    throttles,
    recordAudit,
    secondFactor,
  }: Pick<UsersDeps, "db" | "clock" | "throttles" | "recordAudit" | "secondFactor">,
  passwords: Passwords,
): SignIn {
  const find = createAccountLookup(db);

  function throttled(retryAfterS: number, userId: string | null, address: string | undefined): Throttled {
    recordAudit({ kind: "too_many_attempts", userId, actorId: null, address });
    return { kind: "throttled", retryAfterS };
  }

  async function signIn(
    email: string,
    password: string,
    { address, clientId }: { readonly address?: string | undefined; readonly clientId?: string | undefined },
  ): Promise<SignInOutcome> {
    const account = findAccountByEmail(db, email);
    const throttleKey = account?.id ?? email.toLowerCase();
    const attempt = await throttles.password.attempt({ address, account: throttleKey });
    if (attempt.kind === "refused") return throttled(attempt.retryAfterS, account?.id ?? null, address);
    const isRight = await passwords.verify(password, account?.passwordHash ?? null);
    // Looked up again, because the account may have changed while the hash was computed.
    const current = account && find(account.id);
    const detail = clientId === undefined ? {} : { client_id: clientId };
    if (!isRight || current === undefined || !isActive(current) || current.passwordHash !== account?.passwordHash) {
      recordAudit({ kind: "sign_in_failed", userId: account?.id ?? null, actorId: null, address, detail });
      return { kind: "refused" };
    }
    await throttles.password.succeeded({ address, account: throttleKey });
    if (secondFactor.isAsked(current.id)) return { kind: "second_factor", account: current };
    updateLastSignIn(db, current.id, clock.now());
    recordAudit({ kind: "signed_in", userId: current.id, actorId: current.id, address, detail });
    return { kind: "signed_in", account: current };
  }

  function completeSignIn(
    id: string,
    { address, secondFactor: factor }: { readonly address?: string | undefined; readonly secondFactor: string },
  ): void {
    updateLastSignIn(db, id, clock.now());
    recordAudit({ kind: "signed_in", userId: id, actorId: id, address, detail: { second_factor: factor } });
  }

  async function checkPassword(id: string, password: string, address: string | undefined): Promise<PasswordOutcome> {
    const attempt = await throttles.password.attempt({ address, account: id });
    if (attempt.kind === "refused") return throttled(attempt.retryAfterS, id, address);
    const isRight = await passwords.verify(password, find(id)?.passwordHash ?? null);
    const account = find(id);
    if (!isRight || account === undefined || !isActive(account)) {
      recordAudit({ kind: "sign_in_failed", userId: id, actorId: id, address });
      return { kind: "wrong" };
    }
    await throttles.password.succeeded({ address, account: id });
    return { kind: "right" };
  }

  async function replaceTemporaryPassword(
    id: string,
    password: string,
    address: string | undefined,
  ): Promise<ReplacePasswordOutcome> {
    const temporary = find(id)?.passwordHash ?? null;
    if (await passwords.verify(password, temporary)) return { kind: "same" };
    const passwordHash = await passwords.hash(password);
    const account = find(id);
    const isStillToDo = account?.isPasswordTemporary === true && account.passwordHash === temporary;
    if (account === undefined || !isActive(account) || !isStillToDo) return { kind: "refused" };
    updateAccount(db, { ...account, passwordHash, isPasswordTemporary: false });
    recordAudit({ kind: "password_changed", userId: id, actorId: id, address });
    return { kind: "chosen" };
  }

  return { signIn, completeSignIn, replaceTemporaryPassword, checkPassword };
}
