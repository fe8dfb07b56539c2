import type * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlainBrowser } from "./plain-browser.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, startProviderStation } from "./provider-station.ts";
import { rawRequest } from "./raw-request.ts";
import { authorizationRequest, discover } from "./sign-in.ts";

let station: ProviderStation;
let configuration: client.Configuration;
beforeAll(async () => {
  station = await startProviderStation();
  configuration = await discover(station.issuer);
});
afterAll(() => station[Symbol.asyncDispose]());

describe("redirects", () => {
  const errorOf = async (clientId: string, redirectUri: string) => {
    const { url } = await authorizationRequest(configuration, { client_id: clientId, redirect_uri: redirectUri });
    const page = await createPlainBrowser(station.url).open(url);
    return page.text.includes('name="password"') ? "sign-in" : page.status;
  };

  test.each([
    ["fieldstation", "http://127.0.0.1:5000/any/path?x=1"],
    ["fieldstation", "http://[::1]:5000/callback"],
    ["service-integration-test", "http://localhost:5000/"],
  ])("of %s may go to %s", async (clientId, redirectUri) => {
    expect(await errorOf(clientId, redirectUri)).toBe("sign-in");
  });

  test("of the console may go to the station's own page", async () => {
    expect(await errorOf("fieldstation", `${station.url}/signed-in`)).toBe("sign-in");
    expect(await errorOf("fieldstation", `${station.url.replace("127.0.0.1", "localhost")}/signed-in`)).toBe("sign-in");
  });

  test.each([
    ["fieldstation", "http://localhost:5000/callback"],
    ["fieldstation", "https://127.0.0.1:5000/callback"],
    ["fieldstation", "http://127.0.0.1.evil.example/callback"],
    ["fieldstation", "http://user:word@127.0.0.1/callback"],
    ["fieldstation", "http://127.0.0.1:5000/#x"],
    ["fieldstation", "http://evil.example/signed-in"],
    ["service-integration-test", "javascript:alert(1)"],
    ["nobody", "http://127.0.0.1:5000/callback"],
  ])("of %s never go to %s, and the error stays here", async (clientId, redirectUri) => {
    expect(await errorOf(clientId, redirectUri)).toBe(400);
  });

  test("of the test client exist only where it is asked for", async () => {
    await using plain = await startProviderStation({});
    const { url } = await authorizationRequest(await discover(plain.issuer));
    const page = await createPlainBrowser(plain.url).open(url);
    expect([page.status, page.text.includes("Unknown application")]).toEqual([400, true]);
  });
});

describe("forms", () => {
  const open = async () => {
    const browser = createPlainBrowser(station.url);
    const page = await browser.open((await authorizationRequest(configuration)).url);
    return { browser, page };
  };

  test("lead on where a program sends every input of the page, and the consent names the client by its id", async () => {
    const { browser, page } = await open();
    const everyInput = ({ text }: { readonly text: string }) =>
      Object.fromEntries(
        [...text.matchAll(/<input type="hidden" name="(.*?)" value="(.*?)"/g)].map((found) => found.slice(1)),
      );
    const { email, password } = ALICE;
    const consent = await browser.press(page, "Sign in", { ...everyInput(page), email, password });
    expect(consent.text).toContain("<code>service-integration-test</code>");
    const { url } = await browser.press(consent, "Allow", everyInput(consent));
    expect(new URL(url).searchParams.get("code")).toEqual(expect.any(String));
  });

  test("show the same message for a wrong address and a wrong password, and keep the address", async () => {
    const { browser, page } = await open();
    const wrongPassword = await browser.press(page, "Sign in", { email: ALICE.email, password: "x" });
    const wrongEmail = await browser.press(page, "Sign in", { email: "nobody@example.org", password: "x" });
    for (const answer of [wrongPassword, wrongEmail]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain("The e-mail address or the password is wrong.");
      expect(answer.text).not.toContain('value="x"');
    }
    expect(wrongPassword.text.replaceAll(ALICE.email, "")).toBe(wrongEmail.text.replaceAll("nobody@example.org", ""));
    expect(wrongPassword.forms[0]?.fields["email"]).toBe(ALICE.email);
  });

  test("answer 429 with Retry-After when there were too many attempts", async () => {
    const { browser, page } = await open();
    station.limitFor(120);
    const answer = await browser.press(page, "Sign in", { email: ALICE.email, password: ALICE.password });
    station.limitFor(undefined);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "120"]);
    expect(answer.text).toContain("Too many attempts. Try again in 2 minutes.");
    expect(station.events.at(-1)).toMatchObject({ kind: "sign_in_limited", address: "127.0.0.1" });
  });

  test("are taken only with the token of this very sign-in and from a page of here", async () => {
    const { browser, page } = await open();
    const { page: other } = await open();
    const right = { email: ALICE.email, password: ALICE.password };
    for (const csrf of ["", "wrong", other.forms[0]?.fields["csrf"] ?? ""]) {
      expect((await browser.press(page, "Sign in", { ...right, csrf })).status).toBe(403);
    }
    const cookie = browser.setCookies.map((line) => line.split(";")[0]).join("; ");
    const form = new URLSearchParams({ ...page.forms[0]?.fields, ...right }).toString();
    const type = "application/x-www-form-urlencoded";
    const post = (headers: Record<string, string>) =>
      rawRequest(
        page.url,
        { cookie, "content-length": String(form.length), ...headers },
        { method: "POST", body: form },
      );
    expect((await post({ "content-type": type, origin: "http://evil.example" })).status).toBe(403);
    expect((await post({ "content-type": "text/plain" })).status).toBe(403);
    expect((await post({ "content-type": type })).status).toBe(303);
  });

  test("of a sign-in of another browser are not shown", async () => {
    const { page } = await open();
    const stranger = await createPlainBrowser(station.url).open(page.url);
    expect([stranger.status, stranger.text.includes("This sign-in has expired")]).toEqual([400, true]);
  });

  test("escape what came from outside", async () => {
    const { browser, page } = await open();
    const answer = await browser.press(page, "Sign in", { email: '"><script>alert(1)</script>', password: "x" });
    expect(answer.text).not.toContain("<script");
    const consent = await browser.press(page, "Sign in", { email: ALICE.email, password: ALICE.password });
    expect(consent.text).toContain("Alice &lt;Pilot&gt;");
  });

  test("carry a policy that allows nothing but their own style and the way back", async () => {
    const { page } = await open();
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src 'self'; /);
    expect(policy).toContain("form-action 'self' http://127.0.0.1:49152;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.text).not.toMatch(/<script|javascript:|\son\w+=/i);
  });
});
