import type { IncomingMessage, ServerResponse } from "node:http";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { refusedWriteOf } from "../storage/refused-writes.ts";
import { addClient, builtInClients } from "./clients.ts";
import type { AddedClient, NewClient } from "./clients.ts";
import {
  findPublicClient,
  findStoredClient,
  listStoredClients,
  removeStoredClient,
  type StoredClient,
} from "./clients.store.ts";
import type { IdentityDeps, ProviderAdministrator } from "./identity.deps.ts";
import { errorPage } from "./pages/error.page.ts";
import { pageTextFor } from "./pages/page-text.ts";
import type { RunningProvider } from "./provider.ts";
import { createLimiters } from "./provider.limits.ts";
import { baseUrlOf, PATHS } from "./realm.ts";
import { canonicalUrl, pinToIssuer, realmPathOf, sendJson, sendPage } from "./realm-request.ts";
import { purgeExpiredModels } from "./oidc-models.store.ts";
import { sealUnsealedRows } from "./unsealed-rows.store.ts";
import { loadCookieSecret, replaceCookieSecret } from "./secrets.ts";
import type { SignedInApp } from "./sessions.store.ts";
import {
  isGrantAlive,
  listSignedInApps,
  removeModelsOfUser,
  removeAllSignIns,
  removeSignedInApp,
} from "./sessions.store.ts";
import type { PublicKeys } from "./signing-keys.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { handleUserinfo } from "./userinfo.handler.ts";

/** Maximum number per address in ten minutes. */
const PROVIDER_LIMITS = { wrongCodes: 20, starts: 600 };
const PURGE_INTERVAL_MS = 10 * MINUTE_MS;
/** Expired models are kept this long to allow for clock skew and to distinguish expired from unknown. */
const PURGE_DELAY_MS = 5 * MINUTE_MS;

export type IdentityProvider = {
  /**
   * Handles every request whose path is `/realms/dcp` or below. Reads the body itself, so it must not have been parsed.
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Keys to verify access tokens with: audience `API_AUDIENCE`, issuer as configured, RS256, type `at+jwt`. */
  readonly publicKeys: () => Promise<PublicKeys>;
  /** Whether the consent in the `grant_id` claim of an access token still exists. */
  readonly isGrantAlive: (grantId: string) => boolean;
  /** Sessions: the applications a user is signed in to. */
  readonly listSessions: (userId: string) => readonly (SignedInApp & { readonly clientName: string })[];
  /** Ends a session. False when the user has no such session. */
  readonly revokeSession: (userId: string, id: string) => boolean;
  /** Ends every session of a user, in browsers and applications. */
  readonly revokeAllOf: (userId: string) => void;
  readonly listClients: () => readonly StoredClient[];
  readonly addClient: (client: NewClient, by: ProviderAdministrator) => AddedClient;
  /** Removes a client and all sessions in it. False when there is no such client. */
  readonly removeClient: (clientId: string, by: ProviderAdministrator) => boolean;
  /**
   * Replaces the signing key and returns the id of the new one. With `endsSignIns` everything issued before becomes
   * invalid: keys, cookies, consents and refresh tokens.
   */
  readonly replaceKeys: (options: { readonly endsSignIns: boolean }, by: ProviderAdministrator) => Promise<string>;
  /** Removes expired models; also runs automatically every ten minutes. */
  readonly purge: () => void;
  readonly close: () => void;
};

/** The built-in OpenID provider of a station, for a `node:http` server. */
export function createIdentityProvider(deps: IdentityDeps): IdentityProvider {
  const { db, clock, log, sealing } = deps;
  sealUnsealedRows(db, sealing);
  const keys = createSigningKeys(deps);
  let cookieSecret = loadCookieSecret(db, sealing);
  const limiters = createLimiters(deps.limits ?? PROVIDER_LIMITS);
  let built: { readonly issuer: string; readonly keyIds: string; readonly running: RunningProvider } | undefined;

  const issuerOf = () => (typeof deps.issuer === "string" ? deps.issuer : deps.issuer());
  const findRegistered = (clientId: string) => findPublicClient(db, clientId);
  const isAlive = (grantId: string) => isGrantAlive(db, grantId, clock.now());

  /** The provider, built at the first request and rebuilt when a key was rotated. */
  async function running(issuer: string): Promise<RunningProvider> {
    // Loaded at the first sign-in, which makes a station start faster.
    const [current, { buildProvider }] = await Promise.all([keys.current(), import("./provider.ts")]);
    const keyIds = current.map(({ kid }) => kid).join();
    if (built?.issuer !== issuer || built.keyIds !== keyIds) {
      const parts = { issuer, keys: current, cookieSecret, limiters };
      built = { issuer, keyIds, running: buildProvider(deps, parts) };
    }
    return built.running;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const issuer = issuerOf();
    const at = realmPathOf(request.url ?? "");
    if (at === undefined) {
      sendJson(response, 404, { error: "not_found", error_description: "There is nothing at this path." });
      return;
    }
    if (deps.isAllowedHost?.(request.headers.host) === false) {
      const description = "This station does not answer to that host name.";
      sendJson(response, 421, { error: "misdirected_request", error_description: description });
      return;
    }
    const canonical = canonicalUrl(request, issuer, at);
    if (canonical !== undefined) {
      response.writeHead(307, { Location: canonical }).end();
      return;
    }
    pinToIssuer(request, issuer, at);
    const { provider, handle } = await running(issuer);
    if (at.path.startsWith(PATHS.interaction)) {
      const { accounts, secondFactor, audit } = deps;
      const interaction = { accounts, secondFactor, audit, provider, cookieSecret };
      const { handleInteraction } = await import("./interactions.handler.ts");
      await handleInteraction(interaction, request, response, at.path.slice(PATHS.interaction.length));
    } else if (at.path === PATHS.userinfo && ["GET", "POST", "OPTIONS"].includes(request.method ?? "")) {
      const userinfo = { issuer, keys, accounts: deps.accounts, isGrantAlive: isAlive, findClient: findRegistered };
      await handleUserinfo(userinfo, request, response);
    } else {
      await handle(request, response);
    }
  }

  const purge = () => void purgeExpiredModels(db, clock.now() - PURGE_DELAY_MS);
  const timer = setInterval(() => {
    try {
      purge();
    } catch (error) {
      log.warn({ err: error }, "expired sessions and tokens could not be removed");
    }
  }, PURGE_INTERVAL_MS).unref();

  const nameOf = (clientId: string): string =>
    builtInClients(issuerOf(), true).find(({ client_id: id }) => id === clientId)?.client_name ??
    findStoredClient(db, clientId)?.metadata.client_name ??
    clientId;

  return {
    handle(request, response) {
      serve(request, response).catch((error: unknown) => {
        logFailure(log, request, error);
        sendFailure(request, response, { issuer: issuerOf(), error });
      });
    },
    publicKeys: keys.publicKeys,
    isGrantAlive: isAlive,
    listSessions: (userId) =>
      listSignedInApps(db, userId, clock.now()).map((app) => ({ ...app, clientName: nameOf(app.clientId) })),
    revokeSession(userId, id) {
      const clientId = removeSignedInApp(db, userId, id);
      if (clientId === undefined) return false;
      deps.onGrantEnded?.(id);
      deps.audit({ kind: "session_revoked", userId, clientId });
      return true;
    },
    revokeAllOf: (userId) => void removeModelsOfUser(db, userId),
    listClients: () => listStoredClients(db),
    addClient(client, by) {
      const added = addClient(deps, client);
      if (added.kind === "added") deps.audit({ kind: "client_added", clientId: added.clientId, by });
      return added;
    },
    removeClient(clientId, by) {
      if (!removeStoredClient(db, clientId)) return false;
      deps.onClientEnded?.(clientId);
      deps.audit({ kind: "client_removed", clientId, by });
      return true;
    },
    async replaceKeys({ endsSignIns }, by) {
      const keyId = await keys.replace(endsSignIns ? "discard" : "keep");
      if (endsSignIns) {
        removeAllSignIns(db);
        cookieSecret = replaceCookieSecret(db, sealing);
        // Rebuild it, because with the old secret it would still accept old cookies.
        built = undefined;
        deps.onAllEnded?.();
      }
      deps.audit({ kind: "signing_keys_replaced", keyId, by });
      return keyId;
    },
    purge,
    close: () => clearInterval(timer),
  };
}

function logFailure(log: Log, { url }: IncomingMessage, error: unknown): void {
  const refused = refusedWriteOf(error);
  if (refused === undefined) log.error({ err: error }, "a request to the provider failed");
  else log.warn({ path: realmPathOf(url ?? "")?.path, reason: refused.code }, "refused: nothing can be stored");
}

function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { issuer, error }: { readonly issuer: string; readonly error: unknown },
): void {
  const refused = refusedWriteOf(error);
  if (response.headersSent) response.destroy();
  else sendPage(response, refused?.status ?? 500, failurePage(request, issuer, refused?.msg));
}

function failurePage({ headers }: IncomingMessage, issuer: string, reason?: string) {
  const text = pageTextFor(headers["accept-language"]);
  const [title, explanation] = text.errors.server_error;
  return errorPage({ text, title, explanation: reason ?? explanation, home: `${baseUrlOf(issuer)}/` });
}
