/**
 * Renews the tokens in a file. Needs openid-client (npm).
 *
 *   node docs/examples/access/refresh.mjs http://127.0.0.1:7420 tokens.json
 */
import { readFile, writeFile } from "node:fs/promises";
import * as oidc from "openid-client";

const [base, file] = process.argv.slice(2);
// Plain http is for a station on this computer; leave the last argument out for one behind https.
const insecure = { execute: [oidc.allowInsecureRequests] };
const provider = await oidc.discovery(new URL(`${base}/realms/dcp`), "fieldstation", undefined, oidc.None(), insecure);

const { refresh_token } = JSON.parse(await readFile(file, "utf8"));
await writeFile(file, JSON.stringify(await oidc.refreshTokenGrant(provider, refresh_token)));
