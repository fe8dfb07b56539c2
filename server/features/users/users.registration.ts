import type { UserRegistration } from "../../contracts/users.ts";
import { publicTypedOperatorId } from "../../kernel/operator-id.rules.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account, Administrator, Caller, ExternalClaims, Throttled } from "./users.model.ts";
import type { Passwords } from "./users.passwords.ts";
import type { RegistrationSwitch } from "./users.registration-setting.ts";
import { canRegister, subjectHashOf } from "./users.rules.ts";
import {
  createAccountCount,
  findAccountByEmail,
  findAccountBySubject,
  insertAccount,
  insertSubject,
  updateAccount,
  upsertPreference,
} from "./users.store.ts";

export type RegisterOutcome =
  | { readonly kind: "registered"; readonly account: Account }
  | { readonly kind: "closed" }
  | { readonly kind: "email_taken" }
  | Throttled;

type AccountToAdd = Omit<UserRegistration, "password"> & { readonly password?: string | undefined };

export type AddOutcome =
  | { readonly kind: "registered"; readonly account: Account; readonly generatedPassword: string | null }
  | { readonly kind: "email_taken" };

/** The three ways to create an account. The first account of a station becomes administrator, unless it is external. */
export type Registration = {
  /** Registers an account; the first one becomes administrator. */
  readonly register: (input: UserRegistration, caller: Caller) => Promise<RegisterOutcome>;
  /** Creates an account for another person, with a generated password when none is given. */
  readonly add: (input: AccountToAdd, isAdministrator: boolean, by: Administrator) => Promise<AddOutcome>;
  /**
   * The account of an external provider's subject, created when first seen; it may be inactive. It becomes
   * administrator only if the configuration names the user: being the first account is not enough.
   */
  readonly findOrCreateExternal: (claims: ExternalClaims) => Account;
};

const MAX_NAME_CHARACTERS = 255;

export function createRegistration(deps: UsersDeps, passwords: Passwords, setting: RegistrationSwitch): Registration {
  const { db, clock, ids, recordAudit } = deps;

  const countAccounts = createAccountCount(db);

  function insertNew(account: Account): void {
    insertAccount(db, account);
    upsertPreference(db, account.id, "default_visibility", "public");
  }

  function newAccount(input: Omit<UserRegistration, "password">, passwordHash: string | null): Account {
    const nowMs = clock.now();
    return {
      id: ids.random(),
      email: input.email,
      isVerified: false,
      fullName: input.full_name ?? null,
      phoneNumber: input.phone_number ?? null,
      uasOperatorId: publicTypedOperatorId(input.uas_operator_id ?? null),
      pilotLicenseId: null,
      country: input.country ?? null,
      defaultAircraft: null,
      passwordHash,
      isPasswordTemporary: false,
      isAdministrator: countAccounts() === 0,
      registeredMs: nowMs,
      lastSignedInMs: null,
      sessionsSinceMs: nowMs,
      disabledMs: null,
      deactivatedMs: null,
    };
  }

  /** The password is already hashed: the rest is synchronous, so two registrations cannot interleave. */
  const registerHashed = db.transaction(
    (input: UserRegistration, passwordHash: string, isByAdministrator: boolean): RegisterOutcome => {
      if (!canRegister(countAccounts(), setting.current().registration, isByAdministrator)) return { kind: "closed" };
      if (findAccountByEmail(db, input.email) !== undefined) return { kind: "email_taken" };
      const account = newAccount(input, passwordHash);
      insertNew(account);
      return { kind: "registered", account };
    },
  );

  async function register(input: UserRegistration, { principal, address }: Caller): Promise<RegisterOutcome> {
    const { isAdministrator } = principal;
    // Checked twice: before the expensive hashing, and again inside the transaction.
    if (!canRegister(countAccounts(), setting.current().registration, isAdministrator)) return { kind: "closed" };
    for (const throttle of [deps.throttles.registration, deps.throttles.takenEmails]) {
      const attempt = await throttle.attempt({ address });
      if (attempt.kind === "allowed") continue;
      recordAudit({ kind: "too_many_attempts", userId: null, actorId: null, address });
      return { kind: "throttled", retryAfterS: attempt.retryAfterS };
    }
    const outcome = registerHashed.immediate(input, await passwords.hash(input.password), isAdministrator);
    // Only responses are counted that reveal that an address has an account.
    if (outcome.kind !== "email_taken") await deps.throttles.takenEmails.succeeded({ address });
    if (outcome.kind === "registered") {
      const userId = outcome.account.id;
      recordAudit({ kind: "user_registered", userId, actorId: actorOf({ principal }) ?? userId, address });
    }
    return outcome;
  }

  const insertAdded = db.transaction((account: Account, isAdministrator: boolean): Account | undefined => {
    if (findAccountByEmail(db, account.email) !== undefined) return undefined;
    const made = { ...account, isAdministrator: countAccounts() === 0 || isAdministrator };
    insertNew(made);
    return made;
  });

  async function add(input: AccountToAdd, isAdministrator: boolean, by: Administrator): Promise<AddOutcome> {
    const generatedPassword = input.password === undefined ? passwords.generate() : null;
    const passwordHash = await passwords.hash(input.password ?? generatedPassword ?? "");
    const made = { ...newAccount(input, passwordHash), isPasswordTemporary: generatedPassword !== null };
    const account = insertAdded.immediate(made, isAdministrator);
    if (account === undefined) return { kind: "email_taken" };
    recordAudit({ kind: "user_registered", userId: account.id, ...by });
    if (account.isAdministrator) recordAudit({ kind: "administrator_given", userId: account.id, ...by });
    return { kind: "registered", account, generatedPassword };
  }

  const findOrCreateExternal = db.transaction((claims: ExternalClaims): Account => {
    const subjectHash = subjectHashOf(claims.issuer, claims.subject);
    const isNamed = deps.isExternalAdministrator(claims);
    const known = findAccountBySubject(db, subjectHash);
    if (known !== undefined) return isNamed ? named(known) : known;
    const made = newAccount({ email: "", full_name: claims.fullName?.slice(0, MAX_NAME_CHARACTERS) }, null);
    // Never linked to an existing account by e-mail address alone: the address may belong to someone else by now.
    const isFree = claims.email !== undefined && findAccountByEmail(db, claims.email) === undefined;
    const account: Account = {
      ...made,
      email: isFree && claims.email !== undefined ? claims.email : `${made.id}@outside.invalid`,
      isVerified: isFree && claims.isEmailVerified === true,
      isAdministrator: isNamed,
      // The user's current tokens were issued before the account was created.
      sessionsSinceMs: 0,
    };
    insertNew(account);
    insertSubject(db, subjectHash, account.id);
    const detail = { issuer: claims.issuer };
    recordAudit({ kind: "user_registered", userId: account.id, actorId: account.id, detail });
    if (isNamed) recordAudit({ kind: "administrator_given", userId: account.id, actorId: null, detail });
    return account;
  });

  /** Makes the account of a user who is now named in the configuration an administrator. */
  function named(account: Account): Account {
    if (account.isAdministrator || account.deactivatedMs !== null) return account;
    const administrator = { ...account, isAdministrator: true };
    updateAccount(db, administrator);
    recordAudit({ kind: "administrator_given", userId: account.id, actorId: null });
    return administrator;
  }

  return { register, add, findOrCreateExternal: (claims) => findOrCreateExternal.immediate(claims) };
}

/** The acting account; anonymous callers and the local operator have none. */
function actorOf({ principal }: Caller): string | null {
  return principal.credential === "none" || principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
}
