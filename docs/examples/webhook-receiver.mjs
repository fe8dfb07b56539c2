/**
 * Receives the events of a webhook and prints those that are really from the station: it checks the signature, refuses
 * what was signed more than five minutes ago, and prints an event that is delivered again only once.
 *
 *   node docs/examples/webhook-receiver.mjs SECRET [port]
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const MAX_AGE_S = 300;
const [secret = "", port = "8099"] = process.argv.slice(2);
const printed = new Set();

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body" as hexadecimal>`; the body as its bytes, not parsed and written again. */
function isFromStation(signature, body) {
  const { t = "", v1 = "" } = Object.fromEntries((signature ?? "").split(",").map((part) => part.split("=")));
  const expected = createHmac("sha256", secret).update(`${t}.`).update(body).digest();
  const given = Buffer.from(v1, "hex");
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  return isRight && Math.abs(Date.now() / 1000 - Number(t)) <= MAX_AGE_S;
}

async function receive(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isFromStation(request.headers["x-station-signature"], body)) {
    response.writeHead(401).end();
    return;
  }
  // Answered first: the station waits ten seconds at most, and sends what was not answered again.
  response.writeHead(204).end();
  const delivery = request.headers["x-station-delivery"];
  if (printed.has(delivery)) return;
  printed.add(delivery);
  const { event, time, data } = JSON.parse(body.toString());
  console.log(`${time} ${event} ${data.operation_id ?? data.id ?? ""}`);
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(400).end());
});

server.listen(Number(port), "127.0.0.1", () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}/`);
});
