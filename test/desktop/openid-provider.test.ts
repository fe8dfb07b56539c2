import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignInOutcome, Tokens } from "../../src/main/account/account.tokens.ts";
import { createOpenIdProvider } from "../../src/main/account/openid.provider.ts";
import { submitProviderForms } from "../../src/main/account/provider.forms.ts";
import { createPlainBrowser, type PlainBrowser } from "../identity/provider/plain-browser.ts";
import { ALICE, type ProviderStation, startProviderStation } from "../identity/provider/provider-station.ts";
import { signIn } from "../identity/provider/sign-in.ts";

const forever = new AbortController().signal;

describe("the desktop as a client of the station's own provider", () => {
  let station: ProviderStation;
  beforeAll(async () => void (station = await startProviderStation({})));
  afterAll(() => station[Symbol.asyncDispose]());

  let browser: PlainBrowser;
  let opened: string[];
  beforeEach(() => {
    browser = createPlainBrowser(station.url);
    opened = [];
  });

  /** A client whose browser does what the test says with the address it is given. */
  function client(visit: (address: string) => unknown = () => undefined, signInTimeoutMs = 30_000) {
    return createOpenIdProvider({
      issuer: () => station.issuer,
      now: () => Date.now(),
      signInTimeoutMs,
      async openInBrowser(address) {
        opened.push(address);
        await visit(address);
        return true;
      },
    });
  }

  /** A client that hands on what the person has typed in its window. */
  const typingClient = (visit?: (address: string) => unknown) =>
    createOpenIdProvider({
      issuer: () => station.issuer,
      now: () => Date.now(),
      submitForms: submitProviderForms,
      async openInBrowser(address) {
        opened.push(address);
        await visit?.(address);
        return true;
      },
    });

  /** Fills in the pages of the provider and follows it back to the app. Not awaited, as a browser is not. */
  const person = (address: string): void => {
    void signIn(browser, address).then(({ url }) => fetch(url));
  };

  async function signedIn(provider = client(person)): Promise<Tokens> {
    const outcome = await provider.signIn(forever);
    if (outcome.kind !== "signed-in") throw new Error(JSON.stringify(outcome));
    return outcome.tokens;
  }

  it("signs in with PKCE, state and nonce, by a redirect to a free port of this computer", async () => {
    const tokens = await signedIn();
    const query = new URL(opened[0] ?? "").searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: "fieldstation",
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(tokens.person).toEqual({ userId: ALICE.id, email: ALICE.email, name: ALICE.name });
    expect(tokens.expiresMs - Date.now()).toBeGreaterThan(290_000);
    expect(tokens).toMatchObject({ refreshToken: expect.any(String), idToken: expect.any(String) });
  });

  it("signs in without the browser with what was typed a moment ago, and that is kept nowhere", async () => {
    const provider = typingClient();
    const outcome = await provider.signIn(forever, { email: ALICE.email, password: ALICE.password });
    expect(outcome).toMatchObject({ kind: "signed-in", tokens: { person: { userId: ALICE.id } } });
    expect(opened).toEqual([]);
    if (outcome.kind !== "signed-in") return;
    expect(await provider.refresh(outcome.tokens.refreshToken ?? "", outcome.tokens.person)).toMatchObject({
      kind: "refreshed",
    });
    // Nor is a browser of this computer signed in by it.
    void provider.signIn(AbortSignal.timeout(2000));
    await expect.poll(() => opened).toHaveLength(1);
    expect((await browser.open(opened[0] ?? "")).text).toContain("<h1>Sign in</h1>");
  });

  it("leaves to the browser what the typed password does not open, and what is limited", async () => {
    const wrong = await typingClient(person).signIn(forever, { email: ALICE.email, password: "wrong" });
    expect([wrong.kind, opened.length]).toEqual(["signed-in", 1]);
    station.limitFor(60);
    const off = new AbortController();
    const limited = typingClient(() => off.abort()).signIn(off.signal, ALICE);
    expect(await limited).toEqual({ kind: "cancelled" });
    station.limitFor(undefined);
  });

  it("hands a password to no other place than the provider's own", async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end('<form action="/"><input name="email"><input name="password"></form>');
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const here = createServer((request, response) => {
      if (request.url === "/redirects") response.writeHead(302, { Location: `${there}/stolen` }).end();
      else response.end(`<form action="${there}/stolen"><input name="email"><input name="password"></form>`);
    }).listen(0, "127.0.0.1");
    await once(here, "listening");
    const origin = `http://127.0.0.1:${(here.address() as AddressInfo).port}`;
    const typed = { email: ALICE.email, password: ALICE.password };
    const redirectUri = "http://127.0.0.1:9/callback";
    for (const path of ["/redirects", "/posts"]) {
      const address = new URL(path, origin);
      expect(await submitProviderForms({ address, redirectUri, typed, signal: forever })).toBeUndefined();
    }
    expect(asked).toEqual([]);
    for (const server of [here, elsewhere]) {
      server.closeAllConnections();
      server.close();
    }
  });

  it("renews with rotation, and learns that a session has ended when an old token is sent", async () => {
    const provider = client(person);
    const first = await signedIn(provider);
    const second = await provider.refresh(first.refreshToken ?? "", first.person);
    expect(second).toMatchObject({ kind: "refreshed", tokens: { person: first.person } });
    if (second.kind !== "refreshed") return;
    expect(second.tokens.refreshToken).not.toBe(first.refreshToken);
    expect(second.tokens.accessToken).not.toBe(first.accessToken);
    const replayed = await provider.refresh(first.refreshToken ?? "", first.person);
    expect(replayed).toMatchObject({ kind: "ended", reason: expect.stringContaining("invalid_grant") });
    // A token that is used twice ends the whole family.
    expect(await provider.refresh(second.tokens.refreshToken ?? "", first.person)).toMatchObject({ kind: "ended" });
  });

  it("does not take tokens of another person for a refresh", async () => {
    const provider = client(person);
    const { refreshToken = "" } = await signedIn(provider);
    expect(await provider.refresh(refreshToken, { userId: "somebody else" })).toMatchObject({ kind: "ended" });
  });

  it("revokes, and shows the sign-out page of the provider", async () => {
    const provider = client(person);
    const { refreshToken = "", idToken, person: who } = await signedIn(provider);
    expect(await provider.revoke(refreshToken)).toEqual({ kind: "done" });
    expect(await provider.refresh(refreshToken, who)).toMatchObject({ kind: "ended" });
    opened = [];
    await provider.endBrowserSession(idToken);
    expect((await browser.open(opened[0] ?? "")).text).toContain("<h1>Sign out?</h1>");
  });

  it("learns that the person refused", async () => {
    const provider = client((address) => {
      void browser
        .open(address)
        .then((page) => browser.press(page, "Sign in", { email: ALICE.email, password: ALICE.password }))
        .then((page) => browser.press(page, "Do not allow"))
        .then(({ url }) => fetch(url));
    });
    expect(await provider.signIn(forever)).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("denied"),
    });
  });

  it("is not fooled by an answer with another state: it goes on waiting, and the person can still finish", async () => {
    let forged = 0;
    const provider = client(async (address) => {
      const redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
      forged = (await fetch(`${redirect}?code=forged&state=forged&iss=${encodeURIComponent(station.issuer)}`)).status;
      person(address);
    });
    expect((await provider.signIn(forever)).kind).toBe("signed-in");
    expect(forged).toBe(400);
  });

  it("does not believe a code that was asked for with another nonce, challenge or issuer", async () => {
    const change = (name: string, value: string) => (address: string) => {
      const changed = new URL(address);
      changed.searchParams.set(name, value);
      person(changed.href);
    };
    const nonce = await client(change("nonce", "another")).signIn(forever);
    expect(nonce).toMatchObject({ kind: "untrusted" });
    const challenge = await client(change("code_challenge", "A".repeat(43))).signIn(forever);
    expect(challenge).toMatchObject({ kind: "untrusted", reason: expect.stringContaining("invalid_grant") });
    const elsewhere = client((address) => {
      void signIn(browser, address).then(({ url }) =>
        fetch(url.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")),
      );
    });
    expect(await elsewhere.signIn(forever)).toMatchObject({ kind: "untrusted" });
  });

  it("waits for a while only, and stops at once when it is called off", async () => {
    expect(await client(undefined, 50).signIn(forever)).toEqual({ kind: "timed-out" });
    const off = new AbortController();
    const outcome = client(() => off.abort()).signIn(off.signal);
    expect(await outcome).toEqual({ kind: "cancelled" });
    const before = opened.length;
    expect(await client().signIn(AbortSignal.abort())).toEqual({ kind: "cancelled" });
    expect(opened).toHaveLength(before);
  });

  it("reports that no browser opens", async () => {
    const provider = createOpenIdProvider({
      issuer: () => station.issuer,
      now: Date.now,
      openInBrowser: async () => false,
    });
    expect(await provider.signIn(forever)).toEqual({ kind: "no-browser" });
  });

  it("goes on where it was when the provider was away and has come back", async () => {
    const provider = client(person);
    const { refreshToken = "", person: who } = await signedIn(provider);
    await station.restart();
    expect(await provider.refresh(refreshToken, who)).toMatchObject({ kind: "refreshed" });
  });
});

describe("a provider that does not answer as it should", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function answering(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/dcp`;
  }

  const ask = async (issuer: string | undefined) => {
    const provider = createOpenIdProvider({ issuer: () => issuer, now: Date.now, openInBrowser: async () => true });
    const outcomes: [SignInOutcome, unknown, unknown] = [
      await provider.signIn(forever),
      await provider.refresh("token", { userId: "7" }),
      await provider.revoke("token"),
    ];
    return outcomes.map((outcome) => (outcome as { kind: string }).kind);
  };

  it("is out of reach while its station does not run", async () => {
    expect(await ask(undefined)).toEqual(["unreachable", "unreachable", "not-revoked"]);
  });

  it("is unreachable when nothing listens", async () => {
    const issuer = await answering(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    expect(await ask(issuer)).toEqual(["unreachable", "unreachable", "not-revoked"]);
  });

  it("is out of reach behind the sign-in page of a hotel's network, which must not cost the session", async () => {
    const issuer = await answering((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Welcome, guest</h1>");
    });
    expect(await ask(issuer)).toEqual(["unreachable", "unreachable", "not-revoked"]);
  });

  it("is not trusted when it names another issuer, and is requested again later", async () => {
    const issuer = await answering((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"issuer":"https://evil.example"}');
    });
    expect(await ask(issuer)).toEqual(["untrusted", "unreachable", "not-revoked"]);
  });

  it("cannot make the app open anything but a page", async () => {
    const issuer = await answering((_request, response) => {
      const metadata = { issuer, authorization_endpoint: "file:///etc/passwd", token_endpoint: `${issuer}/token` };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(metadata));
    });
    const opened: string[] = [];
    const provider = createOpenIdProvider({
      issuer: () => issuer,
      now: Date.now,
      openInBrowser: async (address) => opened.push(address) > 0,
    });
    expect(await provider.signIn(forever)).toMatchObject({ kind: "untrusted" });
    expect(opened).toEqual([]);
  });
});
