import { exportJWK, generateKeyPair } from "jose";
import type { JWK } from "jose";
import type { Clock } from "../kernel/clock.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Sealing } from "../kernel/sealing.ts";
import type { WritableDb } from "../storage/database.ts";
import { refusedWriteOf } from "../storage/refused-writes.ts";
import type { Audit } from "./identity.deps.ts";
import type { SigningKey } from "./signing-keys.store.ts";
import { listSigningKeys, removeRetiredKeys, replaceSigningKey } from "./signing-keys.store.ts";

export const SIGNING_ALGORITHM = "RS256";
export const KEY_LIFE_MS = 90 * 24 * HOUR_MS;
/**
 * How long a retired key is published; longer than the lifetime of any token: ID tokens an hour, access tokens five
 * minutes.
 */
export const RETIRED_KEY_LIFE_MS = 24 * HOUR_MS;

/** When a new key is tried again after the recording refused one: each attempt computes a key. */
const RETRY_MS = 5 * MINUTE_MS;

export type PublicKeys = { readonly keys: readonly JWK[] };

export type SigningKeys = {
  /**
   * Private keys, signing key first. Creates a key at first use and a new one when it is 90 days old; where the
   * recording refuses writes, the old one stays in use.
   */
  readonly current: () => Promise<readonly SigningKey[]>;
  /** The public key set at the `jwks_uri` (RFC 7517). */
  readonly publicKeys: () => Promise<PublicKeys>;
  /**
   * Creates a new signing key and returns its id. The old ones stay in the key set until the tokens they signed have
   * expired (`keep`), or are removed immediately (`discard`).
   */
  readonly replace: (old: "keep" | "discard") => Promise<string>;
};

export function createSigningKeys(deps: {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sealing: Sealing;
  readonly audit: Audit;
}): SigningKeys {
  const { db, clock, log, sealing } = deps;
  let nextTryMs = -Infinity;
  let keys: readonly SigningKey[] | undefined;
  let making: Promise<readonly SigningKey[]> | undefined;

  async function make(old: "keep" | "discard"): Promise<readonly SigningKey[]> {
    // Generated on a thread of the pool, so it does not block the event loop.
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: 2048, extractable: true });
    const kid = deps.ids.random();
    const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: SIGNING_ALGORITHM, use: "sig" };
    const nowMs = clock.now();
    // The old keys are retired at `nowMs`, so a limit after that discards them.
    const forgottenMs = old === "discard" ? nowMs + 1 : nowMs - RETIRED_KEY_LIFE_MS;
    replaceSigningKey(db, { kid, sealedJwk: sealing.seal(JSON.stringify(jwk)) }, { nowMs, forgottenMs });
    deps.audit({ kind: "signing_key_rotated", keyId: kid });
    return listSigningKeys(db, sealing);
  }

  async function current(): Promise<readonly SigningKey[]> {
    if (making !== undefined) return making;
    const nowMs = clock.now();
    keys = withoutForgotten(keys ?? listSigningKeys(db, sealing), nowMs);
    if (!isKeyDue(keys, nowMs) || (findSigning(keys) !== undefined && nowMs < nextTryMs)) return keys;
    return alone(renew(keys));
  }

  /** They are not accepted any more, even if they cannot be removed. */
  function withoutForgotten(all: readonly SigningKey[], nowMs: number): readonly SigningKey[] {
    const forgottenMs = nowMs - RETIRED_KEY_LIFE_MS;
    const kept = all.filter(({ retiredMs }) => retiredMs === undefined || retiredMs >= forgottenMs);
    if (kept.length === all.length) return all;
    try {
      removeRetiredKeys(db, forgottenMs);
    } catch (error) {
      if (refusedWriteOf(error) === undefined) throw error;
      log.warn({ err: error }, "retired signing keys could not be removed");
    }
    return kept;
  }

  async function renew(old: readonly SigningKey[]): Promise<readonly SigningKey[]> {
    try {
      return await make("keep");
    } catch (error) {
      if (findSigning(old) === undefined || refusedWriteOf(error) === undefined) throw error;
      nextTryMs = clock.now() + RETRY_MS;
      log.warn({ err: error }, "a new signing key could not be stored; the old one stays in use");
      return old;
    }
  }

  async function alone(work: Promise<readonly SigningKey[]>): Promise<readonly SigningKey[]> {
    making = work;
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
      // Wait for a key that is being created, so that it is replaced as well.
      await making;
      const [signing] = await alone(make(old));
      return signing?.kid ?? "";
    },
    publicKeys: async () => ({ keys: (await current()).map(({ jwk }) => publicPart(jwk)) }),
  };
}

/** Whether there is no signing key, or it is too old. */
export function isKeyDue(keys: readonly SigningKey[], nowMs: number): boolean {
  const signing = findSigning(keys);
  return signing === undefined || nowMs - signing.createdMs >= KEY_LIFE_MS;
}

function findSigning(keys: readonly SigningKey[]): SigningKey | undefined {
  return keys.find(({ retiredMs }) => retiredMs === undefined);
}

/** Copies an explicit list of public fields, so that no other field of a key can leak. */
function publicPart({ kty, kid, alg, use, n, e }: JWK): JWK {
  return { kty, kid, alg, use, n, e } as JWK;
}
