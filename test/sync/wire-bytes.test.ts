import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { MAX_ANSWER_BYTES } from "../../server/sync/fetch.transport.ts";
import { fetchTransport, TransportError } from "../../server/sync/index.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { openExchange } from "./engine.fixture.ts";

/** What counts as a byte of a peer, over a real connection. */

const MEGABYTE = 1024 * 1024;
const BODY = JSON.stringify({ zeros: "0".repeat(50_000) });
const PACKED = gzipSync(BODY);
/** Unpacks to more than is read of any answer. */
const BOMB = Buffer.concat(
  Array.from({ length: MAX_ANSWER_BYTES / MEGABYTE + 8 }, () => gzipSync(Buffer.alloc(MEGABYTE, " "))),
);
const NOISE = randomBytes(20_000);
/** Above the head of each answer here. */
const HEAD = 400;

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/announced": (response) =>
    response.writeHead(200, { "content-encoding": "gzip", "content-length": PACKED.length }).end(PACKED),
  "/unannounced": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(PACKED),
  "/bomb": (response) =>
    response.writeHead(200, { "content-encoding": "gzip", "content-length": BOMB.length }).end(BOMB),
  "/broken": (response) => {
    response.writeHead(200, { "content-length": 100_000 });
    response.write(NOISE, () => setTimeout(() => response.destroy(), 50));
  },
};
const server = createServer(({ url }, response) => ANSWERS[url!]!(response));
beforeAll(async () => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

const get = (path: string, needsEndsOnly = false) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return fetchTransport({ method: "GET", url, headers: {}, body: null, needsEndsOnly }, new AbortController().signal);
};

it("of a compressed answer are those that came over the wire", async () => {
  const { body, receivedBytes } = await get("/announced");
  expect(Buffer.from(body).toString()).toBe(BODY);
  expect(receivedBytes).toBeGreaterThan(PACKED.length);
  expect(receivedBytes).toBeLessThan(PACKED.length + HEAD);
});

it("of a compressed answer that does not say its length are those that it has unpacked", async () => {
  const { receivedBytes } = await get("/unannounced");
  expect(receivedBytes).toBeGreaterThan(BODY.length);
  expect(receivedBytes).toBeLessThan(BODY.length + HEAD);
});

it.each([false, true])(
  "of an answer that unpacks without end are few, and no more of it is read (ends only: %s)",
  async (needsEndsOnly) => {
    const error = await get("/bomb", needsEndsOnly).catch((reason: unknown) => reason as TransportError);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ message: "The peer's answer is too large to read.", mayHaveArrived: true });
    expect((error as TransportError).receivedBytes).toBeLessThan(BOMB.length + HEAD);
  },
);

it("of an answer that breaks off are those that came", async () => {
  const error = await get("/broken").catch((reason: unknown) => reason as TransportError);
  expect(error).toBeInstanceOf(TransportError);
  const { receivedBytes } = error as TransportError;
  expect(receivedBytes).toBeGreaterThan(NOISE.length);
  expect(receivedBytes).toBeLessThan(NOISE.length + HEAD);
});

it("of an answer that breaks off count for the peer", async () => {
  const exchange = openExchange(makeDatabaseImage(inject("emptyDatabase")));
  exchange.way = async () => {
    throw new TransportError("It broke off.", { mayHaveArrived: true, isTimeout: false, receivedBytes: 12_345 });
  };
  await exchange.pass();
  expect(exchange.peer()).toMatchObject({ state: "offline", receivedBytes: 12_345 });
});
