import { invalidateCommonCopies, updatePeer } from "../features/sync/index.ts";
import type { Pass } from "./pass.context.ts";

/**
 * Has everything compared again when the id of a peer's recording has changed: the peer was restored from a backup, and what
 * it acknowledged since that backup was made is missing there. `recording` is `undefined` for an older version.
 */
export function handleChangedRecording({ deps: { db, log }, peerId, peer }: Pass, recording: string | undefined): void {
  const { capabilities, name } = peer();
  const known = capabilities.recording;
  if (recording === undefined || recording === known) return;
  db.transaction(() => {
    if (known !== undefined) invalidateCommonCopies(db, peerId);
    updatePeer(db, peerId, { capabilities: { ...capabilities, recording } });
  }).immediate();
  if (known !== undefined)
    log.info({ peer: peerId, name }, "a peer was restored from a backup: everything is compared again");
}
