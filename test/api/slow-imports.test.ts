import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

const IMPORTS = "/station/v1/flight-imports?preview=true";
const HEAD = "time,latitude,longitude,altitude\n2026-03-01T10:00:00Z,50,14,300\n";
const LOG = `${HEAD}2026-03-01T10:00:01Z,50.0001,14,300\n`;
const MAX_OPEN = 16;

let station: StationInProcess;
const slow: ClientRequest[] = [];
beforeAll(async () => void (station = await startStationInProcess({ localOperator: true })));
afterAll(() => station[Symbol.asyncDispose]());

/** Begins to send a log, and does not go on. */
async function sendSlowly(): Promise<void> {
  const headers = { "Content-Type": "application/octet-stream", "Content-Length": HEAD.length + 1000 };
  const sent = request(station.url + IMPORTS, { method: "POST", headers });
  sent.on("error", () => undefined);
  slow.push(sent);
  sent.write(HEAD);
  await once(sent, "socket");
}

const send = () => fetch(station.url + IMPORTS, { method: "POST", body: Buffer.from(LOG) });
const spooled = () => readdirSync(join(station.dataDir, "uploads.tmp")).length;

it("logs that come in slowly hold up no other, and are of a bounded number", async () => {
  for (let count = 1; count < MAX_OPEN; count++) await sendSlowly();
  await expect.poll(spooled).toBe(MAX_OPEN - 1);
  const read = await send();
  expect([read.status, await read.json()]).toMatchObject([200, { format: "csv", flights: [{ points: 2 }] }]);

  await sendSlowly();
  await expect.poll(spooled).toBe(MAX_OPEN);
  const refused = await send();
  expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
    429,
    "10",
    { error: "too_many_requests", messages: [expect.stringContaining("uploads that wait to be read")] },
  ]);

  for (const one of slow) one.destroy();
  await expect.poll(spooled).toBe(0);
  expect((await send()).status).toBe(200);
});
