import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import { createOidcClient } from "./oidc.client.ts";

const NOW_MS = Date.now();
/** The clock of the provider is behind that of this computer. */
let behindMs = 0;
/** The answer to the next request for tokens, instead of tokens. */
let failure: { readonly status: number; readonly error: string } | null = null;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function idToken(issuer: string): string {
  const issuedS = Math.floor((Date.now() - behindMs) / SECOND_MS);
  const claims = { iss: issuer, sub: "ann", aud: "fieldstation", iat: issuedS, exp: issuedS + 300 };
  return `${part({ alg: "RS256" })}.${part(claims)}.${Buffer.from("signature").toString("base64url")}`;
}

const provider = createServer((request, response) => {
  const issuer = `http://${request.headers.host}/realms/dcp`;
  const body = request.url?.endsWith("/.well-known/openid-configuration")
    ? {
        issuer,
        token_endpoint: `${issuer}/token`,
        device_authorization_endpoint: `${issuer}/device`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256"],
      }
    : request.url?.endsWith("/device")
      ? { device_code: "code", user_code: "ABCD", verification_uri: `${issuer}/type`, expires_in: 60, interval: 0.01 }
      : {
          access_token: "new",
          refresh_token: "next",
          token_type: "Bearer",
          expires_in: 300,
          id_token: idToken(issuer),
        };
  const isFailing = failure !== null && request.url?.endsWith("/token");
  const { status, ...refusal } = (isFailing ? failure : null) ?? { status: 200 };
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(isFailing ? refusal : body));
});
let peer: { readonly baseUrl: string; readonly authUrl: null; readonly clientId: null };
beforeAll(async () => {
  await once(provider.listen(0, "127.0.0.1"), "listening");
  peer = { baseUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`, authUrl: null, clientId: null };
});
afterAll(() => void provider.close());

it.each([0, 3, -3, 24 * 365 * 50])(
  "a sign-in is completed and renewed where the clocks are %d hours apart",
  async (hours) => {
    behindMs = hours * HOUR_MS;
    const client = createOidcClient({ now: () => NOW_MS });
    const tokens = { kind: "oidc", accessToken: "new", refreshToken: "next", expiresMs: NOW_MS + 300 * SECOND_MS };
    expect(await client.refresh(peer, "former")).toEqual(tokens);
    const { completed } = await client.startDeviceGrant(peer, new AbortController().signal);
    expect(await completed).toEqual(tokens);
  },
);

it.each([
  [400, "invalid_grant", "refused"],
  [401, "invalid_client", "refused"],
  [429, "too_many_requests", "unreachable"],
  [400, "temporarily_unavailable", "unreachable"],
  [503, "server_error", "unreachable"],
])("a renewal that is answered with %d %s is %s", async (status, error, outcome) => {
  failure = { status, error };
  expect(await createOidcClient({ now: () => NOW_MS }).refresh(peer, "former")).toBe(outcome);
});
