import type { SecondFactorState } from "../../contracts/second-factor.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import type { SecondFactorDeps } from "./second-factor.deps.ts";
import { createPasskeys, type Passkeys } from "./second-factor.passkeys.ts";
import { createPending } from "./second-factor.pending.ts";
import {
  appCodeOf,
  issuerNameOf,
  passkeyPlaceOf,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  recoveryCodeHash,
  recoveryCodeOf,
} from "./second-factor.rules.ts";
import {
  countRecoveryCodes,
  findApp,
  hasFactor,
  isRequiredOfAdministrators,
  listPasskeys,
  removeApp,
  removeFactors,
  removePasskey,
  replaceRecoveryHashes,
  saveRequirement,
  upsertApp,
} from "./second-factor.store.ts";
import { auditOf, type Actor, createVerification, type FactorKind, type Verdict } from "./second-factor.verify.ts";
import { findStep, SECRET_BYTES, secretText, setupUri } from "./second-factor.totp.ts";

export type Added = { readonly kind: "added"; readonly recoveryCodes: readonly string[] | null };
export type Removed = { readonly kind: "removed" | "missing" | "required" };

export type SecondFactorService = {
  readonly stateOf: (userId: string) => SecondFactorState;
  /** Whether signing in requires a second factor. */
  readonly has: (userId: string) => boolean;
  /** Whether the account must have one and has none. */
  readonly isMissing: (userId: string) => boolean;
  readonly startApp: (userId: string) => { readonly secret: string; readonly uri: string };
  /**
   * For a page of one sign-in: the secret that was made for it, or a new one. No other sign-in gets the same secret, so
   * that another person with the password does not learn the secret that the owner sets up.
   */
  readonly continueApp: (userId: string, signInId: string) => { readonly secret: string; readonly uri: string };
  /** `signInId`: the sign-in in which it is set up, if there is one. */
  readonly confirmApp: (
    typed: string,
    by: Actor & { readonly signInId?: string },
  ) => Promise<Added | Exclude<Verdict, { readonly kind: "right" }>>;
  readonly removeApp: (by: Actor) => Removed;
  readonly startPasskey: Passkeys["startAdding"];
  readonly confirmPasskey: (name: string, credential: object, by: Actor) => Promise<Added | { readonly kind: "wrong" }>;
  readonly removePasskey: (id: string, by: Actor) => Removed;
  readonly replaceRecoveryCodes: (by: Actor) => readonly string[];
  /** Options for a passkey in one sign-in; undefined where none can be used. */
  readonly startUsingPasskey: Passkeys["startUsing"];
  readonly verifyCode: (typed: string, by: Actor) => Promise<Verdict>;
  readonly verifyPasskey: (signInId: string, credential: unknown, by: Actor) => Promise<Verdict>;
  /** Removes all second factors of an account. False where it had none. */
  readonly removeAll: (userId: string) => boolean;
  readonly requirement: {
    readonly isOn: () => boolean;
    readonly change: (
      isOn: boolean,
      by: { readonly actorId: string | null; readonly address?: string | undefined },
    ) => void;
  };
};

export function createSecondFactorService(deps: SecondFactorDeps): SecondFactorService {
  const { db, clock, sealing, recordAudit } = deps;
  const newSecrets = createPending<string>(clock);
  const passkeys = createPasskeys(deps);
  const audit = auditOf(deps);
  const { attempt, verifyCode, verifyPasskey } = createVerification(deps, passkeys);

  const isRequired = (userId: string) => {
    const account = deps.findAccount(userId);
    return account?.isAdministrator === true && account.hasPassword && isRequiredOfAdministrators(db);
  };

  function newRecoveryCodes(userId: string): readonly string[] {
    const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(deps.randomBytes(RECOVERY_CODE_BYTES)));
    replaceRecoveryHashes(
      db,
      userId,
      codes.map((code) => recoveryCodeHash(userId, code)),
    );
    return codes;
  }

  /** The first second factor of an account comes with recovery codes. */
  function added(hadFactor: boolean, factor: FactorKind, by: Actor): Added {
    audit("second_factor_added", by, { factor });
    return { kind: "added", recoveryCodes: hadFactor ? null : newRecoveryCodes(by.userId) };
  }

  const removing = db.transaction((by: Actor, remove: () => boolean): Removed => {
    const { userId } = by;
    if (!remove()) return { kind: "missing" };
    if (hasFactor(db, userId)) return { kind: "removed" };
    if (isRequired(userId)) throw new StillRequired();
    removeFactors(db, userId);
    return { kind: "removed" };
  });

  function remove(by: Actor, factor: FactorKind, work: () => boolean): Removed {
    try {
      const outcome = removing.immediate(by, work);
      if (outcome.kind === "removed") audit("second_factor_removed", by, { factor });
      return outcome;
    } catch (error) {
      // Thrown to undo the removal.
      if (error instanceof StillRequired) return { kind: "required" };
      throw error;
    }
  }

  const setupOf = (userId: string, secret: string) => ({
    secret,
    uri: setupUri(secret, {
      issuer: issuerNameOf(deps.baseUrl()),
      label: deps.findAccount(userId)?.email ?? "",
    }),
  });

  function startApp(userId: string, signInId?: string) {
    const secret = secretText(deps.randomBytes(SECRET_BYTES));
    newSecrets.put(pendingKey(userId, signInId), secret);
    return setupOf(userId, secret);
  }

  return {
    stateOf: (userId) => stateOf(deps, userId, isRequired(userId)),
    has: (userId) => hasFactor(db, userId),
    isMissing: (userId) => isRequired(userId) && !hasFactor(db, userId),
    startApp: (userId) => startApp(userId),
    continueApp(userId, signInId) {
      const secret = newSecrets.find(pendingKey(userId, signInId));
      return secret === undefined ? startApp(userId, signInId) : setupOf(userId, secret);
    },
    async confirmApp(typed, by) {
      const { userId } = by;
      const key = pendingKey(userId, by.signInId);
      let step: number | undefined;
      const secret = newSecrets.find(key);
      const verdict = await attempt(by, () => {
        step = secret === undefined ? undefined : findStep(secret, appCodeOf(typed) ?? "", clock.now());
        return step === undefined ? undefined : "app";
      });
      if (verdict.kind !== "right") return verdict;
      // Confirmed by another request while this one waited: one secret is stored once.
      if (secret === undefined || step === undefined || newSecrets.find(key) !== secret) return { kind: "wrong" };
      newSecrets.remove(key);
      const hadFactor = hasFactor(db, userId);
      upsertApp(db, userId, { secret: sealing.seal(secret), addedMs: clock.now(), lastStep: step });
      return added(hadFactor, "app", by);
    },
    removeApp: (by) => remove(by, "app", () => removeApp(db, by.userId)),
    startPasskey: passkeys.startAdding,
    async confirmPasskey(name, credential, by) {
      const hadFactor = hasFactor(db, by.userId);
      const outcome = await passkeys.add(by.userId, name, credential);
      return outcome === "added" ? added(hadFactor, "passkey", by) : { kind: "wrong" };
    },
    removePasskey: (id, by) => remove(by, "passkey", () => removePasskey(db, by.userId, id)),
    replaceRecoveryCodes(by) {
      const codes = db.transaction(() => newRecoveryCodes(by.userId)).immediate();
      audit("recovery_codes_made", by);
      return codes;
    },
    startUsingPasskey: passkeys.startUsing,
    verifyCode,
    verifyPasskey,
    removeAll: db.transaction((userId: string) => removeFactors(db, userId)),
    requirement: {
      isOn: () => isRequiredOfAdministrators(db),
      change(isOn, { actorId, address }) {
        if (isRequiredOfAdministrators(db) === isOn) return;
        saveRequirement(db, isOn);
        const kind = isOn ? "second_factor_required" : "second_factor_optional";
        recordAudit({ kind, userId: null, actorId, address });
      },
    },
  };
}

function pendingKey(userId: string, signInId = ""): string {
  return `${userId} ${signInId}`;
}

/** Undoes the removal of a second factor that the account must have. */
class StillRequired extends Error {}

function stateOf({ db, baseUrl }: SecondFactorDeps, userId: string, isRequired: boolean): SecondFactorState {
  const app = findApp(db, userId);
  const { rpId, problem } = passkeyPlaceOf(baseUrl());
  return {
    authenticator_added_at: app === undefined ? null : isoFromMs(app.addedMs),
    passkeys: listPasskeys(db, userId).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      station_name: passkey.rpId,
      is_usable: problem === null && passkey.rpId === rpId,
      added_at: isoFromMs(passkey.addedMs),
      last_used_at: isoOrNull(passkey.lastUsedMs),
    })),
    recovery_codes_left: countRecoveryCodes(db, userId),
    is_required: isRequired,
    passkey_problem: problem,
  };
}
