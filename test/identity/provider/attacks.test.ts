import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generateKeyPair, importJWK, SignJWT } from "jose";
import type { JWK } from "jose";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSigningKeys } from "../../../server/identity/signing-keys.store.ts";
import { createIdentityProvider } from "../../../server/identity/identity-provider.ts";
import { systemClock } from "../../../server/kernel/clock.ts";
import { systemIds } from "../../../server/kernel/ids.ts";
import { silentLog } from "../../../server/kernel/log.ts";
import { openTempStore } from "../../../server/storage/temp-store.fixture.ts";
import { createPlainBrowser } from "./plain-browser.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, BOB, SEALING, startProviderStation, NO_SECOND_FACTOR } from "./provider-station.ts";
import { rawRequest } from "./raw-request.ts";
import { authorizationRequest, discover, redeem, signedInApp, signIn } from "./sign-in.ts";

let station: ProviderStation;
let configuration: client.Configuration;
beforeAll(async () => {
  station = await startProviderStation();
  configuration = await discover(station.issuer);
});
afterAll(() => station[Symbol.asyncDispose]());

const refused = { error: "invalid_grant" };
const userinfo = (token: string) =>
  fetch(`${station.issuer}/protocol/openid-connect/userinfo`, { headers: { authorization: `Bearer ${token}` } });

describe("replays", () => {
  test("refuse an authorization code the second time and kill what the first gave", async () => {
    const { request, calledBack, tokens } = await signedInApp(station);
    await expect(redeem(configuration, request, calledBack)).rejects.toMatchObject(refused);
    await expect(client.refreshTokenGrant(configuration, tokens.refresh_token ?? "")).rejects.toMatchObject(refused);
    expect((await userinfo(tokens.access_token)).status).toBe(401);
    expect(station.events.at(-1)).toMatchObject({ kind: "replay_refused", clientId: "service-integration-test" });
  });

  test("refuse a refresh token the second time and revoke its whole family", async () => {
    const { tokens } = await signedInApp(station);
    const first = tokens.refresh_token ?? "";
    const second = await client.refreshTokenGrant(configuration, first);
    const third = await client.refreshTokenGrant(configuration, second.refresh_token ?? "");
    await expect(client.refreshTokenGrant(configuration, first)).rejects.toMatchObject(refused);
    await expect(client.refreshTokenGrant(configuration, third.refresh_token ?? "")).rejects.toMatchObject(refused);
    expect((await userinfo(third.access_token)).status).toBe(401);
    expect(station.events).toContainEqual(expect.objectContaining({ kind: "replay_refused", userId: ALICE.id }));
  });

  test("let at most one of several at the same moment have it", async () => {
    const { tokens } = await signedInApp(station);
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, () => client.refreshTokenGrant(configuration, tokens.refresh_token ?? "")),
    );
    const won = attempts.filter(({ status }) => status === "fulfilled");
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { value } of won as PromiseFulfilledResult<client.TokenEndpointResponse>[]) {
      await expect(client.refreshTokenGrant(configuration, value.refresh_token ?? "")).rejects.toMatchObject(refused);
    }
  });

  test("leave another sign-in of the same person alone", async () => {
    const browser = createPlainBrowser(station.url);
    const one = await signedInApp(station, {}, browser);
    const other = await signedInApp(station, {}, browser);
    await client.refreshTokenGrant(configuration, one.tokens.refresh_token ?? "");
    await expect(client.refreshTokenGrant(configuration, one.tokens.refresh_token ?? "")).rejects.toMatchObject(
      refused,
    );
    await expect(client.refreshTokenGrant(configuration, other.tokens.refresh_token ?? "")).resolves.toBeDefined();
  });
});

describe("tokens that are not of here", () => {
  const claims = () => ({ scope: "openid", grant_id: "any", sub: ALICE.id });
  const headers = (kid: string | undefined) => ({ alg: "RS256", typ: "at+jwt", ...(kid === undefined ? {} : { kid }) });
  const signed = (
    payload: object,
    key: Parameters<SignJWT["sign"]>[0],
    kid?: string,
    audience = "urn:fieldstation:api",
  ) =>
    new SignJWT({ ...payload })
      .setProtectedHeader(headers(kid))
      .setIssuer(station.issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(key);
  const ownKey = async () => {
    const [key] = listSigningKeys(station.store.reader, SEALING);
    return { kid: key?.kid ?? "", key: await importJWK(key?.jwk as JWK, "RS256") };
  };

  test("are refused: alg none, another key, another audience, another issuer, expired, of a dead consent", async () => {
    const { tokens } = await signedInApp(station);
    const [, payload = ""] = tokens.access_token.split(".");
    const alive = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url")}.${payload}.`;
    const { privateKey } = await generateKeyPair("RS256");
    const { key, kid } = await ownKey();
    const expired = await new SignJWT({ ...alive, exp: Math.floor(Date.now() / 1000) - 1 })
      .setProtectedHeader(headers(kid))
      .sign(key);
    const foreign = await new SignJWT({ ...alive, iss: "https://elsewhere.example" })
      .setProtectedHeader(headers(kid))
      .sign(key);
    const idToken = tokens.id_token ?? "";
    const otherType = await new SignJWT({ ...alive }).setProtectedHeader({ alg: "RS256", typ: "JWT", kid }).sign(key);
    const wrong = {
      none,
      expired,
      foreign,
      idToken,
      otherType,
      otherKey: await signed(alive, privateKey, kid),
      otherAudience: await signed({ ...alive, aud: undefined }, key, kid, "https://elsewhere.example"),
      deadConsent: await signed(claims(), key, kid),
      nonsense: "abc",
    };
    expect((await userinfo(tokens.access_token)).status).toBe(200);
    for (const [what, token] of Object.entries(wrong)) {
      const answer = await userinfo(token);
      expect([what, answer.status]).toEqual([what, 401]);
      expect(await answer.json()).toEqual({
        error: "invalid_token",
        error_description: "The access token is not valid.",
      });
    }
  });

  test("are asked for where there is none, and never taken from the address", async () => {
    const { tokens } = await signedInApp(station);
    const at = `${station.issuer}/protocol/openid-connect/userinfo`;
    const answer = await fetch(`${at}?access_token=${tokens.access_token}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("end with the account", async () => {
    const browser = createPlainBrowser(station.url);
    const request = await authorizationRequest(configuration);
    const { url } = await signIn(browser, request.url, BOB);
    const tokens = await redeem(configuration, request, url);
    expect((await userinfo(tokens.access_token)).status).toBe(200);
    station.people.delete(BOB);
    expect((await userinfo(tokens.access_token)).status).toBe(401);
    await expect(client.refreshTokenGrant(configuration, tokens.refresh_token ?? "")).rejects.toMatchObject(refused);
    station.people.add(BOB);
  });
});

describe("a foreign Host header", () => {
  test("changes no address in the discovery document", async () => {
    const at = `${station.issuer}/.well-known/openid-configuration`;
    const evil = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const [honest, spoofed] = await Promise.all([rawRequest(at, {}), rawRequest(at, evil)]);
    expect(JSON.parse(spoofed.text)).toEqual(JSON.parse(honest.text));
    expect(spoofed.text).not.toContain("evil");
  });

  test("gets nothing at all where names are checked", async () => {
    await using strict = await startProviderStation({
      isAllowedHost: (host) => host?.startsWith("127.0.0.1:") === true,
    });
    const at = `${strict.issuer}/.well-known/openid-configuration`;
    expect((await rawRequest(at, { host: "evil.example" })).status).toBe(421);
    expect((await rawRequest(at, {})).status).toBe(200);
  });

  test("sends a browser to the station's own name before it gets a cookie", async () => {
    const { url } = await authorizationRequest(configuration);
    const { port } = new URL(station.url);
    const answer = await rawRequest(url, { host: `localhost:${port}` });
    expect([answer.status, answer.headers.location]).toEqual([307, url]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("gets no cookie marked secure over plain http, nor by claiming https", async () => {
    const { url } = await authorizationRequest(configuration);
    const answer = await rawRequest(url, { "x-forwarded-proto": "https" });
    expect(answer.status).toBe(303);
    const cookies = answer.headers["set-cookie"] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; samesite=lax; httponly$/);
      expect(cookie).toMatch(/; path=\/realms\/dcp\//);
    }
  });
});

describe("an address that begins again and again", () => {
  test("is stopped with 429, by a page or for a program", async () => {
    await using small = await startProviderStation({ testClient: true, limits: { wrongCodes: 1, starts: 2 } });
    const there = await discover(small.issuer);
    const browser = createPlainBrowser(small.url);
    const { url } = await authorizationRequest(there);
    expect((await browser.open(url)).status).toBe(200);
    await client.initiateDeviceAuthorization(there, { scope: "openid" });
    const page = await browser.open(url);
    expect([page.status, page.text.includes("Too many attempts")]).toEqual([429, true]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    await expect(client.initiateDeviceAuthorization(there, { scope: "openid" })).rejects.toMatchObject({
      status: 429,
      error: "temporarily_unavailable",
    });
  });
});

describe("behind https", () => {
  test("every cookie is secure", async () => {
    using temp = openTempStore();
    const identity = createIdentityProvider({
      issuer: "https://hub.example/realms/dcp",
      db: temp.store.writer,
      clock: systemClock,
      ids: systemIds,
      log: silentLog,
      sealing: SEALING,
      accounts: {
        verifyPassword: async () => ({ kind: "refused" }),
        mustChoosePassword: () => false,
        choosePassword: async () => ({ kind: "refused" }),
        claimsOf: async () => undefined,
      },
      secondFactor: NO_SECOND_FACTOR,
      audit: () => undefined,
    });
    const server = createServer(identity.handle).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const query = new URL((await authorizationRequest(configuration, { client_id: "fieldstation" })).url).search;
    const answer = await rawRequest(`http://127.0.0.1:${port}/realms/dcp/protocol/openid-connect/auth${query}`, {
      host: "hub.example",
    });
    identity.close();
    server.close();
    expect(answer.headers.location).toMatch(/^\/realms\/dcp\/interaction\//);
    const cookies = answer.headers["set-cookie"] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly$/);
  });
});

describe("other origins", () => {
  const tokenRequest = (origin: string, clientId = "fieldstation") =>
    fetch(`${station.issuer}/protocol/openid-connect/token`, {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: `grant_type=refresh_token&refresh_token=x&client_id=${clientId}`,
    });

  test("may not call the token endpoint from a page, the console may", async () => {
    const foreign = await tokenRequest("https://evil.example");
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect(await foreign.json()).toMatchObject({ error: "invalid_request" });
    const own = await tokenRequest(station.url);
    expect(own.headers.get("access-control-allow-origin")).toBe(station.url);
    expect(await own.json()).toMatchObject({ error: "invalid_grant" });
  });

  test("may not read the answer about an unknown client either", async () => {
    const foreign = await tokenRequest("https://evil.example", "nothing");
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect(await foreign.json()).toMatchObject({ error: "invalid_client" });
    const own = await tokenRequest(station.url, "nothing");
    expect(own.headers.get("access-control-allow-origin")).toBe(station.url);
  });
});

describe("what is not offered", () => {
  test.each([
    ["POST", "/protocol/openid-connect/token/introspect"],
    ["POST", "/token/introspection"],
    ["POST", "/reg"],
    ["POST", "/request"],
    ["GET", "/nothing"],
    ["GET", "/"],
  ])("%s %s is not found", async (method, path) => {
    expect((await fetch(station.issuer + path, { method })).status).toBe(404);
  });

  test("a path beside the realm is not found either", async () => {
    expect((await fetch(`${station.url}/realms/dcpx/device`)).status).toBe(404);
    expect((await fetch(`${station.url}/`)).status).toBe(404);
  });
});
