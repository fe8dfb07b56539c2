import { exportJWK, generateKeyPair } from "jose";
import type { JWK } from "jose";
import type { Clock } from "../kernel/clock.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { WritableDb } from "../storage/database.ts";
import type { Audit } from "./identity.deps.ts";
import type { SigningKey } from "./signing-keys.store.ts";
import { listSigningKeys, removeRetiredKeys, replaceSigningKey } from "./signing-keys.store.ts";

export const SIGNING_ALGORITHM = "RS256";
export const KEY_LIFE_MS = 90 * 24 * HOUR_MS;
/** Longer than any token lives that a key signed: identity tokens live an hour, access tokens five minutes. */
export const RETIRED_KEY_LIFE_MS = 24 * HOUR_MS;

export type PublicKeys = { readonly keys: readonly JWK[] };

export type SigningKeys = {
  /** Private keys, the signing one first. Makes one at first use, and a new one when that is 90 days old. */
  readonly current: () => Promise<readonly SigningKey[]>;
  /** What the key set at the `jwks_uri` holds (RFC 7517). */
  readonly publicKeys: () => Promise<PublicKeys>;
  /**
   * Makes a new key that signs from now on and gives its id. The old ones stay in the key set until what they signed has
   * expired, or are forgotten at once.
   */
  readonly replace: (old: "kept" | "forgotten") => Promise<string>;
};

export function createSigningKeys(deps: {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: Audit;
}): SigningKeys {
  const { db, clock } = deps;
  let keys: readonly SigningKey[] | undefined;
  let making: Promise<readonly SigningKey[]> | undefined;

  async function make(old: "kept" | "forgotten"): Promise<readonly SigningKey[]> {
    // Two thousand and some bits on a thread of the pool: the event loop is not held.
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: 2048, extractable: true });
    const kid = deps.ids.random();
    const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: SIGNING_ALGORITHM, use: "sig" };
    const nowMs = clock.now();
    // Retired at this very moment the old ones are forgotten by a bound that lies after it.
    const forgottenMs = old === "forgotten" ? nowMs + 1 : nowMs - RETIRED_KEY_LIFE_MS;
    replaceSigningKey(db, { kid, jwk }, { nowMs, forgottenMs });
    deps.audit({ kind: "signing_key_rotated", keyId: kid });
    return listSigningKeys(db);
  }

  async function current(): Promise<readonly SigningKey[]> {
    if (making !== undefined) return making;
    const nowMs = clock.now();
    const forgottenMs = nowMs - RETIRED_KEY_LIFE_MS;
    if (keys?.some(({ retiredMs }) => retiredMs !== undefined && retiredMs < forgottenMs)) {
      removeRetiredKeys(db, forgottenMs);
      keys = undefined;
    }
    keys ??= listSigningKeys(db);
    return isDue(keys, nowMs) ? makeAlone("kept") : keys;
  }

  async function makeAlone(old: "kept" | "forgotten"): Promise<readonly SigningKey[]> {
    making = make(old);
    try {
      keys = await making;
      return keys;
    } finally {
      making = undefined;
    }
  }

  return {
    current,
    async replace(old) {
      // One that is being made at this moment is replaced as well.
      await making;
      const [signing] = await makeAlone(old);
      return signing?.kid ?? "";
    },
    publicKeys: async () => ({ keys: (await current()).map(({ jwk }) => publicPart(jwk)) }),
  };
}

/** No key signs, or the one that does is too old. */
export function isDue(keys: readonly SigningKey[], nowMs: number): boolean {
  const signing = keys.find(({ retiredMs }) => retiredMs === undefined);
  return signing === undefined || nowMs - signing.createdMs >= KEY_LIFE_MS;
}

/** By naming what is public: a field of a key that nobody thought of stays at home. */
function publicPart({ kty, kid, alg, use, n, e }: JWK): JWK {
  return { kty, kid, alg, use, n, e } as JWK;
}
