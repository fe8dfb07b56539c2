import type { PreferenceUpdate, UserRegistration, UserUpdate } from "../../contracts/users.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account, OutsideClaims, Preferences } from "./users.model.ts";
import type { Passwords } from "./users.passwords.ts";
import { anonymised, isActive, isBlank, mayRegister, preferenceProblem, subjectHashOf } from "./users.rules.ts";
import {
  countAccounts,
  createAccountLookup,
  findAccountByEmail,
  findAccountBySubject,
  insertAccount,
  insertSubject,
  listAccounts,
  listPreferences,
  removePreference,
  removePreferences,
  updateAccount,
  upsertPreference,
} from "./users.store.ts";

/** Who asks, and where from. */
export type Caller = {
  readonly principal: Pick<Principal, "userId" | "isAdministrator" | "credential">;
  readonly address?: string | undefined;
};

type Throttled = { readonly kind: "throttled"; readonly retryAfterS: number };

export type RegisterOutcome =
  | { readonly kind: "registered"; readonly account: Account }
  | { readonly kind: "closed" }
  | { readonly kind: "email_taken" }
  | Throttled;

export type UpdateOutcome =
  | { readonly kind: "updated"; readonly account: Account }
  | { readonly kind: "missing" }
  | { readonly kind: "email_taken" }
  | { readonly kind: "unknown_aircraft" };

export type SignInOutcome =
  | { readonly kind: "signed_in"; readonly account: Account }
  | { readonly kind: "refused" }
  | Throttled;

export type PasswordOutcome = { readonly kind: "right" } | { readonly kind: "wrong" } | Throttled;

export type UsersService = {
  readonly find: (id: string) => Account | undefined;
  readonly findByEmail: (email: string) => Account | undefined;
  readonly list: () => readonly Account[];
  readonly preferencesOf: (id: string) => Preferences;
  /** Makes an account; the first one administers the station. */
  readonly register: (input: UserRegistration, caller: Caller) => Promise<RegisterOutcome>;
  /** Makes an account for whoever runs the command line. */
  readonly add: (
    input: UserRegistration,
    isAdministrator: boolean,
  ) => Promise<Extract<RegisterOutcome, { kind: "registered" | "email_taken" }>>;
  readonly update: (id: string, input: UserUpdate, caller: Caller) => Promise<UpdateOutcome>;
  readonly updatePreference: (
    id: string,
    input: PreferenceUpdate,
  ) =>
    | { readonly kind: "updated"; readonly preferences: Preferences }
    | { readonly kind: "invalid"; readonly msg: string };
  /** Anonymises an account for good and ends everything that was signed in with it. */
  readonly deactivate: (id: string, caller: Caller) => void;
  /** Signs a person in by address and password. An unknown address takes as long to refuse as a wrong password. */
  readonly signIn: (
    email: string,
    password: string,
    from: { readonly address?: string | undefined; readonly clientId?: string | undefined },
  ) => Promise<SignInOutcome>;
  /** Asks a user for the password once more. */
  readonly checkPassword: (id: string, password: string, address: string | undefined) => Promise<PasswordOutcome>;
  /** The account of an outside provider's subject; made on first sight. It may be one that is not active. */
  readonly findOrCreateOutside: (claims: OutsideClaims) => Account;
  /** Shuts an account out, or lets it in again; a deactivated one stays as it is. False when there is none. */
  readonly setDisabled: (id: string, isDisabled: boolean) => boolean;
  /** False when there is no such account, or it was deactivated. */
  readonly resetPassword: (id: string, password: string) => Promise<boolean>;
};

export function createUsersService(deps: UsersDeps, passwords: Passwords): UsersService {
  const { db, clock, ids, recordAudit, throttles } = deps;
  const find = createAccountLookup(db);

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
      uasOperatorId: input.uas_operator_id ?? null,
      pilotLicenseId: null,
      country: input.country ?? null,
      defaultAircraft: null,
      passwordHash,
      isAdministrator: countAccounts(db) === 0,
      registeredMs: nowMs,
      sessionsSinceMs: nowMs,
      disabledMs: null,
      deactivatedMs: null,
    };
  }

  /** The password is hashed before: from here on nothing else runs, so that two registrations cannot meet. */
  const registerHashed = db.transaction(
    (input: UserRegistration, passwordHash: string, isByAdministrator: boolean): RegisterOutcome => {
      if (!mayRegister(countAccounts(db), deps.registration, isByAdministrator)) return { kind: "closed" };
      if (findAccountByEmail(db, input.email) !== undefined) return { kind: "email_taken" };
      const account = newAccount(input, passwordHash);
      insertNew(account);
      return { kind: "registered", account };
    },
  );

  async function register(input: UserRegistration, { principal, address }: Caller): Promise<RegisterOutcome> {
    const { isAdministrator } = principal;
    // Asked twice: before the work of hashing, and when it counts.
    if (!mayRegister(countAccounts(db), deps.registration, isAdministrator)) return { kind: "closed" };
    const attempt = await throttles.registration.attempt({ address });
    if (attempt.kind === "refused") return throttled(attempt.retryAfterS, null, address);
    const outcome = registerHashed.immediate(input, await passwords.hash(input.password), isAdministrator);
    if (outcome.kind === "registered") {
      const userId = outcome.account.id;
      recordAudit({ kind: "user_registered", userId, actorId: actorOf({ principal }) ?? userId, address });
    }
    return outcome;
  }

  async function add(input: UserRegistration, isAdministrator: boolean) {
    const passwordHash = await passwords.hash(input.password);
    if (findAccountByEmail(db, input.email) !== undefined) return { kind: "email_taken" as const };
    const account = newAccount(input, passwordHash);
    const made = { ...account, isAdministrator: account.isAdministrator || isAdministrator };
    insertNew(made);
    recordAudit({ kind: "user_registered", userId: made.id, actorId: null });
    return { kind: "registered" as const, account: made };
  }

  async function update(id: string, input: UserUpdate, { principal, address }: Caller): Promise<UpdateOutcome> {
    const passwordHash = input.password === undefined ? undefined : await passwords.hash(input.password);
    const before = find(id);
    if (before === undefined || !isActive(before)) return { kind: "missing" };
    const { email = before.email, default_aircraft: aircraft } = input;
    const owner = findAccountByEmail(db, email);
    if (owner !== undefined && owner.id !== id) return { kind: "email_taken" };
    if (aircraft && !deps.fleet.listAircraft(id).some((one) => one.id === aircraft))
      return { kind: "unknown_aircraft" };

    const isOtherEmail = email !== before.email;
    const endsSessions = isOtherEmail || passwordHash !== undefined;
    const account: Account = {
      ...before,
      email,
      isVerified: before.isVerified && !isOtherEmail,
      fullName: given(input.full_name, before.fullName),
      phoneNumber: given(input.phone_number, before.phoneNumber),
      uasOperatorId: given(input.uas_operator_id, before.uasOperatorId),
      pilotLicenseId: given(input.pilot_license_id, before.pilotLicenseId),
      country: given(input.country, before.country),
      defaultAircraft: given(aircraft, before.defaultAircraft),
      passwordHash: passwordHash ?? before.passwordHash,
      sessionsSinceMs: endsSessions ? clock.now() : before.sessionsSinceMs,
    };
    updateAccount(db, account);
    if (endsSessions) deps.endSessions(id);
    const by = { userId: id, actorId: principal.userId, address };
    if (isOtherEmail) recordAudit({ kind: "email_changed", ...by });
    if (passwordHash !== undefined) recordAudit({ kind: "password_changed", ...by });
    if (!endsSessions) recordAudit({ kind: "user_updated", ...by });
    return { kind: "updated", account };
  }

  function updatePreference(id: string, { property, value }: PreferenceUpdate) {
    if (value === null || isBlank(value)) removePreference(db, id, property);
    else {
      const msg = preferenceProblem(property, value);
      if (msg !== undefined) return { kind: "invalid" as const, msg };
      upsertPreference(db, id, property, value);
    }
    return { kind: "updated" as const, preferences: listPreferences(db, id) };
  }

  function deactivate(id: string, { principal, address }: Caller): void {
    const account = find(id);
    if (account === undefined || account.deactivatedMs !== null) return;
    db.transaction(() => {
      updateAccount(db, anonymised(account, clock.now()));
      removePreferences(db, id);
      deps.revokeTokens(id);
      deps.endSessions(id);
    }).immediate();
    recordAudit({ kind: "user_deactivated", userId: id, actorId: principal.userId, address });
  }

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
    // Looked up again: while the hash was computed the account may have been changed.
    const current = account && find(account.id);
    const detail = clientId === undefined ? {} : { client_id: clientId };
    if (!isRight || current === undefined || !isActive(current) || current.passwordHash !== account?.passwordHash) {
      recordAudit({ kind: "sign_in_failed", userId: account?.id ?? null, actorId: null, address, detail });
      return { kind: "refused" };
    }
    await throttles.password.succeeded(throttleKey);
    recordAudit({ kind: "signed_in", userId: current.id, actorId: current.id, address, detail });
    return { kind: "signed_in", account: current };
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
    await throttles.password.succeeded(id);
    return { kind: "right" };
  }

  const findOrCreateOutside = db.transaction((claims: OutsideClaims): Account => {
    const subjectHash = subjectHashOf(claims.issuer, claims.subject);
    const known = findAccountBySubject(db, subjectHash);
    if (known !== undefined) return known;
    const made = newAccount({ email: "", full_name: claims.fullName?.slice(0, 255) }, null);
    // Never joined to an account that is there by address alone: that address may be someone else's by now.
    const isFree = claims.email !== undefined && findAccountByEmail(db, claims.email) === undefined;
    const account: Account = {
      ...made,
      email: isFree && claims.email !== undefined ? claims.email : `${made.id}@outside.invalid`,
      isVerified: isFree && claims.isEmailVerified === true,
      // Tokens that brought the person here were issued before the account was made.
      sessionsSinceMs: 0,
    };
    insertNew(account);
    insertSubject(db, subjectHash, account.id);
    const detail = { issuer: claims.issuer };
    recordAudit({ kind: "user_registered", userId: account.id, actorId: account.id, detail });
    return account;
  });

  return {
    find,
    findByEmail: (email) => findAccountByEmail(db, email),
    list: () => listAccounts(db),
    preferencesOf: (id) => listPreferences(db, id),
    register,
    add,
    update,
    updatePreference,
    deactivate,
    signIn,
    checkPassword,
    findOrCreateOutside: (claims) => findOrCreateOutside.immediate(claims),

    setDisabled(id, isDisabled) {
      const account = find(id);
      if (account === undefined || account.deactivatedMs !== null) return false;
      const nowMs = clock.now();
      updateAccount(db, {
        ...account,
        disabledMs: isDisabled ? nowMs : null,
        sessionsSinceMs: isDisabled ? nowMs : account.sessionsSinceMs,
      });
      if (isDisabled) deps.endSessions(id);
      recordAudit({ kind: isDisabled ? "user_disabled" : "user_enabled", userId: id, actorId: null });
      return true;
    },

    async resetPassword(id, password) {
      const passwordHash = await passwords.hash(password);
      const account = find(id);
      if (account === undefined || account.deactivatedMs !== null) return false;
      updateAccount(db, { ...account, passwordHash, sessionsSinceMs: clock.now() });
      deps.endSessions(id);
      recordAudit({ kind: "password_reset", userId: id, actorId: null });
      return true;
    },
  };
}

/** The account that acts; strangers and the operator of this computer have none. */
function actorOf({ principal }: Caller): string | null {
  return principal.credential === "none" || principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
}

/** What is not given stays; `null` takes away. */
function given<T>(next: T | undefined, before: T): T {
  return next === undefined ? before : next;
}
