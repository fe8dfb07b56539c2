import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlainBrowser } from "./plain-browser.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, startProviderStation } from "./provider-station.ts";
import { authorizationRequest, discover, redeem, signIn } from "./sign-in.ts";

/** A page of a browser application, where its users are sent back to. */
const APP = "https://fleet.example";

let station: ProviderStation;
let token: string;
beforeAll(async () => {
  station = await startProviderStation();
  const added = station.identity.addClient({ name: "Fleet", redirectUris: [`${APP}/callback`] }, { actorId: null });
  if (added.kind !== "added") throw new Error(added.message);
  const configuration = await discover(station.issuer, added.clientId);
  const request = await authorizationRequest(configuration, { redirect_uri: `${APP}/callback` });
  const { url } = await signIn(createPlainBrowser(station.url), request.url);
  token = (await redeem(configuration, request, url)).access_token;
});
afterAll(() => station[Symbol.asyncDispose]());

const ask = (origin: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  fetch(`${station.issuer}/protocol/openid-connect/userinfo`, { method, headers: { Origin: origin, ...headers } });
const allowedTo = ({ headers }: Response) => headers.get("Access-Control-Allow-Origin");

describe("userinfo, asked by a page", () => {
  test("is allowed to send a token, once the browser has asked", async () => {
    const preflight = await ask(
      APP,
      { "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization" },
      "OPTIONS",
    );
    expect(preflight.status).toBe(204);
    expect(allowedTo(preflight)).toBe(APP);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("GET, POST");
  });

  test("is read by pages of the token's client and of the console, and by no other", async () => {
    const bearer = { Authorization: `Bearer ${token}` };
    for (const [origin, allowed] of [
      [APP, APP],
      [station.url, station.url],
      ["https://evil.example", null],
      ["null", null],
    ] as const) {
      const response = await ask(origin, bearer);
      expect(allowedTo(response)).toBe(allowed);
      expect(response.headers.get("Vary")).toBe("Origin");
      expect(await response.json()).toMatchObject({ sub: ALICE.id });
    }
  });

  test("tells a page of the client that its token is not valid, and nothing to others", async () => {
    const spoilt = { Authorization: `Bearer ${token.slice(0, -8)}AAAAAAAA` };
    const refused = await ask(APP, spoilt);
    expect([refused.status, allowedTo(refused)]).toEqual([401, APP]);
    expect(refused.headers.get("Access-Control-Expose-Headers")).toBe("WWW-Authenticate");
    expect(allowedTo(await ask("https://evil.example", spoilt))).toBeNull();
    expect(allowedTo(await ask(APP, { Authorization: "Bearer nothing" }))).toBeNull();
    expect(allowedTo(await ask(APP))).toBeNull();
  });
});
