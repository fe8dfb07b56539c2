import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { NOON_MS } from "../../server/kernel/points.fixture.ts";
import type { OutputEvent } from "../../server/outputs/output.ts";
import { webhookOutput } from "../../server/outputs/webhook.output.ts";
import { runningOutput } from "./running-output.fixture.ts";

type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: string };
type Answer = (response: ServerResponse, delivery: Delivery) => void;

const SECRET = "of this test";
let ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end("an answer that nobody reads");
  };

/** A real receiver; `answer` may be replaced at any time. */
async function receiver(answer: Answer, port = 0) {
  const all: Delivery[] = [];
  const state = { answer, open: 0, mostOpen: 0 };
  const server = createServer((request, response) => {
    state.open += 1;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    response.on("close", () => (state.open -= 1));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const delivery = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      all.push(delivery);
      state.answer(response, delivery);
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  ends.push(stop);
  const { port: own } = server.address() as { port: number };
  return { all, state, stop, port: own, url: `http://127.0.0.1:${own}/hook` };
}

function start(url: string, { nowMs = () => NOON_MS, answerMs }: { nowMs?: () => number; answerMs?: number } = {}) {
  const output = runningOutput(
    webhookOutput({ kind: "webhook", url, secret: SECRET, events: ["alert"] }, answerMs),
    nowMs,
  );
  ends.push(output.stop);
  return output;
}

const event = (n: number): OutputEvent => ({ name: "alert", atMs: NOON_MS + n, payload: { id: `alert ${n}` } });
const idsOf = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ body }) => JSON.parse(body).data.id);

it("delivers each event once, signed, the oldest first and one at a time", async () => {
  const { all, state, url } = await receiver(status(204));
  const output = start(url);
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 0 });
  output.takeEvents(...Array.from({ length: 20 }, (_, n) => event(n)));
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 20, waiting: 0 });
  expect(idsOf(all)).toEqual(Array.from({ length: 20 }, (_, n) => `alert ${n}`));
  expect(state.mostOpen).toBe(1);
  const { headers, body } = all[0]!;
  expect(JSON.parse(body)).toEqual({ event: "alert", time: "2026-05-01T12:00:00.000Z", data: { id: "alert 0" } });
  const seconds = NOON_MS / 1000;
  const mac = createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex");
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-station-signature": `t=${seconds},v1=${mac}`,
  });
});

it("sends again what was refused, the oldest first and under the same number, and reports why it waits", async () => {
  const { all, state, url } = await receiver(status(503));
  const output = start(url);
  output.takeEvents(event(0), event(1));
  await expect.poll(output.status).toMatchObject({
    state: "waiting",
    last_error: "The receiver answers with 503.",
    waiting: 2,
    sent: 0,
  });
  await expect.poll(() => all.length).toBeGreaterThan(2);
  state.answer = status(200);
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 2, dropped: 0, waiting: 0 });
  expect(new Set(idsOf(all.slice(0, -1)))).toEqual(new Set(["alert 0"]));
  expect(idsOf(all).at(-1)).toBe("alert 1");
  const numbers = all.map(({ headers }) => headers["x-station-delivery"]);
  expect([new Set(numbers.slice(0, -1)).size, numbers.at(-1) === numbers[0]]).toEqual([1, false]);
});

it("signs again what it sends again, and discards it after an hour", async () => {
  let nowMs = NOON_MS;
  const { all, state, url } = await receiver(status(500));
  const output = start(url, { nowMs: () => nowMs });
  output.takeEvents(event(0));
  await expect.poll(() => all.length).toBeGreaterThan(1);
  nowMs += 60_000;
  await expect.poll(() => all.at(-1)?.headers["x-station-signature"]).toMatch(`t=${NOON_MS / 1000 + 60},`);
  nowMs += 3_600_000;
  output.takeEvents({ ...event(1), atMs: nowMs });
  state.answer = status(200);
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 1, dropped: 1, waiting: 0 });
  expect(idsOf(all).at(-1)).toBe("alert 1");
});

it("follows no redirect", async () => {
  const other = await receiver(status(200));
  const { url } = await receiver(status(307, { location: other.url }));
  const output = start(url);
  output.takeEvents(event(0));
  const last_error = "The receiver answers with a redirect (307), which is not followed.";
  await expect.poll(output.status).toMatchObject({ state: "waiting", last_error });
  expect(other.all).toEqual([]);
});

it("is switched off where the receiver responds that it is gone, and reports that", async () => {
  const { all, url } = await receiver(status(410));
  const output = start(url);
  output.takeEvents(event(0), event(1));
  const last_error = "The receiver answered that it is gone (410): the output was switched off.";
  await expect.poll(output.status).toMatchObject({ state: "stopped", last_error });
  await expect.poll(() => output.ended).toHaveLength(1);
  output.takeEvents(event(2));
  expect([all.length, output.status().waiting]).toEqual([1, 2]);
});

it("does not wait for ever for an answer", async () => {
  const { url, state } = await receiver(() => undefined);
  const output = start(url, { answerMs: 50 });
  output.takeEvents(event(0));
  const last_error = `${new URL(url).host} does not answer.`;
  await expect.poll(output.status).toMatchObject({ state: "waiting", last_error });
  state.answer = status(200);
  await expect.poll(output.status).toMatchObject({ sent: 1 });
});

it("goes on with a receiver that was stopped and started again", async () => {
  const first = await receiver(status(200));
  const output = start(first.url);
  output.takeEvents(event(0));
  await expect.poll(output.status).toMatchObject({ sent: 1 });
  await first.stop();
  output.takeEvents(event(1));
  const last_error = `Nothing receives at 127.0.0.1, port ${first.port}.`;
  await expect.poll(output.status).toMatchObject({ state: "waiting", last_error });
  const again = await receiver(status(200), first.port);
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 2 });
  expect(idsOf(again.all)).toEqual(["alert 1"]);
});

it("explains why nothing is sent to a port of another service", async () => {
  const output = start("http://127.0.0.1:9/hook");
  output.takeEvents(event(0));
  const last_error =
    "Sending to 127.0.0.1, port 9 failed: port 9 belongs to another kind of service; choose another port there.";
  await expect.poll(output.status).toMatchObject({ state: "waiting", last_error });
});

it("ends at once when it is stopped, also while it waits for an answer", async () => {
  const { all, url } = await receiver(() => undefined);
  const output = start(url);
  output.takeEvents(event(0));
  await expect.poll(() => all.length).toBe(1);
  await output.stop();
  expect(output.status()).toMatchObject({ state: "stopped", last_error: null });
});
