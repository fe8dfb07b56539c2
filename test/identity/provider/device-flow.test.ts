import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlainBrowser } from "./plain-browser.ts";
import type { Page, PlainBrowser } from "./plain-browser.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, startProviderStation } from "./provider-station.ts";
import { ALL_SCOPES, discover, signedInApp } from "./sign-in.ts";

let station: ProviderStation;
let configuration: client.Configuration;
beforeAll(async () => {
  station = await startProviderStation();
  configuration = await discover(station.issuer);
});
afterAll(() => station[Symbol.asyncDispose]());

const startDevice = () => client.initiateDeviceAuthorization(configuration, { scope: ALL_SCOPES });
/** One poll: the device itself would wait five seconds between two. */
const poll = (device: client.DeviceAuthorizationResponse) =>
  client.genericGrantRequest(configuration, "urn:ietf:params:oauth:grant-type:device_code", {
    device_code: device.device_code,
  });

async function confirm(browser: PlainBrowser, device: client.DeviceAuthorizationResponse): Promise<Page> {
  const page = await browser.open(device.verification_uri);
  return browser.press(page, "Continue", { user_code: device.user_code.toLowerCase() });
}

async function signInOn(browser: PlainBrowser, page: Page): Promise<Page> {
  return browser.press(page, "Sign in", { email: ALICE.email, password: ALICE.password });
}

describe("a device without a browser", () => {
  test("gets tokens after a person entered its code, signed in and agreed", async () => {
    const device = await startDevice();
    expect(device.verification_uri).toBe(`${station.issuer}/device`);
    expect(device.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    await expect(poll(device)).rejects.toMatchObject({ error: "authorization_pending" });

    const browser = createPlainBrowser(station.url);
    const question = await confirm(browser, device);
    expect(question.text).toContain("Is this your device?");
    expect(question.text).toContain("<strong>Integration test</strong>");
    expect(question.text).toContain(device.user_code);
    const consent = await signInOn(browser, await browser.press(question, "Connect"));
    expect(consent.text).toContain("It runs on another device.");
    expect((await browser.press(consent, "Allow")).text).toContain("Device connected");

    const tokens = await poll(device);
    expect(await client.fetchUserInfo(configuration, tokens.access_token, ALICE.id)).toMatchObject({
      email: ALICE.email,
    });
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    expect(refreshed.access_token).not.toBe(tokens.access_token);
  });

  test("has its code in an address, which the person still sends", async () => {
    const device = await startDevice();
    const browser = createPlainBrowser(station.url);
    const page = await browser.open(device.verification_uri_complete ?? "");
    expect(page.forms[0]?.fields["user_code"]).toBe(device.user_code);
    expect((await browser.press(page, "Continue")).text).toContain("Is this your device?");
  });

  test("learns that the user refused, at the code or at the consent", async () => {
    const browser = createPlainBrowser(station.url);
    const [first, second] = [await startDevice(), await startDevice()];
    const atCode = await browser.press(await confirm(browser, first), "Do not connect");
    expect(atCode.text).toContain("Device not connected");
    const consent = await signInOn(browser, await browser.press(await confirm(browser, second), "Connect"));
    expect((await browser.press(consent, "Do not allow")).text).toContain("Device not connected");
    for (const device of [first, second]) {
      await expect(poll(device)).rejects.toMatchObject({ error: "access_denied" });
    }
  });

  test("does not get in twice with one code, and loses everything when its own code is replayed", async () => {
    const device = await startDevice();
    const browser = createPlainBrowser(station.url);
    const consent = await signInOn(browser, await browser.press(await confirm(browser, device), "Connect"));
    await browser.press(consent, "Allow");
    expect((await confirm(browser, device)).text).toContain("This code was used already.");
    const tokens = await poll(device);
    await expect(poll(device)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(client.refreshTokenGrant(configuration, tokens.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("is found by its code only, and an address that guesses is stopped", async () => {
    const browser = createPlainBrowser(station.url);
    let page = await browser.open(`${station.issuer}/device`);
    expect((await browser.press(page, "Continue", { user_code: "" })).text).toContain("Enter the code.");
    page = await browser.open(`${station.issuer}/device`);
    for (let guess = 0; guess < 20; guess++) {
      page = await browser.press(page, "Continue", { user_code: `BCDF-GHJ${"BCDFGHJKLMNPQRSTVWXZ"[guess]}` });
      expect(page.text).toContain("No device shows this code.");
    }
    const stopped = await browser.press(page, "Continue", { user_code: (await startDevice()).user_code });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("signing out", () => {
  const logoutUrl = (parameters: Record<string, string> = {}) =>
    client.buildEndSessionUrl(configuration, parameters).href;

  test("is asked for, ends the browser's sign-in and goes back to the application", async () => {
    const { browser, tokens } = await signedInApp(station);
    const back = "http://127.0.0.1:49152/bye";
    const url = logoutUrl({ id_token_hint: tokens.id_token ?? "", post_logout_redirect_uri: back, state: "s1" });
    const page = await browser.open(url);
    expect(page.text).toContain("Sign out?");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:49152;");
    expect((await browser.press(page, "Sign out")).url).toBe(`${back}?state=s1`);
    expect(station.events.at(-1)).toMatchObject({ kind: "signed_out", userId: ALICE.id });
    const again = await browser.open(url);
    expect(again.text).toContain("This browser is not signed in.");
    expect((await browser.press(again, "Continue")).url).toBe(`${back}?state=s1`);
  });

  test("without an application ends on a page of the station", async () => {
    const { browser } = await signedInApp(station);
    const page = await browser.press(await browser.open(logoutUrl()), "Sign out");
    expect(page.text).toContain("This browser is signed out of the station.");
    expect((await browser.open(logoutUrl())).text).toContain("This browser is not signed in.");
  });

  test("does not lead to addresses of others", async () => {
    const { browser, tokens } = await signedInApp(station);
    const page = await browser.open(
      logoutUrl({ id_token_hint: tokens.id_token ?? "", post_logout_redirect_uri: "https://evil.example/" }),
    );
    expect(page.status).toBe(400);
    expect(page.text).toContain("post_logout_redirect_uri not registered");
  });

  test("leaves an application with offline access signed in until its token is revoked", async () => {
    const { browser, tokens } = await signedInApp(station);
    await browser.press(await browser.open(logoutUrl()), "Sign out");
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
    await client.tokenRevocation(configuration, refreshed.refresh_token ?? "");
    await expect(client.refreshTokenGrant(configuration, refreshed.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
    await expect(client.fetchUserInfo(configuration, refreshed.access_token, ALICE.id)).rejects.toBeDefined();
  });
});
