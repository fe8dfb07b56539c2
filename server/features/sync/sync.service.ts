import { findPeer, listPeers, updatePeer } from "./peers.store.ts";
import { countItems, makeRetriesDue } from "./outbox.store.ts";
import type { SyncDeps } from "./sync.deps.ts";
import { createPeerEditing } from "./sync.editing.ts";
import type { PeerModel } from "./sync.model.ts";
import type { Caller, PeerChange, PeersService } from "./sync.outcome.ts";
import { toPeer } from "./sync.wire.ts";
import { findTakeAlong, type TakeAlongModel } from "./take-along.store.ts";

/** The peers of accounts, and the start of their synchronisation. */
export function createPeersService(deps: SyncDeps): PeersService {
  const { db, clock, runner } = deps;

  function find(id: string, { userId, isAdministrator }: Caller): PeerModel | undefined {
    const peer = findPeer(db, id);
    return peer !== undefined && (isAdministrator || peer.localUser === userId) ? peer : undefined;
  }

  function change(id: string, fields: PeerChange): PeerModel | undefined {
    updatePeer(db, id, fields);
    const peer = findPeer(db, id);
    if (peer !== undefined) deps.onChange(peer);
    return peer;
  }

  /** A region that is not being fetched any more although it has not ended was interrupted by a stop of the station. */
  function takeAlongOf(id: string): TakeAlongModel | undefined {
    const found = findTakeAlong(db, id);
    const isInterrupted = found?.state === "running" && !deps.takeAlong().isRunning(id);
    return isInterrupted ? { ...found, state: "interrupted" } : found;
  }

  function start({ id, isPaused }: PeerModel): void {
    if (!isPaused) runner().run(id);
  }

  return {
    list: ({ userId, isAdministrator }) => listPeers(db, isAdministrator ? null : userId),
    find,
    start,
    describe: (peer) =>
      toPeer(peer, countItems(db, peer.id), {
        isRunning: runner().isRunning(peer.id),
        takeAlong: takeAlongOf(peer.id),
        nowMs: clock.now(),
      }),
    ...createPeerEditing(deps, { find, change, start }),
    run(id, caller) {
      if (find(id, caller) === undefined) return undefined;
      makeRetriesDue(db, id);
      const peer = change(id, { attempt: 0, nextMs: null });
      if (peer !== undefined) start(peer);
      return peer;
    },
    async pause(id, caller) {
      if (find(id, caller) === undefined) return undefined;
      // Before the pass ends, so that no other begins.
      updatePeer(db, id, { isPaused: true, state: "paused" });
      await runner().stop(id);
      return change(id, { isPaused: true, state: "paused" });
    },
    resume(id, caller) {
      const before = find(id, caller);
      if (before === undefined) return undefined;
      if (!before.isPaused) return before;
      const peer = change(id, { isPaused: false, state: "ready", attempt: 0, nextMs: null });
      if (peer?.isAuto) start(peer);
      return peer;
    },
    async signIn(id, caller) {
      const peer = find(id, caller);
      return peer && runner().signIn(peer);
    },
  };
}
