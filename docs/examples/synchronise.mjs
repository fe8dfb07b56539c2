/**
 * Adds a peer to a station that requires no credential on its own computer, synchronises once, and prints what is left.
 * With a sign-in, send `Authorization: Bearer …` with every request.
 *
 *   node docs/examples/synchronise.mjs https://cloud.example TOKEN [http://127.0.0.1:7420]
 */
import { setTimeout } from "node:timers/promises";

const [peerUrl, token, base = "http://127.0.0.1:7420"] = process.argv.slice(2);
const peers = "/station/v1/sync/peers";

async function request(method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.messages?.join(" ") ?? response.status}`);
  return answer;
}

const known = (await request("GET", peers)).find(({ base_url }) => base_url === peerUrl);
const { id } = known ?? (await request("POST", peers, { base_url: peerUrl, token, auto: false }));

await request("POST", `${peers}/${id}/run`);
let peer;
// A live client gets the event `sync` instead.
while ((peer = await request("GET", `${peers}/${id}`)).running) await setTimeout(200);

console.log(`${peer.name} is ${peer.state}: ${peer.waiting} wait, ${peer.needs_person} need a person`);
for (const step of await request("GET", `${peers}/${id}/steps`)) {
  console.log(`${step.kind} ${step.name} is ${step.state}${step.detail === null ? "" : `: ${step.detail}`}`);
}
for (const conflict of await request("GET", "/station/v1/sync/conflicts")) {
  for (const [field, { here, there }] of Object.entries(conflict.fields)) {
    console.log(
      `${conflict.kind} ${conflict.name}: ${field} is ${JSON.stringify(here)} here, ${JSON.stringify(there)} there`,
    );
  }
}
