/**
 * The live stream: a line for each position, for as long as the sign-in lasts. The file holds tokens, as sign-in.mjs and
 * device.mjs print them; they are renewed in it. Needs socket.io-client and openid-client (npm).
 *
 *   node docs/examples/access/live.mjs http://127.0.0.1:7420 tokens.json 14.3,50.0,14.5,50.2
 */
import { readFile, writeFile } from "node:fs/promises";
import * as oidc from "openid-client";
import { io } from "socket.io-client";

const [base, file, viewport = "12,48,19,51.5"] = process.argv.slice(2);
// Plain http is for a station on this computer; leave the last argument out for one behind https.
const insecure = { execute: [oidc.allowInsecureRequests] };
const provider = await oidc.discovery(new URL(`${base}/realms/dcp`), "fieldstation", undefined, oidc.None(), insecure);

let tokens = JSON.parse(await readFile(file, "utf8"));

/** A refresh token is good once: the new one is on disk before anything else happens. */
async function renewedToken() {
  tokens = await oidc.refreshTokenGrant(provider, tokens.refresh_token);
  await writeFile(file, JSON.stringify(tokens));
  return tokens.access_token;
}

const socket = io(base, {
  path: "/v2/airspace/socket.io",
  transports: ["websocket"],
  auth: (give) => void renewedToken().then((token) => give({ token })),
});
socket.on("connect", () => socket.emit("viewport", viewport));
socket.on("telemetry_ua", ({ timestamp, location, velocity }) =>
  console.log(`${timestamp} ${location.latitude} ${location.longitude} ${velocity.horizontal_speed} m/s`),
);
socket.on("notice", async ({ type, msg }) => {
  console.error(`${type}: ${msg}`);
  if (type === "token_expiring") socket.emit("authenticate", await renewedToken());
});
socket.on("connect_error", ({ message }) => console.error(`not connected: ${message}`));
