import type { StoredToken } from "./tokens.store.ts";
import type { TokensDeps } from "./tokens.deps.ts";
import {
  expiryProblem,
  hashOf,
  isSameHash,
  isTokenText,
  shouldRecordUse,
  generateTokenText,
  prefixOf,
} from "./tokens.rules.ts";
import {
  createPrefixLookup,
  findStoredToken,
  insertStoredToken,
  listStoredTokens,
  removeStoredToken,
  removeStoredTokensOf,
  updateLastUses,
} from "./tokens.store.ts";

export type { StoredToken } from "./tokens.store.ts";

/** A token to create; `expiresMs` in Unix milliseconds. */
export type NewToken = { readonly userId: string; readonly name: string | null; readonly expiresMs: number };

export type IssueOutcome =
  | { readonly kind: "issued"; readonly token: StoredToken; readonly text: string }
  | { readonly kind: "bad_expiry"; readonly msg: string };

export type TokensService = {
  readonly list: (userId: string) => readonly StoredToken[];
  readonly find: (id: string) => StoredToken | undefined;
  /** Creates a token and returns its text, which is not stored. The caller has to check that it may be created. */
  readonly issue: (token: NewToken, actorId: string | null, address?: string) => IssueOutcome;
  /** Revokes and deletes a token; `missing` also when it does not belong to `userId`. */
  readonly revoke: (
    id: string,
    by: { readonly userId?: string; readonly actorId: string | null; readonly address?: string | undefined },
  ) => { readonly kind: "revoked" } | { readonly kind: "missing" };
  readonly revokeAllOf: (userId: string) => void;
  /** Finds the token with a text, unless it is unknown, wrong or expired; records the use. */
  readonly recognise: (text: string) => StoredToken | undefined;
  /** Writes the recorded uses to the store; call it every minute and before the store is closed. */
  readonly flushUses: () => void;
};

/** Compared with when no token has the prefix, so that an unknown token takes as long to reject as a wrong one. */
const DUMMY_HASH = hashOf("");

export function createTokensService(deps: TokensDeps): TokensService {
  const { db, clock, ids, randomInt, recordAudit } = deps;
  const findByPrefix = createPrefixLookup(db);
  const unwrittenUses = new Map<string, number>();

  function makeUnusedText(): string {
    const text = generateTokenText(randomInt);
    return findByPrefix(prefixOf(text)) === undefined ? text : makeUnusedText();
  }

  function withLastUse(token: StoredToken): StoredToken {
    return { ...token, lastUsedMs: unwrittenUses.get(token.id) ?? token.lastUsedMs };
  }

  return {
    list: (userId) => listStoredTokens(db, userId).map(withLastUse),

    find(id) {
      const token = findStoredToken(db, id);
      return token && withLastUse(token);
    },

    issue({ userId, name, expiresMs }, actorId, address) {
      const nowMs = clock.now();
      const msg = expiryProblem(expiresMs, nowMs);
      if (msg !== undefined) return { kind: "bad_expiry", msg };
      const text = makeUnusedText();
      const token: StoredToken = {
        id: ids.random(),
        userId,
        prefix: prefixOf(text),
        name,
        createdMs: nowMs,
        expiresMs,
        lastUsedMs: null,
      };
      insertStoredToken(db, { ...token, hash: hashOf(text) });
      recordAudit({ kind: "token_created", userId, actorId, address, detail: { token_id: token.id } });
      return { kind: "issued", token, text };
    },

    revoke(id, { userId, actorId, address }) {
      const token = findStoredToken(db, id);
      if (token === undefined || (userId !== undefined && token.userId !== userId)) return { kind: "missing" };
      removeStoredToken(db, id);
      unwrittenUses.delete(id);
      recordAudit({ kind: "token_revoked", userId: token.userId, actorId, address, detail: { token_id: id } });
      return { kind: "revoked" };
    },

    revokeAllOf: (userId) => removeStoredTokensOf(db, userId),

    recognise(text) {
      if (!isTokenText(text)) return undefined;
      const found = findByPrefix(prefixOf(text));
      const isRight = isSameHash(hashOf(text), found?.hash ?? DUMMY_HASH);
      const nowMs = clock.now();
      if (found === undefined || !isRight || found.expiresMs <= nowMs) return undefined;
      const { hash: _hash, ...token } = withLastUse(found) as typeof found;
      if (shouldRecordUse(token.lastUsedMs, nowMs)) unwrittenUses.set(token.id, nowMs);
      return token;
    },

    flushUses() {
      if (unwrittenUses.size === 0) return;
      updateLastUses(db, unwrittenUses);
      unwrittenUses.clear();
    },
  };
}
