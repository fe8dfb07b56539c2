import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { type Clock, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";

export type KeySetCacheDeps = {
  /** Without a trailing slash; the discovery document is below it (OpenID Connect Discovery 1.0). */
  readonly issuer: string;
  /** Fetches JSON from a URL; rejects on failure. */
  readonly fetchJson: (url: string) => Promise<unknown>;
  /** Loads the last saved key set, which survives a restart. */
  readonly load: () => unknown;
  readonly save: (keySet: JSONWebKeySet) => void;
  readonly clock: Clock;
  readonly log: Log;
};

export type KeySetCache = {
  /** Finds the key that a token names, for `jwtVerify`. */
  readonly key: JWTVerifyGetKey;
};

/** How long a key that the provider has revoked may still be accepted. */
const MAX_KEY_SET_AGE_MS = 10 * MINUTE_MS;
/** Minimum time between two fetches that are triggered by tokens with unknown keys. */
const MIN_REFRESH_INTERVAL_MS = 30 * SECOND_MS;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * Caches the key set of an external provider. It is fetched again every ten minutes and when a token names an unknown
 * key; while the provider is unreachable the last one stays in use, also after a restart.
 */
export function createKeySetCache(deps: KeySetCacheDeps): KeySetCache {
  const { clock, log } = deps;
  let current = keysOf(KeySet.safeParse(deps.load()).data);
  let lastFetchMs = -Infinity;
  let fetching: Promise<void> | undefined;

  async function fetchKeySet(): Promise<void> {
    lastFetchMs = clock.now();
    try {
      const discovery = Discovery.parse(await deps.fetchJson(`${deps.issuer}/.well-known/openid-configuration`));
      if (discovery.issuer !== deps.issuer) throw new Error(`the document names the issuer ${discovery.issuer}`);
      const keySet = KeySet.parse(await deps.fetchJson(discovery.jwks_uri));
      current = keysOf(keySet);
      deps.save(keySet as JSONWebKeySet);
    } catch (error) {
      log.warn({ err: error, issuer: deps.issuer }, "the keys of the identity provider could not be read");
    }
  }

  async function refresh(olderThanMs: number): Promise<void> {
    if (fetching === undefined && clock.now() - lastFetchMs < olderThanMs) return;
    fetching ??= fetchKeySet().finally(() => (fetching = undefined));
    await fetching;
  }

  return {
    async key(header, token) {
      // Without any keys every token triggers a fetch, within the rate limit.
      await refresh(current === undefined ? MIN_REFRESH_INTERVAL_MS : MAX_KEY_SET_AGE_MS);
      try {
        return await (current ?? noKeys)(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        await refresh(MIN_REFRESH_INTERVAL_MS);
        return (current ?? noKeys)(header, token);
      }
    },
  };
}

const noKeys = createLocalJWKSet({ keys: [] });

function keysOf(keySet: object | undefined): JWTVerifyGetKey | undefined {
  return keySet === undefined ? undefined : createLocalJWKSet(keySet as JSONWebKeySet);
}
