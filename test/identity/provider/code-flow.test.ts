import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from "jose";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlainBrowser } from "./plain-browser.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, startProviderStation } from "./provider-station.ts";
import { authorizationRequest, discover, redeem, signedInApp, signIn } from "./sign-in.ts";

let station: ProviderStation;
beforeAll(async () => {
  station = await startProviderStation();
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
});

describe("discovery", () => {
  test("names the endpoints of the API document, whatever Host the request carries", async () => {
    const at = `${station.issuer}/.well-known/openid-configuration`;
    const document = (await (await fetch(at)).json()) as Record<string, unknown>;
    const connect = `${station.issuer}/protocol/openid-connect`;
    expect(document).toMatchObject({
      issuer: station.issuer,
      authorization_endpoint: `${connect}/auth`,
      token_endpoint: `${connect}/token`,
      userinfo_endpoint: `${connect}/userinfo`,
      jwks_uri: `${connect}/certs`,
      end_session_endpoint: `${connect}/logout`,
      device_authorization_endpoint: `${connect}/auth/device`,
      revocation_endpoint: `${connect}/revoke`,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      response_modes_supported: ["query", "fragment"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
    expect(document).not.toHaveProperty("introspection_endpoint");
  });
});

describe("authorization code with PKCE, by an independent client", () => {
  test("issues an access token that the API can verify by the key set", async () => {
    const { tokens, configuration } = await signedInApp(station);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 300 });
    const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? ""));
    const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
      issuer: station.issuer,
      audience: "urn:fieldstation:api",
      algorithms: ["RS256"],
      typ: "at+jwt",
    });
    expect(payload).toMatchObject({
      sub: ALICE.id,
      user_id: ALICE.id,
      email: ALICE.email,
      name: ALICE.name,
      client_id: "service-integration-test",
      scope: "openid profile email offline_access",
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(protectedHeader.alg).toBe("RS256");
    expect(tokens.claims()).toMatchObject({ sub: ALICE.id, email: ALICE.email, name: ALICE.name });
    const handedIn = createLocalJWKSet({ keys: [...(await station.identity.publicKeys()).keys] });
    await expect(jwtVerify(tokens.access_token, handedIn)).resolves.toBeDefined();
  });

  test("shows nothing private in the key set", async () => {
    const { keys } = (await (await fetch(`${station.issuer}/protocol/openid-connect/certs`)).json()) as {
      keys: Record<string, unknown>[];
    };
    for (const set of [keys, (await station.identity.publicKeys()).keys]) {
      expect(set).toHaveLength(1);
      for (const key of set) expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    }
  });

  test("returns the claims of the user at the userinfo endpoint", async () => {
    const { configuration, tokens } = await signedInApp(station);
    await expect(client.fetchUserInfo(configuration, tokens.access_token, ALICE.id)).resolves.toEqual({
      sub: ALICE.id,
      user_id: ALICE.id,
      email: ALICE.email,
      email_verified: true,
      name: ALICE.name,
    });
    const { configuration: less, tokens: lesser } = await signedInApp(station, { scope: "openid" });
    expect(await client.fetchUserInfo(less, lesser.access_token, ALICE.id)).toEqual({
      sub: ALICE.id,
      user_id: ALICE.id,
    });
  });

  test("refreshes, with a new refresh token each time", async () => {
    const { configuration, tokens } = await signedInApp(station);
    const second = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    expect(second.access_token).not.toBe(tokens.access_token);
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    const third = await client.refreshTokenGrant(configuration, second.refresh_token ?? "");
    expect(await client.fetchUserInfo(configuration, third.access_token, ALICE.id)).toMatchObject({
      email: ALICE.email,
    });
  });

  test("refreshes without offline access as long as the browser is signed in", async () => {
    const { configuration, tokens, browser } = await signedInApp(station, { scope: "openid" });
    const second = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    const logout = await browser.open(`${station.issuer}/protocol/openid-connect/logout`);
    await browser.press(logout, "Sign out");
    await expect(client.refreshTokenGrant(configuration, second.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("requests consent for the console once, and for a program on the computer each time", async () => {
    const browser = createPlainBrowser(station.url);
    const configuration = await discover(station.issuer, "fieldstation");
    const console = { scope: "openid profile email", redirect_uri: `${station.url}/signed-in` };
    const ask = async (parameters: Record<string, string>) => {
      const { url } = await authorizationRequest(configuration, parameters);
      return browser.open(url);
    };
    const { url } = await authorizationRequest(configuration, console);
    expect((await signIn(browser, url)).url).toContain("/signed-in?code=");
    expect((await ask(console)).url).toContain("/signed-in?code=");
    expect((await ask({ ...console, prompt: "none" })).url).toContain("/signed-in?code=");
    const program = { ...console, redirect_uri: "http://127.0.0.1:49152/callback" };
    expect((await ask(program)).text).toContain("<h1>Allow Fieldstation?</h1>");
    expect((await ask({ ...program, prompt: "none" })).url).toContain("error=consent_required");
  });

  test("accepts the address of the API as its audience, and no other", async () => {
    const { tokens } = await signedInApp(station, { resource: station.url });
    expect(tokens.access_token.split(".")).toHaveLength(3);
    const configuration = await discover(station.issuer);
    const { url } = await authorizationRequest(configuration, { resource: "https://elsewhere.example" });
    const answer = await createPlainBrowser(station.url).open(url);
    expect(new URL(answer.url).searchParams.get("error")).toBe("invalid_target");
  });

  test("refuses a request without PKCE or with the plain method", async () => {
    const configuration = await discover(station.issuer);
    const { url } = await authorizationRequest(configuration);
    const bare = new URL(url);
    bare.searchParams.delete("code_challenge");
    bare.searchParams.delete("code_challenge_method");
    const plain = new URL(url);
    plain.searchParams.set("code_challenge_method", "plain");
    for (const wrong of [bare, plain]) {
      const answer = await createPlainBrowser(station.url).open(wrong.href);
      expect(new URL(answer.url).searchParams.get("error")).toBe("invalid_request");
    }
  });

  test("refuses a wrong code verifier", async () => {
    const configuration = await discover(station.issuer);
    const request = await authorizationRequest(configuration);
    const { url } = await signIn(createPlainBrowser(station.url), request.url);
    const wrong = { ...request, verifier: client.randomPKCECodeVerifier() };
    await expect(redeem(configuration, wrong, url)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("reports to the application that the user refused", async () => {
    const configuration = await discover(station.issuer);
    const { url } = await authorizationRequest(configuration);
    const browser = createPlainBrowser(station.url);
    const atSignIn = await browser.press(await browser.open(url), "Cancel");
    expect(new URL(atSignIn.url).searchParams.get("error")).toBe("access_denied");
    const consent = await browser.press(await browser.open(url), "Sign in", {
      email: ALICE.email,
      password: ALICE.password,
    });
    const atConsent = await browser.press(consent, "Do not allow");
    expect(atConsent.url).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?/);
    expect(new URL(atConsent.url).searchParams.get("error")).toBe("access_denied");
  });
});
