import { rmSync } from "node:fs";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  ACCOUNT_LIMITS,
  type AccountLimits,
  type Accounts,
  composeAccounts,
} from "../../../server/app/compose/accounts.ts";
import { createTokenVerifier } from "../../../server/auth/access-token.ts";
import { createAuthenticate } from "../../../server/auth/authenticate.ts";
import { ownIssuer } from "../../../server/auth/own-issuer.ts";
import type { CreatedPersonalAccessToken } from "../../../server/contracts/tokens.ts";
import type { User } from "../../../server/contracts/users.ts";
import { systemIds } from "../../../server/kernel/ids.ts";
import { silentLog } from "../../../server/kernel/log.ts";
import { openStore, type Store } from "../../../server/storage/database.ts";
import { startHttpStation } from "../../http/http-station.ts";
import { makeDataDir } from "../../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../../support/less-safe.ts";

export const ISSUER = "https://station.test/realms/dcp";
const AUDIENCE = "https://station.test/";
export const DAY_MS = 24 * 60 * 60 * 1000;

const { publicKey, privateKey } = await generateKeyPair("ES256");
const publicJwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "ES256" };

export type AccountsStation = AsyncDisposable & {
  readonly url: string;
  readonly accounts: Accounts;
  readonly store: Store;
  /** Users whose sessions of the built-in provider were ended, in order. */
  readonly endedSessions: readonly string[];
  /** Users whose live connections alone were ended, in order. */
  readonly endedConnections: readonly string[];
  /** The station's clock: stands still until it is moved. */
  readonly clock: { readonly now: () => number; readonly advance: (ms: number) => void };
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** Registers through the API. */
  readonly register: (email: string, password?: string) => Promise<User>;
  /** The headers of a user who is signed in, with an access token issued now. */
  readonly signedIn: (userId: string) => Promise<Readonly<Record<string, string>>>;
  readonly createToken: (userId: string, password?: string) => Promise<CreatedPersonalAccessToken>;
};

type CallOptions = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };
// A test declares the type of the response that it expects.
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export const PASSWORD = "correct horse";

/** The account features on a real store behind the real edge, with an issuer whose tokens the test signs itself. */
export async function startAccountsStation(
  options: {
    readonly registration?: "open" | "closed";
    readonly limits?: Partial<AccountLimits>;
    readonly localOperator?: boolean;
    /** Hashes passwords at the cost of a real station. */
    readonly hashesAsForReal?: boolean;
    /** Subjects of an outside provider that administer the station. */
    readonly outsideAdministrators?: readonly string[];
  } = {},
): Promise<AccountsStation> {
  const dataDir = makeDataDir("accounts");
  const store = openStore({ dataDir, synchronous: LESS_SAFE.synchronous });
  let nowMs = Date.UTC(2026, 10, 20, 8);
  const clock = { now: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
  const endedSessions: string[] = [];
  const endedConnections: string[] = [];
  const accounts = composeAccounts({
    db: store.writer,
    clock,
    ids: systemIds,
    log: silentLog,
    registration: { atStart: options.registration, isReachable: false },
    endSessions: (userId) => void endedSessions.push(userId),
    isExternalAdministrator: ({ subject }) => options.outsideAdministrators?.includes(subject) === true,
    endConnections: (userId) => void endedConnections.push(userId),
    listFlightIssues: () => [],
    limits: { ...ACCOUNT_LIMITS, ...options.limits },
    passwordCost: options.hashesAsForReal === true ? undefined : LESS_SAFE.passwordCost,
  });
  const own = ownIssuer({
    issuer: () => ISSUER,
    audience: AUDIENCE,
    publicKeys: async () => ({ keys: [publicJwk] }),
  });
  const authenticate = createAuthenticate({
    findToken: accounts.tokens.recognise,
    verifyJwt: createTokenVerifier([own], clock),
    findUser: accounts.findUser,
    localOperator: options.localOperator ?? false,
    recordAudit: accounts.audit.record,
  });
  const http = await startHttpStation({ handlers: accounts.handlers, authenticate: authenticate.http, clock });

  async function call(method: string, path: string, { body, headers }: CallOptions = {}): Promise<Answer> {
    const response = await fetch(http.url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  async function signedIn(userId: string) {
    const token = await new SignJWT({ user_id: userId, client_id: "fieldstation" })
      .setProtectedHeader({ alg: "ES256", kid: "test", typ: "at+jwt" })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setIssuedAt(Math.floor(nowMs / 1000))
      .setExpirationTime(Math.floor(nowMs / 1000) + 300)
      .sign(privateKey);
    return { Authorization: `Bearer ${token}` };
  }

  return {
    url: http.url,
    accounts,
    store,
    endedSessions,
    endedConnections,
    clock,
    call,
    async register(email, password = PASSWORD) {
      const { status, body } = await call("POST", "/v1/users", { body: { email, password } });
      if (status !== 200) throw new Error(`${email} could not be registered: ${JSON.stringify(body)}`);
      return body as User;
    },
    signedIn,
    async createToken(userId, password = PASSWORD) {
      const expires_at = new Date(nowMs + 30 * DAY_MS).toISOString();
      const { status, body } = await call("POST", "/v2/pats/tokens", {
        headers: await signedIn(userId),
        body: { password, name: "script", expires_at },
      });
      if (status !== 200) throw new Error(`no token could be made: ${JSON.stringify(body)}`);
      return body as CreatedPersonalAccessToken;
    },
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
