import type { PreferenceUpdate, UserUpdate } from "../../contracts/users.ts";
import { publicTypedOperatorId } from "../../kernel/operator-id.rules.ts";
import { patchValue } from "../../kernel/patch-value.ts";
import { type Administration, createAdministration } from "./users.administration.ts";
import type { UsersDeps } from "./users.deps.ts";
import type { Account, Caller, Preferences } from "./users.model.ts";
import type { Passwords } from "./users.passwords.ts";
import { createRegistration, type Registration } from "./users.registration.ts";
import { createRegistrationSwitch, type RegistrationSwitch } from "./users.registration-setting.ts";
import { toAnonymisedAccount, isActive, isBlank, preferenceProblem } from "./users.rules.ts";
import { createSignIn, type SignIn } from "./users.sign-in.ts";
import {
  createAccountCount,
  createAccountLookup,
  findAccountByEmail,
  listAccounts,
  listPreferences,
  removePreference,
  removePreferences,
  updateAccount,
  upsertPreference,
} from "./users.store.ts";

export type UpdateOutcome =
  | { readonly kind: "updated"; readonly account: Account }
  | { readonly kind: "missing" }
  | { readonly kind: "email_taken" }
  | { readonly kind: "unknown_aircraft" };

export type UsersService = Registration &
  SignIn &
  Administration & {
    readonly find: (id: string) => Account | undefined;
    readonly findByEmail: (email: string) => Account | undefined;
    /** Accounts, oldest first; all of them without a page. */
    readonly list: (page?: { readonly limit: number; readonly offset: number }) => readonly Account[];
    readonly count: () => number;
    /** The name of an account as shown to other users: the full name, otherwise the e-mail address. */
    readonly nameOf: (id: string) => string;
    readonly preferencesOf: (id: string) => Preferences;
    readonly update: (id: string, input: UserUpdate, caller: Caller) => Promise<UpdateOutcome>;
    readonly updatePreference: (
      id: string,
      input: PreferenceUpdate,
    ) =>
      | { readonly kind: "updated"; readonly preferences: Preferences }
      | { readonly kind: "invalid"; readonly msg: string };
    /** Permanently anonymises an account and revokes all its sessions and tokens. */
    readonly deactivate: (id: string, caller: Caller) => void;
    readonly registration: RegistrationSwitch;
  };

export function createUsersService(deps: UsersDeps, passwords: Passwords): UsersService {
  const { db, clock, recordAudit } = deps;
  const find = createAccountLookup(db);
  const registration = createRegistrationSwitch(deps);

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
      fullName: patchValue(input.full_name, before.fullName),
      phoneNumber: patchValue(input.phone_number, before.phoneNumber),
      uasOperatorId: publicTypedOperatorId(patchValue(input.uas_operator_id, before.uasOperatorId)),
      pilotLicenseId: patchValue(input.pilot_license_id, before.pilotLicenseId),
      country: patchValue(input.country, before.country),
      defaultAircraft: patchValue(aircraft, before.defaultAircraft),
      passwordHash: passwordHash ?? before.passwordHash,
      isPasswordTemporary: before.isPasswordTemporary && passwordHash === undefined,
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
      updateAccount(db, toAnonymisedAccount(account, clock.now()));
      removePreferences(db, id);
      deps.revokeTokens(id);
      deps.secondFactor.remove(id);
      deps.anonymiseAnnotations(id);
      deps.endSessions(id);
    }).immediate();
    recordAudit({ kind: "user_deactivated", userId: id, actorId: principal.userId, address });
  }

  return {
    find,
    findByEmail: (email) => findAccountByEmail(db, email),
    list: (page) => listAccounts(db, page),
    count: createAccountCount(db),
    nameOf(id) {
      const account = find(id);
      // The operator of a station that trusts its own computer has no account.
      return account === undefined ? "Local operator" : (account.fullName ?? account.email);
    },
    preferencesOf: (id) => listPreferences(db, id),
    ...createRegistration(deps, passwords, registration),
    ...createAdministration(deps, passwords),
    ...createSignIn(deps, passwords),
    update,
    updatePreference,
    deactivate,
    registration,
  };
}
