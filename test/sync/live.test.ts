import { io } from "socket.io-client";
import { afterAll, expect, it } from "vitest";
import { LIVE_PATH, liveEvents } from "../../server/contracts/live.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { addPeer, CLOSED_ADDRESS, done, PEERS, type Person, startSyncStation } from "./sync-station.ts";

const here = await startSyncStation();
afterAll(() => here[Symbol.asyncDispose]());
const { root, ann, bob } = here;

/** A live client without a viewport, and what it is sent of peers. */
async function listen(person: Person, query: Readonly<Record<string, string>> = {}) {
  const socket = io(here.station.url, {
    path: LIVE_PATH,
    forceNew: true,
    transports: ["websocket"],
    auth: { token: person.token },
    query,
  });
  const got: SyncPeer[] = [];
  let hasBatches = false;
  const waiting: { readonly wanted: (peer: SyncPeer) => boolean; readonly found: () => void }[] = [];
  socket.on("sync", (sent: SyncPeer | readonly SyncPeer[]) => {
    hasBatches = Array.isArray(sent);
    for (const peer of [sent].flat() as readonly SyncPeer[]) {
      got.push(peer);
      for (const { wanted, found } of waiting) if (wanted(peer)) found();
    }
  });
  await new Promise((connected) => void socket.once("connect", () => connected(undefined)));
  const removed: { readonly id: string }[] = [];
  socket.on("sync_removed", (sent: (typeof removed)[number] | typeof removed) => void removed.push(...[sent].flat()));
  return {
    removed,
    got,
    hasBatches: () => hasBatches,
    until: (wanted: (peer: SyncPeer) => boolean) =>
      new Promise<void>((found) => {
        if (got.some(wanted)) found();
        else waiting.push({ wanted, found });
      }),
    [Symbol.dispose]: () => void socket.close(),
  };
}

it("a changed peer is sent to its account and to administrators, wherever they look", async () => {
  using asAnn = await listen(ann);
  using asRoot = await listen(root, { batch: "1" });
  using asBob = await listen(bob);
  const { id } = await addPeer(ann, { base_url: CLOSED_ADDRESS, auto: false });
  await Promise.all([asAnn, asRoot].map(({ until }) => until((peer) => peer.id === id)));
  // What a trigger marks is sent as well, although nobody touched the peer.
  await done(
    ann.call("POST", "/v1/aircraft", { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 }),
  );
  await Promise.all([asAnn, asRoot].map(({ until }) => until(({ waiting }) => waiting === 1)));
  await done(ann.call("POST", `${PEERS}/${id}/pause`));
  await Promise.all([asAnn, asRoot].map(({ until }) => until(({ paused }) => paused)));

  expect(liveEvents.sync.payload.safeParse(asAnn.got.at(-1)).error).toBeUndefined();
  expect(asAnn.got.at(-1)).toEqual(await done(ann.call("GET", `${PEERS}/${id}`)));
  const texts = asAnn.got.map((peer) => JSON.stringify(peer));
  expect(texts).toEqual([...new Set(texts)]);
  expect([asAnn.hasBatches(), asRoot.hasBatches()]).toEqual([false, true]);
  expect(asBob.got).toEqual([]);
});

it("a removed peer is reported to its account and to administrators, so that every window removes it", async () => {
  using asAnn = await listen(ann);
  using asRoot = await listen(root, { batch: "1" });
  using asBob = await listen(bob);
  const { id, name } = await addPeer(ann, { base_url: `${CLOSED_ADDRESS}0`, auto: false });
  await done(ann.call("DELETE", `${PEERS}/${id}?discard=true`));
  await expect.poll(() => [asAnn.removed, asRoot.removed]).toEqual([[{ id, name }], [{ id, name }]]);
  // What is reported afterwards comes later than what was not reported.
  const { id: own } = await addPeer(bob, { base_url: CLOSED_ADDRESS, auto: false });
  await asBob.until((peer) => peer.id === own);
  expect(asBob.removed).toEqual([]);
});
