import { describe, expect, it } from "vitest";
import type { AuditEvent } from "../kernel/audit.ts";
import { LOCAL_OPERATOR } from "../kernel/principal.ts";
import { createAuthenticate, type KnownUser } from "./authenticate.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 8);
const PAT = "abcdefgh.ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
const JWT = "header.payload.signature";

function setUp(options: { readonly localOperator?: boolean; readonly user?: Partial<KnownUser> } = {}) {
  const events: AuditEvent[] = [];
  const user: KnownUser = { id: "ada", isAdministrator: false, isActive: true, sessionsSinceMs: 0, ...options.user };
  const expires = { issuedAtMs: NOW_MS, expiresAtMs: NOW_MS + 300_000 };
  const authenticate = createAuthenticate({
    findToken: (text) => (text === PAT ? { id: "token-1", userId: "ada", expiresMs: NOW_MS + 1 } : undefined),
    verifyJwt: async (text) =>
      text === JWT ? { userId: "ada", clientId: "console", sessionId: "visit", ...expires } : undefined,
    findUser: (id) => (id === "ada" ? user : undefined),
    localOperator: options.localOperator ?? false,
    recordAudit: (event) => void events.push(event),
  });
  return { ...authenticate, events };
}

const from = (headers: Record<string, string>, remoteAddress: string | undefined = "192.0.2.1") => ({
  headers,
  remoteAddress,
});
const bearer = (text: string) => from({ authorization: `Bearer ${text}` });

describe("a request", () => {
  it("is authenticated as its user, with the data of the credential", async () => {
    const { http } = setUp();
    const ada = { userId: "ada", isAdministrator: false };
    const pat = { ...ada, credential: "pat", tokenId: "token-1", expiresAtMs: NOW_MS + 1 };
    expect(await http(bearer(PAT))).toEqual(pat);
    expect(await http(from({ "x-personal-access-token": PAT }))).toEqual(pat);
    expect(await http(bearer(JWT))).toEqual({
      ...ada,
      credential: "oidc",
      clientId: "console",
      sessionId: "visit",
      expiresAtMs: NOW_MS + 300_000,
    });
  });

  it("is rejected with an access token in the header for personal access tokens", async () => {
    expect(await setUp().http(from({ "x-personal-access-token": JWT }))).toBeUndefined();
  });

  it("is rejected when the account is disabled", async () => {
    const { http, events } = setUp({ user: { isActive: false } });
    for (const presenter of [bearer(PAT), bearer(JWT)]) expect(await http(presenter)).toBeUndefined();
    expect(events.map(({ kind, address }) => [kind, address])).toEqual([
      ["credential_refused", "192.0.2.1"],
      ["credential_refused", "192.0.2.1"],
    ]);
  });

  it("is rejected with an access token from before a password change; personal access tokens stay valid", async () => {
    const changed = setUp({ user: { sessionsSinceMs: NOW_MS + 1000 } });
    expect(await changed.http(bearer(JWT))).toBeUndefined();
    expect(await changed.http(bearer(PAT))).toBeDefined();
    expect(await setUp({ user: { sessionsSinceMs: NOW_MS + 999 } }).http(bearer(JWT))).toBeDefined();
  });
});

describe("a live connection", () => {
  it("accepts access tokens, but no personal access tokens", async () => {
    const { live } = setUp();
    expect(await live(bearer(JWT))).toMatchObject({ credential: "oidc" });
    expect(await live(bearer(PAT))).toBeUndefined();
    expect(await live(from({ "x-personal-access-token": PAT }))).toBeUndefined();
  });
});

describe("the operator of this computer", () => {
  const local = setUp({ localOperator: true });

  it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])("is recognised from %s", async (address) => {
    expect(await local.http(from({}, address))).toBe(LOCAL_OPERATOR);
    expect(await local.live(from({}, address))).toBe(LOCAL_OPERATOR);
  });

  it.each(["192.0.2.1", "::", "::ffff:192.0.2.1", "1127.0.0.1", "", "::ffff:127.evil"])(
    "is not recognised from %s",
    async (address) => {
      expect(await local.http(from({}, address))).toBeUndefined();
    },
  );

  it("is not a caller behind a proxy on this computer, nor one with a wrong credential", async () => {
    for (const header of ["forwarded", "via", "x-forwarded-for", "x-real-ip", "authorization", "x-personal-access"]) {
      expect(await local.http(from({ [header]: "for=192.0.2.1" }, "127.0.0.1"))).toBeUndefined();
    }
  });

  it("is not recognised unless configured", async () => {
    expect(await setUp().http(from({}, "127.0.0.1"))).toBeUndefined();
  });
});
