import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createTokenVerifier, textOf, type TrustedIssuer } from "../../auth/access-token.ts";
import { type Authenticate, createAuthenticate } from "../../auth/authenticate.ts";
import { createKeySetCache } from "../../auth/key-set.cache.ts";
import { fetchJson, keySetFile } from "../../auth/key-set.file.ts";
import { isNamedAdministrator, externalIssuer } from "../../auth/external-issuer.ts";
import { ownIssuer } from "../../auth/own-issuer.ts";
import type { Verdict } from "../../features/second-factor/index.ts";
import type { UsersDeps } from "../../features/users/index.ts";
import { limitBodyTime } from "../../http/body-time.ts";
import { discardBody } from "../../http/discard-body.ts";
import { createIdentityProvider, type IdentityProvider } from "../../identity/identity-provider.ts";
import type {
  Accounts as AccountsOfProvider,
  IdentityEvent,
  SecondFactor as SecondFactorOfProvider,
  SecondFactorResult,
} from "../../identity/identity.deps.ts";
import { ownClients } from "../../identity/clients.ts";
import { API_AUDIENCE, REALM_PATH } from "../../identity/realm.ts";
import { realmPathOf } from "../../identity/realm-request.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { createSealing, type Sealing } from "../../kernel/sealing.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { WritableDb } from "../../storage/database.ts";
import { createSyslog } from "../syslog/syslog.ts";
import type { SyslogTarget } from "../syslog/syslog.rules.ts";
import { type Accounts, type AccountsDeps, composeAccounts } from "./accounts.ts";

export type IdentityOptions = {
  /** Lets callers on this computer that present no credential act as its one operator. */
  readonly localOperator: boolean;
  /** Whether people may register by themselves once there is an account. */
  readonly registration: UsersDeps["registration"];
  /** Offers the client `service-integration-test` at the built-in provider. */
  readonly testClient: boolean;
  /** Base URL of an external identity provider whose access tokens are accepted as well. */
  readonly authUrl?: string;
  /** Audience that its tokens must name; if left out, they must have been issued to a client of this station. */
  readonly authAudience?: string;
  /** Which of its people are administrators of the station: verified e-mail addresses, and subjects. */
  readonly authAdmins: readonly string[];
  /** Lifetime of access tokens of the built-in provider, in seconds; five minutes by default. */
  readonly accessTokenLifeS?: number;
  /** How long devices that sign in by code wait between two polls, in seconds; five by default. */
  readonly devicePollIntervalS?: number;
  /** Cost of hashing passwords, if it should differ from the default. */
  readonly passwordCost?: UsersDeps["passwordCost"];
  /** Where the audit log is sent as well. */
  readonly syslog?: SyslogTarget | undefined;
};

export type IdentityParts = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  /** Seals secrets of the database. */
  readonly sealingKey: Uint8Array;
  readonly baseUrl: () => string;
  readonly options: IdentityOptions;
  readonly listFlightIssues: AccountsDeps["listFlightIssues"];
  /** Ends the live connections whose credential is no longer valid. */
  readonly endLiveSessions: (isEnded: (principal: Principal) => boolean) => void;
  readonly isAllowedHost: (host: string | undefined) => boolean;
};

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export type Identity = {
  readonly accounts: Accounts;
  /** Seals further secrets of the database with the same key. */
  readonly sealing: Sealing;
  readonly provider: IdentityProvider;
  readonly authenticate: { readonly http: Authenticate; readonly live: Authenticate };
  /**
   * Puts the built-in provider in front of a listener: it handles requests to its own paths and passes on the others.
   */
  readonly wrapListener: (next: Listener) => Listener;
  /** Stores what is kept in memory and stops. */
  readonly close: () => Promise<void>;
};

/** Authentication: the accounts, the built-in provider, and an external one if configured. */
export function composeIdentity(parts: IdentityParts): Identity {
  const { db, clock, ids, log, dataDir, baseUrl, options, endLiveSessions, isAllowedHost } = parts;
  const syslog = options.syslog && createSyslog({ target: options.syslog, clock, log });
  const sealing = createSealing(parts.sealingKey);
  const accounts = composeAccounts({
    protection: { sealing, baseUrl },
    onAudit: syslog?.send,
    db,
    clock,
    ids,
    log,
    registration: options.registration,
    endSessions(userId) {
      provider.revokeAllOf(userId);
      endLiveSessions((principal) => principal.userId === userId);
    },
    endConnections: (userId) => endLiveSessions((principal) => principal.userId === userId),
    listFlightIssues: parts.listFlightIssues,
    passwordCost: options.passwordCost,
    isExternalAdministrator: (claims) => isNamedAdministrator(claims, options.authAdmins),
  });
  const recordAudit = accounts.audit.record;
  const issuer = () => `${baseUrl()}${REALM_PATH}`;
  const provider: IdentityProvider = createIdentityProvider({
    issuer,
    db,
    clock,
    ids,
    log,
    sealing,
    accounts: accountsForProvider(accounts),
    secondFactor: secondFactorForProvider(accounts),
    audit: (event) => recordEvent(recordAudit, event),
    isAllowedHost,
    onGrantEnded: (grantId) => endLiveSessions(({ sessionId }) => sessionId === grantId),
    onClientEnded: (client) =>
      endLiveSessions(({ clientId, sessionId }) => sessionId !== undefined && clientId === client),
    onAllEnded: () => endLiveSessions(({ sessionId }) => sessionId !== undefined),
    testClient: options.testClient,
    ...(options.accessTokenLifeS === undefined ? {} : { accessTokenLifeS: options.accessTokenLifeS }),
    ...(options.devicePollIntervalS === undefined ? {} : { devicePollIntervalS: options.devicePollIntervalS }),
  });

  const own = ownIssuer({
    issuer,
    audience: API_AUDIENCE,
    publicKeys: provider.publicKeys,
    sessionIdOf,
    isAlive(claims) {
      const grant = sessionIdOf(claims);
      return grant !== undefined && provider.isGrantAlive(grant);
    },
  });
  const authenticate = createAuthenticate({
    findToken: accounts.tokens.recognise,
    verifyJwt: createTokenVerifier([own, ...externalIssuers()], clock),
    findUser: accounts.findUser,
    localOperator: options.localOperator,
    recordAudit,
  });

  function externalIssuers(): readonly TrustedIssuer[] {
    const { authUrl, authAudience } = options;
    if (authUrl === undefined) return [];
    const outside = `${authUrl.replace(/\/+$/, "")}${REALM_PATH}`;
    const file = keySetFile(join(dataDir, "identity-provider-keys.json"));
    return [
      externalIssuer({
        issuer: outside,
        keys: createKeySetCache({ issuer: outside, fetchJson, ...file, clock, log }),
        findOrCreate: accounts.users.findOrCreateExternal,
        ...(authAudience === undefined ? { clients: ownClients(options.testClient) } : { audience: authAudience }),
      }),
    ];
  }

  return {
    accounts,
    sealing,
    provider,
    authenticate,
    wrapListener: (next) => (request, response) => {
      if (realmPathOf(request.url ?? "") === undefined) return next(request, response);
      limitBodyTime(request);
      response.once("finish", () => discardBody(request));
      provider.handle(request, response);
    },
    async close() {
      provider.close();
      accounts.tokens.flushUses();
      await syslog?.close();
    },
  };
}

/** The consent on which a token of the built-in provider is based. */
function sessionIdOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  return textOf(claims["grant_id"]);
}

function accountsForProvider({ users, findUser }: Accounts): AccountsOfProvider {
  return {
    async verifyPassword(email, password, address) {
      const outcome = await users.signIn(email, password, { address });
      switch (outcome.kind) {
        case "signed_in":
        case "second_factor":
          return { kind: "ok", userId: outcome.account.id };
        case "refused":
          return { kind: "refused" };
        case "throttled":
          return { kind: "limited", retryAfterS: outcome.retryAfterS };
      }
    },
    mustChoosePassword: (userId) => users.find(userId)?.isPasswordTemporary === true,
    choosePassword: users.replaceTemporaryPassword,
    async claimsOf(userId) {
      const account = users.find(userId);
      if (account === undefined || findUser(userId)?.isActive !== true) return undefined;
      const { email, isVerified, fullName } = account;
      return { email, email_verified: isVerified, ...(fullName === null ? {} : { name: fullName }) };
    },
  };
}

function secondFactorForProvider({ users, secondFactor }: Accounts): SecondFactorOfProvider {
  const { has, isMissing, stateOf, continueApp, startUsingPasskey } = secondFactor;
  const judged = (userId: string, address: string, verdict: Verdict): SecondFactorResult => {
    switch (verdict.kind) {
      case "right":
        users.completeSignIn(userId, { address, secondFactor: verdict.factor });
        return { kind: "ok", factor: verdict.factor };
      case "wrong":
        return { kind: "refused" };
      case "throttled":
        return { kind: "limited", retryAfterS: verdict.retryAfterS };
    }
  };
  return {
    stepOf: (userId) => (has(userId) ? "verify" : isMissing(userId) ? "set_up" : "none"),
    hasApp: (userId) => stateOf(userId).authenticator_added_at !== null,
    startPasskey: startUsingPasskey,
    verifyCode: async (userId, code, address) =>
      judged(userId, address, await secondFactor.verifyCode(code, { userId, address })),
    verifyPasskey: async (userId, signInId, credential, address) =>
      judged(userId, address, await secondFactor.verifyPasskey(signInId, credential, { userId, address })),
    setUp: continueApp,
    async confirm(userId, signInId, code, address) {
      const outcome = await secondFactor.confirmApp(code, { userId, address, signInId });
      if (outcome.kind !== "added") return judged(userId, address, outcome);
      users.completeSignIn(userId, { address, secondFactor: "app" });
      return { kind: "set_up", recoveryCodes: outcome.recoveryCodes ?? [] };
    },
  };
}

/** Password checks are not recorded here but where they are made. */
function recordEvent(recordAudit: RecordAudit, event: IdentityEvent): void {
  if (event.kind === "signed_in" || event.kind === "sign_in_refused" || event.kind === "sign_in_limited") return;
  const userId = "userId" in event ? (event.userId ?? null) : null;
  const by = "by" in event ? event.by : undefined;
  const detail = {
    ...("clientId" in event ? { client_id: event.clientId } : {}),
    ...("grantType" in event ? { grant_type: event.grantType } : {}),
    ...("keyId" in event ? { key_id: event.keyId } : {}),
  };
  const address = "address" in event ? event.address : by?.address;
  const actorId = by === undefined ? userId : by.actorId;
  recordAudit({ kind: event.kind, userId, actorId, address, detail });
}
