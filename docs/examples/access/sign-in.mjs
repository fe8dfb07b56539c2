/**
 * Signs a user in: authorization code with PKCE, with a redirect to a free port of this computer. Prints the tokens
 * as JSON. Needs openid-client (npm).
 *
 *   (umask 077; node docs/examples/access/sign-in.mjs http://127.0.0.1:7420 > tokens.json)
 */
import { once } from "node:events";
import { createServer } from "node:http";
import * as oidc from "openid-client";

const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);
// Plain http is for a station on this computer; leave the last argument out for one behind https.
const insecure = { execute: [oidc.allowInsecureRequests] };
const provider = await oidc.discovery(new URL(`${base}/realms/dcp`), "fieldstation", undefined, oidc.None(), insecure);

const listener = createServer().listen(0, "127.0.0.1");
await once(listener, "listening");
const redirect = `http://127.0.0.1:${listener.address().port}/callback`;
const verifier = oidc.randomPKCECodeVerifier();
const state = oidc.randomState();
const address = oidc.buildAuthorizationUrl(provider, {
  redirect_uri: redirect,
  scope: "openid profile email offline_access",
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state,
});
console.error(`Sign in at this address:\n${address}`);

let callback;
do {
  const [request, response] = await once(listener, "request");
  callback = new URL(request.url, redirect);
  response.end("You can close this page.");
} while (callback.searchParams.get("state") !== state);
listener.close();

const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true };
console.log(JSON.stringify(await oidc.authorizationCodeGrant(provider, callback, checks)));
