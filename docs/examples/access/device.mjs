/**
 * Signs in a program without a browser: device authorization (RFC 8628). Prints the tokens as JSON. Needs openid-client
 * (npm).
 *
 *   (umask 077; node docs/examples/access/device.mjs http://127.0.0.1:7420 > tokens.json)
 */
import * as oidc from "openid-client";

const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);
// Plain http is for a station on this computer; leave the last argument out for one behind https.
const insecure = { execute: [oidc.allowInsecureRequests] };
const provider = await oidc.discovery(new URL(`${base}/realms/dcp`), "fieldstation", undefined, oidc.None(), insecure);

const device = await oidc.initiateDeviceAuthorization(provider, { scope: "openid profile email offline_access" });
console.error("On any device that reaches the station, open this address and agree:");
console.error(device.verification_uri_complete);
console.log(JSON.stringify(await oidc.pollDeviceAuthorizationGrant(provider, device)));
