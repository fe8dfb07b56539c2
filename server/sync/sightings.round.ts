import { listDueItems, markSightings, SIGHTINGS_DELAY_MS, updatePeer } from "../features/sync/index.ts";
import type { PeerModel, OutboxItem } from "../features/sync/index.ts";
import { yieldToEventLoop } from "../storage/sliced.ts";
import { PassInterrupted } from "./interruption.ts";
import { done, heldBy, type Outcome } from "./outcome.ts";
import type { Pass } from "./pass.context.ts";
import { handleChangedRecording } from "./restored-peer.ts";

/** The number of suboperations in a pass for sightings only: the next one follows at once, or one for everything. */
const MAX_ITEMS = 200;

/**
 * Finds out whether the peer is a station that accepts received telemetry; not where there is none to send. A station is
 * asked every time, because it may have been restored from a backup.
 */
export async function recognisePeer(pass: Pass): Promise<void> {
  if (pass.deps.sightings === null) return;
  const found = await (pass.peer().kind === "station"
    ? requestPeerKind(pass)
    : pass.cached("station", () => requestPeerKind(pass)));
  // It did not answer: what is known of it stays.
  if (found.kind === "held") return;
  const known = found.value;
  const { kind, capabilities } = pass.peer();
  if (kind !== known.kind) updatePeer(pass.deps.db, pass.peerId, { kind: known.kind });
  if ((capabilities.sync ?? 0) !== known.sync) pass.learn({ sync: known.sync });
  handleChangedRecording(pass, known.recording);
}

type Recognised = Pick<PeerModel, "kind"> & { readonly sync: number; readonly recording?: string | undefined };

async function requestPeerKind({ client, peer }: Pass): Promise<Outcome<Recognised>> {
  const answer = await client.call("getInfo");
  // Without its answer, older values after a restore from a backup would be taken for edits. That a known station has no
  // such path is a fault on the way to it: it does not become a cloud by that.
  if ((answer.kind === "failed" || answer.kind === "missing") && peer().kind === "station") {
    throw new PassInterrupted("offline", "peer_failed", answer.msg);
  }
  if (answer.kind === "missing") return done({ kind: "cloud", sync: 0 });
  if (answer.kind !== "ok") return heldBy(answer);
  const { name, recording, ...info } = answer.body;
  if (name !== "Fieldstation") return done({ kind: "cloud", sync: 0 });
  // An older station does not report it.
  return done({ kind: "station", sync: (info.sync as number | undefined) ?? 0, recording });
}

/** The received telemetry that is to be sent now; with `isEverything` also what waits for the rest of its batch. */
export async function listSightingItems({ deps, peerId }: Pass, isEverything: boolean): Promise<readonly OutboxItem[]> {
  const { db, clock, sightings } = deps;
  if (sightings === null) return [];
  while (markSightings(db, peerId, clock.now()).isMore) await yieldToEventLoop();
  const untilMs = clock.now() + (isEverything ? SIGHTINGS_DELAY_MS : 0);
  const due = listDueItems(db, peerId, "sightings", untilMs);
  return isEverything ? due : due.slice(0, MAX_ITEMS);
}
