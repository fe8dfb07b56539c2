import { createHash, randomBytes } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { WritableDb } from "../storage/database.ts";
import { insertStoredClient, type StoredClient } from "./clients.store.ts";
import { baseUrlOf, SCOPES } from "./realm.ts";
import { isLoopbackName } from "./redirects.rules.ts";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const COMMON = {
  grant_types: ["authorization_code", "refresh_token", DEVICE_GRANT],
  response_types: ["code"],
  response_modes: ["query", "fragment"],
  scope: SCOPES.join(" "),
} satisfies Partial<ClientMetadata>;

/** The data of a new client from an administrator. */
export type NewClient = {
  /** Name shown on the consent page. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  /** Whether it has a secret (RFC 6749, 2.1); otherwise it must use PKCE. */
  readonly confidential?: boolean;
};

export type AddedClient =
  | {
      readonly kind: "added";
      readonly clientId: string;
      readonly clientSecret?: string;
      /** The stored client, with the hash of its secret. */
      readonly client: StoredClient;
    }
  | { readonly kind: "invalid"; readonly message: string };

/** Client ids of this program itself, at any provider. */
export function ownClients(hasTestClient: boolean): readonly string[] {
  return hasTestClient ? ["fieldstation", "service-integration-test"] : ["fieldstation"];
}

/** The built-in clients of every station. */
export function builtInClients(issuer: string, hasTestClient: boolean): ClientMetadata[] {
  const publicClient: Omit<ClientMetadata, "client_id"> = { ...COMMON, token_endpoint_auth_method: "none" };
  // Their redirects are checked by redirects.rules.ts; these URIs only satisfy the provider's validation.
  const fieldstation: ClientMetadata = {
    ...publicClient,
    client_id: "fieldstation",
    client_name: "Fieldstation",
    redirect_uris: [`${baseUrlOf(issuer)}/signed-in`, "http://127.0.0.1/callback"],
    post_logout_redirect_uris: [`${baseUrlOf(issuer)}/signed-out`],
  };
  const test: ClientMetadata = {
    ...publicClient,
    client_id: "service-integration-test",
    client_name: "Integration test",
    redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
  };
  return hasTestClient ? [fieldstation, test] : [fieldstation];
}

/**
 * Registers a client with a random id. The secret is only in the result; its hash is stored, and a fast hash is enough
 * for 256 random bits.
 */
export function addClient(
  deps: { readonly db: WritableDb; readonly clock: Clock; readonly ids: Ids },
  client: NewClient,
): AddedClient {
  const message = findClientProblem(client);
  if (message !== undefined) return { kind: "invalid", message };
  const clientId = deps.ids.random();
  const clientSecret = client.confidential === true ? randomBytes(32).toString("base64url") : undefined;
  const stored: StoredClient = {
    createdMs: deps.clock.now(),
    metadata: {
      ...COMMON,
      client_id: clientId,
      client_name: client.name.trim(),
      application_type: client.redirectUris.every(isForNativeApps) ? "native" : "web",
      redirect_uris: [...client.redirectUris],
      post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
      token_endpoint_auth_method: clientSecret === undefined ? "none" : "client_secret_basic",
      ...(clientSecret === undefined ? {} : { client_secret: secretHash(clientSecret) }),
    },
  };
  insertStoredClient(deps.db, stored);
  return { kind: "added", clientId, client: stored, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

/** The stored form of a secret, also used for comparison. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** One sentence on what is wrong, or undefined. */
function findClientProblem({ name, redirectUris, postLogoutRedirectUris = [] }: NewClient): string | undefined {
  if (name.trim() === "" || name.length > 100) return "A client needs a name of 1 to 100 characters.";
  if (redirectUris.length === 0) return "A client needs at least one redirect URI.";
  for (const uri of [...redirectUris, ...postLogoutRedirectUris]) {
    const url = URL.parse(uri);
    if (url === null || uri.includes("#")) return `Not an absolute URI without a fragment: ${uri}`;
    if (url.username !== "" || url.password !== "") return `A redirect URI must not contain a name or password: ${uri}`;
    // The address must be complete: an asterisk would be compared literally, which is not what its author expects.
    if (uri.includes("*")) return `A redirect URI must not contain a wildcard; give each address in full: ${uri}`;
    if (url.protocol === "http:" && !isLoopbackName(url.hostname)) {
      return `Plain http is allowed for this computer only (127.0.0.1, [::1]); use https: ${uri}`;
    }
    // RFC 8252, 7.1: private-use schemes are reversed domain names, which also excludes javascript:, data: and the
    // like.
    if (!/^https?:$/.test(url.protocol) && !/^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)) {
      return `Neither https nor the scheme of an app, such as com.example.app: ${uri}`;
    }
  }
  return undefined;
}

function isForNativeApps(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return (protocol === "http:" && isLoopbackName(hostname)) || !/^https?:$/.test(protocol);
}
