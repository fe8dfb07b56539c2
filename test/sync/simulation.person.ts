import { listConflicts } from "../../server/features/sync/conflicts.store.ts";
import { findPeer, updatePeer } from "../../server/features/sync/peers.store.ts";
import { listItems } from "../../server/features/sync/outbox.store.ts";
import type { Run } from "./simulation.model.ts";
import { STATION_TOKEN } from "./world.ts";

/** A person enters a valid credential where it was refused; without that nothing more is exchanged. */
export function signInAgain({ world }: Run): void {
  const { stations, peers, cloud } = world;
  const [user] = cloud.core.users;
  cloud.tokens.set(STATION_TOKEN, user!.id);
  for (const [at, { faults, credentials }] of stations.entries()) {
    const peer = findPeer(faults.db, peers[at]!)!;
    if (peer.state !== "signed_out" && peer.state !== "wrong_account") continue;
    credentials.save(peer.id, { kind: "token", token: STATION_TOKEN });
    updatePeer(faults.db, peer.id, { state: "ready", nextMs: null, attempt: 0 });
  }
}

/** A person retries the items that need one, and decides conflicts. */
export async function resolveAsPerson({ world }: Run): Promise<void> {
  const { stations, peers, random, accounts } = world;
  for (const [at, { faults, sync }] of stations.entries()) {
    const call = {
      ...NO_INPUT,
      principal: { userId: accounts[at]!, isAdministrator: false, credential: "local" },
    } as const;
    for (const { id } of listItems(faults.db, peers[at]!, {
      state: "needs_person",
      kind: null,
      limit: 1000,
      offset: 0,
    })) {
      // Where an alternative is offered, it may be accepted.
      if (random.chance(0.4)) await sync.acceptSyncOffer({ ...call, params: { id } });
      else if (random.chance(0.7)) await sync.retrySyncStep({ ...call, params: { id } });
    }
    for (const { id, decision, fields } of listConflicts(faults.db, accounts[at]!, 0)) {
      if (decision !== null || random.chance(0.2)) continue;
      const body = Object.fromEntries(
        Object.keys(fields).map((field) => [field, random.pick(["here", "there"] as const)]),
      );
      const { status } = await sync.decideSyncConflict({ ...call, params: { id }, body });
      if (status !== 200) throw new Error(`A conflict could not be decided: ${status}`);
    }
  }
}

export const NO_INPUT = {
  query: undefined,
  body: undefined,
  representation: "json",
  signal: new AbortController().signal,
} as const;
