import type { StationPositionChange } from "../contracts/receiver-settings.ts";
import type { SetupBatch } from "../contracts/setup-batch.ts";
import type { SetupSession } from "../contracts/setup.ts";
import type { SyncPeer, SyncPeerRemoved } from "../contracts/sync.ts";
import type { Principal } from "../kernel/principal.ts";
import type { FanOut } from "./fan-out.ts";

type Client = { readonly id: string; readonly data: { readonly principal: Principal } };

export type DirectPublishing = {
  /** To the account of the peer and to administrators, whatever their viewport. */
  readonly publishSync: (peer: SyncPeer) => void;
  /** To the same, when it was removed. */
  readonly publishSyncRemoved: (peer: SyncPeerRemoved, localUser: string) => void;
  /** To administrators, whatever their viewport. */
  readonly publishSetup: (session: SetupSession) => void;
  readonly publishSetupBatch: (batch: SetupBatch) => void;
  /** To all who may read it, whatever their viewport. */
  readonly publishPosition: (change: StationPositionChange) => void;
};

/** Events that go to people, whatever their viewport. */
export function createDirectPublishing(
  clients: () => Iterable<Client>,
  { publishTo }: Pick<FanOut, "publishTo">,
): DirectPublishing {
  /** The clients of an account and of administrators. */
  const clientsOf = (account: string | undefined): readonly string[] =>
    [...clients()]
      .filter(({ data: { principal } }) => principal.isAdministrator || principal.userId === account)
      .map(({ id }) => id);

  return {
    publishSync: (peer) => publishTo(clientsOf(peer.local_user), { event: "sync", subject: peer.id, record: peer }),
    publishSyncRemoved: (peer, localUser) =>
      publishTo(clientsOf(localUser), { event: "sync_removed", subject: peer.id, record: peer }),
    publishSetup: (session) =>
      publishTo(clientsOf(undefined), { event: "setup", subject: session.id, record: session }),
    publishSetupBatch: (batch) =>
      publishTo(clientsOf(undefined), { event: "setup_batch", subject: batch.id, record: batch }),
    publishPosition(change) {
      const everybody = [...clients()].map(({ id }) => id);
      publishTo(everybody, { event: "position", subject: "position", record: change });
    },
  };
}
