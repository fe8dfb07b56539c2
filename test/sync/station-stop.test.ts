import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { addPeer, CLOSED_ADDRESS, done, PEERS, startSyncStation } from "./sync-station.ts";

/** Takes connections and never answers. */
const silent = createServer();
silent.listen(0, "127.0.0.1");
await once(silent, "listening");
afterAll(() => void silent.close());

it("a station stops although a peer keeps a pass waiting", async () => {
  const here = await startSyncStation();
  const { id } = await addPeer(here.ann, { base_url: CLOSED_ADDRESS, token: "later", auto: false });
  const { port } = silent.address() as AddressInfo;
  here.write("UPDATE sync_peer SET base_url = ?, state = 'ready' WHERE id = ?", `http://127.0.0.1:${port}`, id);
  const asked = once(silent, "connection");
  const started = await done(here.ann.call("POST", `${PEERS}/${id}/run`));
  expect(started).toMatchObject({ running: true });
  await asked;
  expect(await done(here.ann.call("GET", `${PEERS}/${id}`))).toMatchObject({ running: true });
  const beginMs = Date.now();
  await here[Symbol.asyncDispose]();
  // Far less than the 30 seconds that a silent peer is waited for.
  expect(Date.now() - beginMs).toBeLessThan(5000);
});
