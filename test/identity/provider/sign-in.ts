import * as client from "openid-client";
import { createPlainBrowser } from "./plain-browser.ts";
import type { Page, PlainBrowser } from "./plain-browser.ts";
import { ALICE } from "./provider-station.ts";

export const REDIRECT = "http://127.0.0.1:49152/callback";
export const ALL_SCOPES = "openid profile email offline_access";

/** A client as an independent library sees the station: by discovery, over http because it is this computer. */
export function discover(
  issuer: string,
  clientId = "service-integration-test",
  secret?: string,
): Promise<client.Configuration> {
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    secret === undefined ? client.None() : client.ClientSecretBasic(secret),
    { execute: [client.allowInsecureRequests] },
  );
}

export type Request = {
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
};

/** An authorization request with PKCE, state and nonce. */
export async function authorizationRequest(
  configuration: client.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Request> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT,
    scope: ALL_SCOPES,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    ...parameters,
  });
  return { url: url.href, verifier, state, nonce };
}

/** Fills in the sign-in page and agrees; ends where the application is called back. */
export async function signIn(
  browser: PlainBrowser,
  url: string,
  person: { readonly email: string; readonly password: string } = ALICE,
): Promise<Page> {
  let page = await browser.open(url);
  if (page.text.includes('name="password"')) {
    page = await browser.press(page, "Sign in", { email: person.email, password: person.password });
  }
  return page.text.includes("<h1>Allow ") ? browser.press(page, "Allow") : page;
}

export function redeem(configuration: client.Configuration, request: Request, calledBack: string) {
  return client.authorizationCodeGrant(configuration, new URL(calledBack), {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
}

/** The whole way: a browser signs in, the application redeems its code. */
export async function signedInApp(
  station: { readonly url: string; readonly issuer: string },
  parameters: Readonly<Record<string, string>> = {},
  browser = createPlainBrowser(station.url),
) {
  const configuration = await discover(station.issuer);
  const request = await authorizationRequest(configuration, parameters);
  const { url } = await signIn(browser, request.url);
  const tokens = await redeem(configuration, request, url);
  return { configuration, request, calledBack: url, tokens, browser };
}
