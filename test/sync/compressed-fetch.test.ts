import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { pass, receive, recordsOf } from "./sightings.fixture.ts";
import { addPeer, type SyncStation, startSyncStation } from "./sync-station.ts";

/** A hub behind a proxy on its computer, as others reach it, and the bytes of bodies that the proxy passes on. */
const [here, hub] = [await startSyncStation(), await startSyncStation()];
let bodyBytes = 0;
const proxy = createServer((asked, answered) => {
  const headers = { ...asked.headers, "x-forwarded-for": "192.0.2.7" };
  const forwarded = request(hub.station.url + asked.url!, { method: asked.method, headers }, (answer) => {
    answered.writeHead(answer.statusCode!, answer.headers);
    answer.on("data", (chunk: Buffer) => (bodyBytes += chunk.length));
    answer.pipe(answered);
  });
  asked.pipe(forwarded);
});
beforeAll(async () => new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve)));
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  for (const station of [here, hub]) await station[Symbol.asyncDispose]();
});

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Records of each aircraft, far enough from each other. */
const COUNT = 2000;

/** The bytes that were received for a record of an aircraft. */
async function fetchBy(baseUrl: string, station: SyncStation): Promise<number> {
  const scope = { fetch_sightings: true };
  const peer: SyncPeer = await addPeer(station.ann, { base_url: baseUrl, token: hub.ann.pat, auto: false, scope });
  const done = await pass(station.ann, peer);
  expect(done).toMatchObject({ state: "ready", last_error: null });
  return done.bytes.received / COUNT;
}

it("takes a tenth of the bytes from a hub on another computer, and counts those that came", async () => {
  await receive(hub.ann, { sensor: "ROOF", mac: "01", serial: "1596F351901936310360", count: COUNT });
  const packed = await fetchBy(urlOf(proxy), here);
  expect(recordsOf(here)).toEqual(recordsOf(hub));
  expect(recordsOf(here)).toHaveLength(COUNT);
  const headBytes = packed * COUNT - bodyBytes;
  expect(headBytes).toBeGreaterThan(0);
  expect(headBytes).toBeLessThan(20_000);
  await using other = await startSyncStation();
  const plain = await fetchBy(hub.station.url, other);
  expect(packed).toBeLessThan(plain / 10);
});
