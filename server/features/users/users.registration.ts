import type { UserRegistration } from "../../contracts/users.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account, Caller, OutsideClaims, Throttled } from "./users.model.ts";
import type { Passwords } from "./users.passwords.ts";
import { mayRegister, subjectHashOf } from "./users.rules.ts";
import {
  countAccounts,
  findAccountByEmail,
  findAccountBySubject,
  insertAccount,
  insertSubject,
  upsertPreference,
} from "./users.store.ts";

export type RegisterOutcome =
  | { readonly kind: "registered"; readonly account: Account }
  | { readonly kind: "closed" }
  | { readonly kind: "email_taken" }
  | Throttled;

/** The three ways to an account; the first account of a station administers it, whichever way it came. */
export type Registration = {
  /** Makes an account; the first one administers the station. */
  readonly register: (input: UserRegistration, caller: Caller) => Promise<RegisterOutcome>;
  /** Makes an account for whoever runs the command line. */
  readonly add: (
    input: UserRegistration,
    isAdministrator: boolean,
  ) => Promise<Extract<RegisterOutcome, { kind: "registered" | "email_taken" }>>;
  /** The account of an outside provider's subject; made on first sight. It may be one that is not active. */
  readonly findOrCreateOutside: (claims: OutsideClaims) => Account;
};

const LONGEST_NAME_CHARACTERS = 255;

export function createRegistration(deps: UsersDeps, passwords: Passwords): Registration {
  const { db, clock, ids, recordAudit } = deps;

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
    const attempt = await deps.throttles.registration.attempt({ address });
    if (attempt.kind === "refused") {
      recordAudit({ kind: "too_many_attempts", userId: null, actorId: null, address });
      return { kind: "throttled", retryAfterS: attempt.retryAfterS };
    }
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

  const findOrCreateOutside = db.transaction((claims: OutsideClaims): Account => {
    const subjectHash = subjectHashOf(claims.issuer, claims.subject);
    const known = findAccountBySubject(db, subjectHash);
    if (known !== undefined) return known;
    const made = newAccount({ email: "", full_name: claims.fullName?.slice(0, LONGEST_NAME_CHARACTERS) }, null);
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

  return { register, add, findOrCreateOutside: (claims) => findOrCreateOutside.immediate(claims) };
}

/** The account that acts; strangers and the operator of this computer have none. */
function actorOf({ principal }: Caller): string | null {
  return principal.credential === "none" || principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
}
