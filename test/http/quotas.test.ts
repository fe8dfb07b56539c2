import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { createRequestQuotas, DEFAULT_QUOTA_LIMITS } from "../../server/auth/request-quotas.ts";
import { createDocumentQueue } from "../../server/http/document-queue.ts";
import { createStalledReaders } from "../../server/http/stalled-readers.ts";
import { refusalOf, startHttpStation } from "./http-station.ts";
import { slice } from "./streams.fixture.ts";

const UA = "/v2/airspace/telemetry/ua";

/** A telemetry list without an end; `open` are those that are being written. */
function endlessLists() {
  const state = { open: 0 };
  async function* slices() {
    state.open++;
    try {
      for (;;) yield slice(200);
    } finally {
      state.open--;
    }
  }
  const handlers = {
    listUaTelemetry: () => ({ status: 200, stream: { record: "ua", slices: slices() } }) as const,
  };
  return { state, handlers };
}

/** Requests a list and takes its first bytes only. */
async function askAndStopReading(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`GET ${UA} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await once(socket, "data");
  socket.pause();
  return socket;
}

it("releases a document that is no longer read", async () => {
  const { state, handlers } = endlessLists();
  await using station = await startHttpStation({ handlers, stalledReaders: createStalledReaders(100) });
  const socket = await askAndStopReading(station.port);
  expect(state.open).toBe(1);
  await expect.poll(() => state.open, { timeout: 15_000 }).toBe(0);
  socket.destroy();
});

it("lets the exports of a person wait for each other, and refuses those that wait too long", async () => {
  const { state, handlers } = endlessLists();
  await using station = await startHttpStation({
    handlers,
    documents: createDocumentQueue({ open: 1, waiting: 5, waitMs: 50 }),
  });
  const unread = await askAndStopReading(station.port);
  const refused = await fetch(station.url + UA);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await refusalOf(refused)).detail.msg).toContain("too many exports");
  unread.destroy();
  await expect.poll(() => state.open).toBe(0);
  (await askAndStopReading(station.port)).destroy();
});

it("refuses requests beyond the quota of a person with 429, but no pushes", async () => {
  await using station = await startHttpStation({
    quotas: createRequestQuotas({ ...DEFAULT_QUOTA_LIMITS, requestsPerMinute: 2 }),
  });
  const push = () => fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", body: "{}" });
  for (let n = 0; n < 5; n++) expect((await push()).status).toBe(200);
  const list = () => fetch(`${station.url}/station/v1/sources`);
  expect([(await list()).status, (await list()).status]).toEqual([200, 200]);
  const refused = await list();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await refusalOf(refused)).error).toBe("too_many_requests");
  expect((await push()).status).toBe(200);
});
