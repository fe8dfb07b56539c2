import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendJson } from "./send-json.ts";

const BODIES: readonly (readonly [what: string, body: unknown])[] = [
  ["ASCII alone", { status: "ok" }],
  ["letters that Latin 1 has", { name: "Österreich, café" }],
  ["letters that it does not have", { name: "Příliš žluťoučký kůň" }],
  ["pictures of two code units", { name: "🚁" }],
  ["more than is sent as a text", { name: "ř".repeat(70_000) }],
];

let server: Server;
let url: string;
beforeAll(async () => {
  const app = express();
  app.get("/:at", (request, response) => sendJson(request, response, BODIES[Number(request.params.at)]![1]));
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test.each(BODIES.map(([what, body], at) => ({ what, body, at })))(
  "JSON with $what arrives whole",
  async ({ body, at }) => {
    const response = await fetch(`${url}/${at}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Number(response.headers.get("content-length"))).toBe(bytes.length);
    expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toBe(JSON.stringify(body));
  },
);
