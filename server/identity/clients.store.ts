import type { ClientMetadata } from "oidc-provider";
import type { ReadableDb, WritableDb } from "../storage/database.ts";
import type { PublicClient } from "./redirects.rules.ts";

/** A client added by an administrator. The metadata uses the names of RFC 7591; a secret is stored as a hash only. */
export type StoredClient = { readonly metadata: ClientMetadata; readonly createdMs: number };

type Row = { readonly metadata: string; readonly created_ms: number };

export function findStoredClient(db: ReadableDb, clientId: string): StoredClient | undefined {
  const row = db
    .prepare<[string], Row>("SELECT metadata, created_ms FROM oidc_client WHERE client_id = ?")
    .get(clientId);
  return row === undefined ? undefined : clientFromRow(row);
}

/** The properties of a stored client that decide which pages belong to it. */
export function findPublicClient(db: ReadableDb, clientId: string): PublicClient | undefined {
  const metadata = findStoredClient(db, clientId)?.metadata;
  return (
    metadata && {
      clientId,
      hasSecret: metadata.token_endpoint_auth_method !== "none",
      redirectUris: metadata.redirect_uris ?? [],
    }
  );
}

/** All stored clients, oldest first. */
export function listStoredClients(db: ReadableDb): readonly StoredClient[] {
  return db
    .prepare<[], Row>("SELECT metadata, created_ms FROM oidc_client ORDER BY created_ms, client_id")
    .all()
    .map(clientFromRow);
}

export function insertStoredClient(db: WritableDb, { metadata, createdMs }: StoredClient): void {
  db.prepare("INSERT INTO oidc_client (client_id, metadata, created_ms) VALUES (?, ?, ?)").run(
    metadata.client_id,
    JSON.stringify(metadata),
    createdMs,
  );
}

/** Removes a client with everything issued to it. False when there is no such client. */
export function removeStoredClient(db: WritableDb, clientId: string): boolean {
  return db.transaction(() => {
    if (db.prepare("DELETE FROM oidc_client WHERE client_id = ?").run(clientId).changes === 0) return false;
    db.prepare("DELETE FROM oidc_record WHERE payload ->> '$.clientId' = ?").run(clientId);
    return true;
  })();
}

function clientFromRow(row: Row): StoredClient {
  return { metadata: JSON.parse(row.metadata) as ClientMetadata, createdMs: row.created_ms };
}
