import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { FactorAccount, SecondFactorDeps } from "./second-factor.deps.ts";
import { createPending } from "./second-factor.pending.ts";
import { passkeyPlaceOf } from "./second-factor.rules.ts";
import { insertPasskey, listPasskeys, updatePasskeyUse } from "./second-factor.store.ts";

/**
 * EdDSA, ES256 and RS256 (RFC 9053): the algorithms of security keys that Node verifies without experimental features.
 */
const ALGORITHMS = [-8, -7, -257];

/** Loaded with the first passkey: most stations never need it. */
const library = () => import("@simplewebauthn/server");

export type Passkeys = {
  /** `PublicKeyCredentialCreationOptionsJSON`. */
  readonly startAdding: (account: FactorAccount) => Promise<Record<string, unknown>>;
  readonly add: (userId: string, name: string, credential: object) => Promise<"added" | "refused">;
  /** `PublicKeyCredentialRequestOptionsJSON` for one sign-in; undefined where none of the account can be used here. */
  readonly startUsing: (userId: string, signInId: string) => Promise<Record<string, unknown> | undefined>;
  /** Whether the response to these options comes from a passkey of this account. Options are valid for one response. */
  readonly isRight: (userId: string, signInId: string, credential: unknown) => Promise<boolean>;
};

/** Passkeys by WebAuthn: the key stays in the device, and the station stores its public half. */
export function createPasskeys({ db, clock, baseUrl }: SecondFactorDeps): Passkeys {
  const challenges = createPending<string>(clock);
  const place = () => passkeyPlaceOf(baseUrl());
  const known = (userId: string) =>
    listPasskeys(db, userId).map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    }));

  return {
    async startAdding({ id, email }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: "Fieldstation",
        rpID: place().rpId,
        supportedAlgorithmIDs: ALGORITHMS,
        userName: email,
        userID: new TextEncoder().encode(id),
        excludeCredentials: known(id),
        // It is used after the password, so it need not be found without a user name, nor require a PIN itself.
        authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
      });
      challenges.put(`add:${id}`, options.challenge);
      return { ...options };
    },

    async add(userId, name, credential) {
      const expectedChallenge = challenges.find(`add:${userId}`);
      challenges.remove(`add:${userId}`);
      if (expectedChallenge === undefined) return "refused";
      const { rpId, origin } = place();
      const { verifyRegistrationResponse } = await library();
      const verdict = await verifyRegistrationResponse({
        response: credential as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        supportedAlgorithmIDs: ALGORITHMS,
        requireUserVerification: false,
      }).catch(() => undefined);
      if (verdict?.verified !== true) return "refused";
      const { id, publicKey, counter: signCount, transports = [] } = verdict.registrationInfo.credential;
      const addedMs = clock.now();
      const passkey = { id, userId, name, rpId, publicKey, signCount, transports, addedMs, lastUsedMs: null };
      return insertPasskey(db, passkey) ? "added" : "refused";
    },

    async startUsing(userId, signInId) {
      const { rpId, problem } = place();
      const usable = listPasskeys(db, userId).filter((passkey) => passkey.rpId === rpId);
      if (problem !== null || usable.length === 0) return undefined;
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        allowCredentials: known(userId).filter(({ id }) => usable.some((passkey) => passkey.id === id)),
        userVerification: "preferred",
      });
      challenges.put(`use:${userId}:${signInId}`, options.challenge);
      return { ...options };
    },

    async isRight(userId, signInId, credential) {
      const key = `use:${userId}:${signInId}`;
      const expectedChallenge = challenges.find(key);
      challenges.remove(key);
      const response = credential as AuthenticationResponseJSON | null;
      // Searched only among those of this account: another person's passkey is invalid.
      const passkey = listPasskeys(db, userId).find(({ id }) => id === response?.id);
      if (expectedChallenge === undefined || response === null || passkey === undefined) return false;
      const { rpId, origin } = place();
      const { verifyAuthenticationResponse } = await library();
      const verdict = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
        requireUserVerification: false,
        // The library throws for a malformed response, another origin or a copied key.
      }).catch(() => undefined);
      if (verdict?.verified !== true) return false;
      updatePasskeyUse(db, passkey.id, verdict.authenticationInfo.newCounter, clock.now());
      return true;
    },
  };
}
