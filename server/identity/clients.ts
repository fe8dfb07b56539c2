import { createHash, randomBytes } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { WritableDb } from "../storage/database.ts";
import { insertStoredClient, type StoredClient } from "./clients.store.ts";
import { baseUrlOf, SCOPES } from "./realm.ts";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const COMMON = {
  grant_types: ["authorization_code", "refresh_token", DEVICE_GRANT],
  response_types: ["code"],
  response_modes: ["query", "fragment"],
  scope: SCOPES.join(" "),
} satisfies Partial<ClientMetadata>;

/** What an administrator says of a new client. */
export type NewClient = {
  /** What a consent calls it. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  /** Has a secret (RFC 6749, 2.1); without, it must use PKCE. */
  readonly confidential?: boolean;
};

export type AddedClient =
  | {
      readonly kind: "added";
      readonly clientId: string;
      readonly clientSecret?: string;
      /** As it is kept, with a hash for its secret. */
      readonly client: StoredClient;
    }
  | { readonly kind: "invalid"; readonly message: string };

/** Ids of the clients that are this program itself, at any provider. */
export function ownClients(hasTestClient: boolean): readonly string[] {
  return hasTestClient ? ["fieldstation", "service-integration-test"] : ["fieldstation"];
}

/** The clients every station knows. */
export function builtInClients(issuer: string, hasTestClient: boolean): ClientMetadata[] {
  const publicClient: Omit<ClientMetadata, "client_id"> = { ...COMMON, token_endpoint_auth_method: "none" };
  // Which redirects they may use is in redirects.rules.ts; what stands here is what a form of registration asks for.
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
 * Registers a client with a random id. The secret is in the answer and nowhere else: kept is its hash, which is enough
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
      ...(clientSecret === undefined ? {} : { client_secret: hashOfSecret(clientSecret) }),
    },
  };
  insertStoredClient(deps.db, stored);
  return { kind: "added", clientId, client: stored, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

/** What a secret is kept and compared as. */
export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** One sentence, or undefined when nothing is wrong. */
function findClientProblem({ name, redirectUris, postLogoutRedirectUris = [] }: NewClient): string | undefined {
  if (name.trim() === "" || name.length > 100) return "A client has a name of 1 to 100 characters.";
  if (redirectUris.length === 0) return "A client has at least one redirect address.";
  for (const uri of [...redirectUris, ...postLogoutRedirectUris]) {
    const url = URL.parse(uri);
    if (url === null || uri.includes("#")) return `Not an absolute address without a fragment: ${uri}`;
    if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
      return `Plain http is for this computer only (127.0.0.1, [::1]); use https: ${uri}`;
    }
    // RFC 8252, 7.1: private schemes are reversed domain names, which also leaves out javascript:, data: and the like.
    if (!/^https?:$/.test(url.protocol) && !/^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)) {
      return `Neither https nor the scheme of an app, such as com.example.app: ${uri}`;
    }
  }
  return undefined;
}

function isForNativeApps(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return (protocol === "http:" && isLoopbackHost(hostname)) || !/^https?:$/.test(protocol);
}

function isLoopbackHost(hostname: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}
