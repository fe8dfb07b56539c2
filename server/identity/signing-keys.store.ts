import type { JWK } from "jose";
import type { Sealing } from "../kernel/sealing.ts";
import type { ReadableDb, WritableDb } from "../storage/database.ts";

/** A private key as a JSON Web Key (RFC 7517). Times in Unix milliseconds. */
export type SigningKey = {
  readonly kid: string;
  readonly jwk: JWK;
  readonly createdMs: number;
  /** When it was replaced; undefined for the key that signs. */
  readonly retiredMs: number | undefined;
};

type Row = {
  readonly kid: string;
  readonly jwk: string;
  readonly created_ms: number;
  readonly retired_ms: number | null;
};

/** The current signing key first, then the retired ones. One that was sealed with another key is left out. */
export function listSigningKeys(db: ReadableDb, sealing: Sealing): readonly SigningKey[] {
  return db
    .prepare<[], Row>(
      "SELECT kid, jwk, created_ms, retired_ms FROM signing_key ORDER BY retired_ms IS NOT NULL, created_ms DESC",
    )
    .all()
    .flatMap((row) => {
      const jwk = sealing.open(row.jwk);
      if (jwk === undefined) return [];
      return {
        kid: row.kid,
        jwk: JSON.parse(jwk) as JWK,
        createdMs: row.created_ms,
        retiredMs: row.retired_ms ?? undefined,
      };
    });
}

/** Makes a new key the signing key and retires the others; removes those retired before `forgottenMs`. */
export function replaceSigningKey(
  db: WritableDb,
  key: { readonly kid: string; readonly sealedJwk: string },
  times: { readonly nowMs: number; readonly forgottenMs: number },
): void {
  db.transaction(() => {
    db.prepare("UPDATE signing_key SET retired_ms = ? WHERE retired_ms IS NULL").run(times.nowMs);
    db.prepare("DELETE FROM signing_key WHERE retired_ms < ?").run(times.forgottenMs);
    db.prepare("INSERT INTO signing_key (kid, jwk, created_ms) VALUES (?, ?, ?)").run(
      key.kid,
      key.sealedJwk,
      times.nowMs,
    );
  })();
}

export function removeRetiredKeys(db: WritableDb, forgottenMs: number): number {
  return db.prepare("DELETE FROM signing_key WHERE retired_ms < ?").run(forgottenMs).changes;
}
