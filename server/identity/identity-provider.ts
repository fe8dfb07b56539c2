import type { IncomingMessage, ServerResponse } from "node:http";
import { MINUTE_MS } from "../kernel/clock.ts";
import { addClient, builtInClients } from "./clients.ts";
import type { AddedClient, NewClient } from "./clients.ts";
import { findStoredClient, listStoredClients, removeStoredClient, type StoredClient } from "./clients.store.ts";
import type { IdentityDeps, ProviderAdministrator } from "./identity.deps.ts";
import { errorPage } from "./pages/error.page.ts";
import type { RunningProvider } from "./provider.ts";
import { createLimiters } from "./provider.limits.ts";
import { baseUrlOf, PATHS } from "./realm.ts";
import { canonicalUrl, pinToIssuer, realmPathOf, sendJson, sendPage } from "./realm-request.ts";
import { purgeExpiredRecords } from "./records.store.ts";
import { loadCookieSecret, replaceCookieSecret } from "./secrets.ts";
import type { SignedInApp } from "./sessions.store.ts";
import { isGrantAlive, listSignedInApps, removeAllOf, removeAllSignIns, removeSignedInApp } from "./sessions.store.ts";
import type { PublicKeys } from "./signing-keys.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { answerUserinfo } from "./userinfo.handler.ts";

/** Per address and ten minutes. */
const PROVIDER_LIMITS = { wrongCodes: 20, starts: 600 };
const PURGE_INTERVAL_MS = 10 * MINUTE_MS;
/** What has just expired is kept for the clocks of others, and to be told from what never was. */
const PURGE_DELAY_MS = 5 * MINUTE_MS;

export type IdentityProvider = {
  /** Answers every request whose path is `/realms/dcp` or below. Reads the body itself: nothing may have parsed it. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** For whoever verifies access tokens: audience `API_AUDIENCE`, issuer as configured, RS256, type `at+jwt`. */
  readonly publicKeys: () => Promise<PublicKeys>;
  /** Whether the consent named by the claim `grant_id` of an access token still stands. */
  readonly isGrantAlive: (grantId: string) => boolean;
  /** Applications this person is signed in to. */
  readonly listSessions: (userId: string) => readonly (SignedInApp & { readonly clientName: string })[];
  /** Ends one of them. False when this person has no such session. */
  readonly revokeSession: (userId: string, id: string) => boolean;
  /** Ends every sign-in of a person, in browsers and in applications. */
  readonly revokeAllOf: (userId: string) => void;
  readonly listClients: () => readonly StoredClient[];
  readonly addClient: (client: NewClient, by: ProviderAdministrator) => AddedClient;
  /** With everybody's sign-ins in it. False when there is no such client. */
  readonly removeClient: (clientId: string, by: ProviderAdministrator) => boolean;
  /**
   * Replaces the keys that sign tokens and gives the id of the new one. With `endsSignIns` nothing of before counts any
   * more: neither keys nor cookies, consents and refresh tokens.
   */
  readonly replaceKeys: (wish: { readonly endsSignIns: boolean }, by: ProviderAdministrator) => Promise<string>;
  /** Removes what has expired; it does so by itself every ten minutes as well. */
  readonly purge: () => void;
  readonly close: () => void;
};

/** The built-in OpenID provider of a station, for a `node:http` server. */
export function createIdentityProvider(deps: IdentityDeps): IdentityProvider {
  const { db, clock, log } = deps;
  const keys = createSigningKeys(deps);
  let cookieSecret = loadCookieSecret(db);
  const limiters = createLimiters(deps.limits ?? PROVIDER_LIMITS);
  let built: { readonly issuer: string; readonly keyIds: string; readonly running: RunningProvider } | undefined;

  const issuerOf = () => (typeof deps.issuer === "string" ? deps.issuer : deps.issuer());
  const isAlive = (grantId: string) => isGrantAlive(db, grantId, clock.now());

  /** Built at the first request, and anew when a key was rotated. */
  async function running(issuer: string): Promise<RunningProvider> {
    // Loaded by then only: a station where nobody signs in has no need of it, and starts the sooner.
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
      sendJson(response, 404, { error: "not_found", error_description: "Nothing is here." });
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
      const interaction = { accounts: deps.accounts, audit: deps.audit, provider, cookieSecret };
      const { answerInteraction } = await import("./interactions.handler.ts");
      await answerInteraction(interaction, request, response, at.path.slice(PATHS.interaction.length));
    } else if (at.path === PATHS.userinfo && isReadRequest(request)) {
      await answerUserinfo({ issuer, keys, accounts: deps.accounts, isGrantAlive: isAlive }, request, response);
    } else {
      await handle(request, response);
    }
  }

  const purge = () => void purgeExpiredRecords(db, clock.now() - PURGE_DELAY_MS);
  const timer = setInterval(() => {
    try {
      purge();
    } catch (error) {
      log.warn({ err: error }, "what expired at the provider could not be removed");
    }
  }, PURGE_INTERVAL_MS).unref();

  const nameOf = (clientId: string): string =>
    builtInClients(issuerOf(), true).find(({ client_id: id }) => id === clientId)?.client_name ??
    findStoredClient(db, clientId)?.metadata.client_name ??
    clientId;

  return {
    handle(request, response) {
      serve(request, response).catch((error: unknown) => {
        log.error({ err: error }, "a request to the provider failed");
        if (response.headersSent) response.destroy();
        else sendPage(response, 500, failurePage(issuerOf()));
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
    revokeAllOf: (userId) => void removeAllOf(db, userId),
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
      const keyId = await keys.replace(endsSignIns ? "forgotten" : "kept");
      if (endsSignIns) {
        removeAllSignIns(db);
        cookieSecret = replaceCookieSecret(db);
        // With the old secret it would go on believing old cookies.
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

function isReadRequest({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "POST";
}

function failurePage(issuer: string) {
  const text = "The station could not do this. Its log says why.";
  return errorPage({ title: "Something went wrong", text, home: `${baseUrlOf(issuer)}/` });
}
