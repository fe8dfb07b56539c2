import type { SyncPeer } from "../../contracts/sync.ts";
import { findPeer } from "../../features/sync/index.ts";
import type { PeerModel } from "../../features/sync/index.ts";
import type { Schedule } from "../../kernel/clock.ts";
import type { ReadableDb } from "../../storage/database.ts";

/** Minimum time between two events of the same peer. */
export const PUBLISH_INTERVAL_MS = 250;

export type PeerPublisher = {
  /** To be called whenever a peer or its outbox may have changed. */
  readonly changed: (peer: Pick<PeerModel, "id">) => void;
  /** Ends it; what changes afterwards is not published. */
  readonly close: () => void;
};

/** Publishes a peer when it is different from what was published before, and not more often than a person can read. */
export function createPeerPublisher(deps: {
  readonly db: ReadableDb;
  readonly describe: (peer: PeerModel) => SyncPeer;
  readonly publish: (peer: SyncPeer) => void;
  readonly schedule: Schedule;
}): PeerPublisher {
  let isClosed = false;
  const published = new Map<string, string>();
  /** Peers with a timer, and whether they changed since it was set. */
  const resting = new Map<string, { hasChanged: boolean; readonly cancel: () => void }>();

  function publish(id: string): void {
    const peer = findPeer(deps.db, id);
    if (peer === undefined) return void published.delete(id);
    const described = deps.describe(peer);
    const text = JSON.stringify(described);
    if (published.get(id) !== text) deps.publish(described);
    published.set(id, text);
    const rest = deps.schedule(() => {
      const hasChanged = resting.get(id)?.hasChanged === true;
      resting.delete(id);
      if (hasChanged) publish(id);
    }, PUBLISH_INTERVAL_MS);
    resting.set(id, { hasChanged: false, cancel: rest });
  }

  return {
    changed({ id }) {
      if (isClosed) return;
      const rest = resting.get(id);
      if (rest === undefined) publish(id);
      else rest.hasChanged = true;
    },
    close() {
      isClosed = true;
      for (const { cancel } of resting.values()) cancel();
      resting.clear();
    },
  };
}
