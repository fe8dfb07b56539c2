import { rm } from "node:fs/promises";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIVE_PATH } from "../../../server/contracts/live.ts";
import type { User } from "../../../server/contracts/users.ts";
import { startTestStation, type TestStation } from "../../support/station.ts";
import { createPlainBrowser } from "../provider/plain-browser.ts";
import { authorizationRequest, discover, redeem, signIn } from "../provider/sign-in.ts";

const ADA = { email: "ada@example.org", password: "correct horse", full_name: "Ada" };

let station: TestStation;
let ada: User;

beforeAll(async () => {
  station = await startTestStation({ access: ["--test-client"] });
  ada = (await (await send(station, "POST", "/v1/users", { body: ADA })).json()) as User;
});
afterAll(async () => void (await station.stop()));

type Sent = { readonly token?: string; readonly body?: object };
function send({ url }: TestStation, method: string, path: string, { token, body }: Sent) {
  const headers = { ...(token === undefined ? {} : bearer(token)), "Content-Type": "application/json" };
  return fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

async function statusOf(at: TestStation, path: string, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(at.url + path, { headers })).status;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Signs Ada in as a browser does and gives what the client got. */
async function signedIn(at: TestStation = station) {
  const configuration = await discover(`${at.url}/realms/dcp`);
  const request = await authorizationRequest(configuration);
  const { url } = await signIn(createPlainBrowser(at.url), request.url, ADA);
  return redeem(configuration, request, url);
}

async function createToken(accessToken: string): Promise<string> {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const body = { password: ADA.password, expires_at };
  const response = await send(station, "POST", "/v2/pats/tokens", { token: accessToken, body });
  return ((await response.json()) as { token: string }).token;
}

/** What becomes of a live connection: `connected`, or the message of the refusal. */
async function connect(options: object): Promise<string> {
  const socket = io(station.url, { path: LIVE_PATH, forceNew: true, reconnection: false, ...options });
  try {
    return await new Promise((resolve) => {
      socket.once("connect", () => resolve("connected"));
      socket.once("connect_error", ({ message }) => resolve(message));
    });
  } finally {
    socket.close();
  }
}

describe("a station with default settings", () => {
  it.each(["/station/v1/info", "/v1/users/me", "/v2/pats/tokens", "/v2/airspace/operations?from=-PT1H"])(
    "refuses requests without a credential at %s",
    async (path) => {
      const response = await fetch(station.url + path);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ type: "unauthenticated", input: "omitted" });
    },
  );

  it("admits signed-in users, by REST with both kinds of token and live with an access token only", async () => {
    const { access_token: accessToken } = await signedIn();
    const me = await send(station, "GET", "/v1/users/me", { token: accessToken });
    expect(await me.json()).toEqual(ada);
    const pat = await createToken(accessToken);
    expect(await statusOf(station, "/v1/users/me", { "X-Personal-Access-Token": pat })).toBe(200);
    expect(await connect({ auth: { token: accessToken } })).toBe("connected");
    expect(await connect({ extraHeaders: bearer(accessToken) })).toBe("connected");
    for (const options of [
      {},
      { auth: { token: pat } },
      { extraHeaders: bearer(pat) },
      { extraHeaders: { "X-Personal-Access-Token": pat } },
      { auth: { token: `${accessToken}x` } },
    ]) {
      expect(await connect(options)).toBe("unauthenticated");
    }
  });

  it("ends access tokens when their user signs out everywhere by changing the password", async () => {
    const tokens = await signedIn();
    const pat = await createToken(tokens.access_token);
    const change = await send(station, "PATCH", `/v1/users/${ada.id}`, {
      token: tokens.access_token,
      body: { password: ADA.password },
    });
    expect(change.status).toBe(200);
    expect(await statusOf(station, "/v1/users/me", bearer(tokens.access_token))).toBe(401);
    expect(await statusOf(station, "/v1/users/me", { "X-Personal-Access": pat })).toBe(200);
    expect(await statusOf(station, "/v1/users/me", bearer((await signedIn()).access_token))).toBe(200);
  });

  it("shows the events of the provider to the administrator", async () => {
    const { access_token: accessToken } = await signedIn();
    const entries = (await (await send(station, "GET", "/station/v1/audit", { token: accessToken })).json()) as {
      readonly kind: string;
    }[];
    const kinds = new Set(entries.map(({ kind }) => kind));
    for (const kind of ["signed_in", "consent_given", "tokens_issued", "token_created", "password_changed"]) {
      expect(kinds).toContain(kind);
    }
  });
});

describe("a station that trusts another one as its provider", () => {
  it("recognises its users by their tokens, also while the provider is down, and after a restart", async () => {
    const provider = await startTestStation({ access: ["--test-client"] });
    // The client that the tokens are issued to must be one of this program, at both.
    const relying = ["--auth-url", provider.url, "--test-client"];
    const made = await send(provider, "POST", "/v1/users", { body: ADA });
    const { id: subject } = (await made.json()) as User;
    let trusting = await startTestStation({ access: [...relying, "--auth-admin", `nobody,${subject}`] });
    const { access_token: accessToken } = await signedIn(provider);
    expect(await statusOf(station, "/v1/users/me", bearer(accessToken))).toBe(401);
    const seen = (await (await send(trusting, "GET", "/v1/users/me", { token: accessToken })).json()) as User;
    expect(seen.preferences).toEqual({ default_visibility: "public" });
    expect(seen.is_administrator).toBe(true);

    await provider.stop();
    const { dataDir } = trusting;
    await trusting.kill();
    trusting = await startTestStation({ access: relying, dataDir });
    expect(await (await send(trusting, "GET", "/v1/users/me", { token: accessToken })).json()).toEqual(seen);
    expect(await trusting.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});
