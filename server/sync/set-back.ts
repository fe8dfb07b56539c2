import { doubtEverything, updatePeer } from "../features/sync/index.ts";
import type { Pass } from "./pass.context.ts";

/**
 * A station names its recording anew once a backup has taken its place: what it acknowledged since that backup was made is
 * gone there, and nobody deleted it. `undefined` where it does not say, as an older version.
 */
export function noteRecording({ deps: { db, log }, peerId, peer }: Pass, recording: string | undefined): void {
  const { capabilities, name } = peer();
  const known = capabilities.recording;
  if (recording === undefined || recording === known) return;
  db.transaction(() => {
    if (known !== undefined) doubtEverything(db, peerId);
    updatePeer(db, peerId, { capabilities: { ...capabilities, recording } });
  }).immediate();
  if (known !== undefined) log.info({ peer: peerId, name }, "a peer was set back by a backup: all is compared again");
}
