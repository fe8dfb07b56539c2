import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import * as client from "openid-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KEY_LIFE_MS, RETIRED_KEY_LIFE_MS } from "../../../server/identity/signing-keys.ts";
import { HOUR_MS } from "../../../server/kernel/clock.ts";
import { createPlainBrowser } from "./plain-browser.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, BOB, startProviderStation } from "./provider-station.ts";
import { authorizationRequest, discover, redeem, signedInApp, signIn } from "./sign-in.ts";

let station: ProviderStation;
beforeEach(async () => {
  station = await startProviderStation();
});
afterEach(() => station[Symbol.asyncDispose]());

const refused = { error: "invalid_grant" };
const keySet = () => createRemoteJWKSet(new URL(`${station.issuer}/protocol/openid-connect/certs`));
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe("a restart", () => {
  test("keeps keys, tokens, the browser's sign-in and one that is half way", async () => {
    const before = await signedInApp(station, { scope: "openid email" });
    const halfWay = createPlainBrowser(station.url);
    const request = await authorizationRequest(before.configuration);
    const page = await halfWay.open(request.url);
    await station.restart();

    await expect(jwtVerify(before.tokens.access_token, keySet())).resolves.toBeDefined();
    await expect(
      client.refreshTokenGrant(before.configuration, before.tokens.refresh_token ?? ""),
    ).resolves.toMatchObject({ token_type: "bearer" });
    const consent = await before.browser.open(request.url);
    expect(consent.text).toContain("<h1>Allow Integration test?</h1>");
    const resumed = await halfWay.press(page, "Sign in", { email: ALICE.email, password: ALICE.password });
    const { url } = await halfWay.press(resumed, "Allow");
    await expect(redeem(before.configuration, request, url)).resolves.toMatchObject({ expires_in: 300 });
  });
});

describe("a signing key", () => {
  test("is replaced after 90 days; tokens of the old one stay valid until none can be left", async () => {
    const { configuration, tokens } = await signedInApp(station);
    station.moveClock(KEY_LIFE_MS + HOUR_MS);
    const renewed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    expect(kidOf(renewed.access_token)).not.toBe(kidOf(tokens.access_token));
    for (const { access_token: token } of [tokens, renewed]) {
      await expect(jwtVerify(token, keySet())).resolves.toBeDefined();
      await expect(client.fetchUserInfo(configuration, token, ALICE.id)).resolves.toMatchObject({ sub: ALICE.id });
    }
    expect(station.events.filter(({ kind }) => kind === "signing_key_rotated")).toHaveLength(2);

    station.moveClock(RETIRED_KEY_LIFE_MS + HOUR_MS);
    await expect(jwtVerify(tokens.access_token, keySet())).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    await expect(jwtVerify(renewed.access_token, keySet())).resolves.toBeDefined();
    await station.restart();
    await expect(jwtVerify(renewed.access_token, keySet())).resolves.toBeDefined();
  });

  test("is created once, however many requests arrive at the same time", async () => {
    const sets = await Promise.all(Array.from({ length: 5 }, () => station.identity.publicKeys()));
    expect(new Set(sets.map(({ keys }) => keys.map(({ kid }) => kid).join())).size).toBe(1);
    expect(sets[0]?.keys).toHaveLength(1);
  });
});

describe("sessions", () => {
  test("are listed by application and ended one by one, by their owner only", async () => {
    const first = await signedInApp(station);
    const second = await signedInApp(station);
    const sessions = station.identity.listSessions(ALICE.id);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ clientId: "service-integration-test", clientName: "Integration test" });
    expect(sessions[0]?.expiresMs).toBeGreaterThan(Date.now());
    expect(station.identity.listSessions(BOB.id)).toEqual([]);

    const { grant_id: grantId } = (await jwtVerify(first.tokens.access_token, keySet())).payload;
    expect(station.identity.isGrantAlive(String(grantId))).toBe(true);
    expect(station.identity.revokeSession(BOB.id, String(grantId))).toBe(false);
    expect(station.identity.revokeSession(ALICE.id, String(grantId))).toBe(true);
    expect(station.identity.isGrantAlive(String(grantId))).toBe(false);
    expect(station.identity.listSessions(ALICE.id)).toHaveLength(1);
    const { configuration } = first;
    await expect(client.refreshTokenGrant(configuration, first.tokens.refresh_token ?? "")).rejects.toMatchObject(
      refused,
    );
    await expect(client.refreshTokenGrant(configuration, second.tokens.refresh_token ?? "")).resolves.toBeDefined();
  });

  test("of a user all end at once, in browsers as well, and those of other users do not", async () => {
    const alice = await signedInApp(station);
    const bobsBrowser = createPlainBrowser(station.url);
    const request = await authorizationRequest(alice.configuration);
    const { url } = await signIn(bobsBrowser, request.url, BOB);
    const bob = await redeem(alice.configuration, request, url);
    station.identity.revokeAllOf(ALICE.id);
    await expect(client.refreshTokenGrant(alice.configuration, alice.tokens.refresh_token ?? "")).rejects.toMatchObject(
      refused,
    );
    expect((await alice.browser.open(request.url)).text).toContain('name="password"');
    await expect(client.refreshTokenGrant(alice.configuration, bob.refresh_token ?? "")).resolves.toBeDefined();
  });

  test("change hands by a button on the consent", async () => {
    const { browser, configuration } = await signedInApp(station);
    const request = await authorizationRequest(configuration);
    const consent = await browser.open(request.url);
    expect(consent.text).toContain("<strong>Alice &lt;Pilot&gt;</strong>");
    const signInPage = await browser.press(consent, "Use another account");
    const bobs = await browser.press(signInPage, "Sign in", { email: BOB.email, password: BOB.password });
    expect(bobs.text).toContain(`<strong>${BOB.email}</strong>`);
    const { url } = await browser.press(bobs, "Allow");
    const tokens = await redeem(configuration, request, url);
    expect(tokens.claims()?.sub).toBe(BOB.id);
  });

  test("ask before another user replaces the one signed in", async () => {
    const { browser, configuration } = await signedInApp(station);
    const request = await authorizationRequest(configuration, { prompt: "login consent" });
    const page = await browser.press(await browser.open(request.url), "Sign in", {
      email: BOB.email,
      password: BOB.password,
    });
    expect(page.text).toContain("Change the account?");
    const consent = await browser.press(page, "Continue");
    expect(consent.text).toContain(`<strong>${BOB.email}</strong>`);
    expect((await browser.press(consent, "Allow")).url).toContain("code=");
  });

  test("of a browser outlast it only when the user chooses that", async () => {
    const lasting = async (fields: Record<string, string>) => {
      const browser = createPlainBrowser(station.url);
      const page = await browser.open((await authorizationRequest(await discover(station.issuer))).url);
      await browser.press(page, "Sign in", { email: ALICE.email, password: ALICE.password, ...fields });
      return browser.setCookies.filter((line) => /_session=/.test(line)).at(-1);
    };
    expect(await lasting({})).not.toContain("expires=");
    expect(await lasting({ remember: "yes" })).toContain("expires=");
  });
});

describe("what is kept", () => {
  const records = () => station.store.reader.prepare<[], number>("SELECT count(*) FROM oidc_record").pluck().get() ?? 0;

  test("is no password, and is purged when it has expired", async () => {
    await signedInApp(station);
    const kept = JSON.stringify(station.store.reader.prepare("SELECT * FROM oidc_record").all());
    expect(kept).not.toContain(ALICE.password);
    const before = records();
    station.identity.purge();
    expect(records()).toBe(before);
    station.moveClock(366 * 24 * HOUR_MS);
    station.identity.purge();
    expect(station.store.reader.prepare("SELECT DISTINCT model FROM oidc_record").pluck().all()).toEqual([
      "CookieSecret",
    ]);
  });
});

/** The command line. */
const BY = { actorId: null };

describe("clients an administrator adds", () => {
  test("use their registered addresses and, if they have one, a secret that is kept as a hash", async () => {
    const added = station.identity.addClient(
      {
        name: "Fleet <tool>",
        redirectUris: ["https://fleet.example/callback"],
        confidential: true,
      },
      BY,
    );
    if (added.kind !== "added") throw new Error(added.message);
    const { clientId, clientSecret = "" } = added;
    expect(JSON.stringify(station.store.reader.prepare("SELECT * FROM oidc_client").all())).not.toContain(clientSecret);

    await station.restart();
    const configuration = await discover(station.issuer, clientId, clientSecret);
    const redirect = { redirect_uri: "https://fleet.example/callback" };
    const request = await authorizationRequest(configuration, redirect);
    const browser = createPlainBrowser(station.url);
    const page = await browser.open(request.url);
    expect(page.text).toContain("Fleet &lt;tool&gt;");
    const { url } = await signIn(browser, request.url);
    const wrong = await discover(station.issuer, clientId, "wrong");
    await expect(redeem(wrong, request, url)).rejects.toMatchObject({ status: 401 });
    await expect(redeem(configuration, request, url)).resolves.toMatchObject({ expires_in: 300 });

    const elsewhere = await authorizationRequest(configuration, { redirect_uri: "https://fleet.example/other" });
    expect((await browser.open(elsewhere.url)).status).toBe(400);
  });

  test("without a secret must use PKCE and may listen on any port of this computer", async () => {
    const added = station.identity.addClient({ name: "Script", redirectUris: ["http://127.0.0.1/cb"] }, BY);
    if (added.kind !== "added") throw new Error(added.message);
    expect(added.clientSecret).toBeUndefined();
    const configuration = await discover(station.issuer, added.clientId);
    const request = await authorizationRequest(configuration, { redirect_uri: "http://127.0.0.1:51515/cb" });
    const { url } = await signIn(createPlainBrowser(station.url), request.url);
    await expect(redeem(configuration, request, url)).resolves.toMatchObject({ expires_in: 300 });
    expect(station.identity.listSessions(ALICE.id)[0]?.clientName).toBe("Script");
  });
});
