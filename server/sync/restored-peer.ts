import { invalidateCommonCopies, markSightings, updatePeer } from "../features/sync/index.ts";
import type { Pass } from "./pass.context.ts";

/**
 * Has everything compared again when the id of a peer's recording has changed: the peer was restored from a backup, and what
 * it acknowledged since that backup was made is missing there. `recording` is `undefined` for an older version.
 */
export function handleChangedRecording({ deps, peerId, peer }: Pass, recording: string | undefined): void {
  const { db, clock, log } = deps;
  const { capabilities, name } = peer();
  const known = capabilities.recording;
  if (recording === undefined || recording === known) return;
  db.transaction(() => {
    if (known !== undefined) invalidateCommonCopies(db, peerId);
    updatePeer(db, peerId, { capabilities: { ...capabilities, recording } });
    // At once: while the number is 0, a purge does not keep what is not marked yet.
    if (known !== undefined) markSightings(db, peerId, clock.now());
  }).immediate();
  if (known !== undefined)
    log.info({ peer: peerId, name }, "a peer was restored from a backup: everything is compared again");
}
