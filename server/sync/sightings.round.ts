import { listDueSteps, markSightings, SIGHTINGS_DELAY_MS, updatePeer } from "../features/sync/index.ts";
import type { PeerModel, StepModel } from "../features/sync/index.ts";
import { yieldToEventLoop } from "../storage/sliced.ts";
import { PassInterrupted } from "./interruption.ts";
import type { Pass } from "./pass.context.ts";
import { noteRecording } from "./set-back.ts";

/** Suboperations in a pass that is about nothing else: the next one follows at once, or one about everything. */
const MAX_STEPS = 200;

/**
 * Learns whether the peer is a station, and takes received telemetry; not where there is none to send. A station is asked
 * every time, because it may have been set back by a backup.
 */
export async function recognisePeer(pass: Pass): Promise<void> {
  if (pass.deps.sightings === null) return;
  const known = await (pass.peer().kind === "station"
    ? askWhatItIs(pass)
    : pass.cached("station", () => askWhatItIs(pass)));
  if (known === null) return;
  const { kind, capabilities } = pass.peer();
  if (kind !== known.kind) updatePeer(pass.deps.db, pass.peerId, { kind: known.kind });
  if ((capabilities.sync ?? 0) !== known.sync) pass.learn({ sync: known.sync });
  noteRecording(pass, known.recording);
}

type Recognised = Pick<PeerModel, "kind"> & { readonly sync: number; readonly recording?: string | undefined };

/** `null` when it did not answer. */
async function askWhatItIs({ client, peer }: Pass): Promise<Recognised | null> {
  const answer = await client.call("getInfo");
  // Where it was set back, its older values would be taken for edits.
  if (answer.kind === "failed" && peer().kind === "station") {
    throw new PassInterrupted("offline", "peer_failed", answer.msg);
  }
  if (answer.kind === "missing") return { kind: "cloud", sync: 0 };
  if (answer.kind !== "ok") return null;
  const { name, recording, ...info } = answer.body;
  if (name !== "Fieldstation") return { kind: "cloud", sync: 0 };
  // An older station does not say it.
  return { kind: "station", sync: (info.sync as number | undefined) ?? 0, recording };
}

/** What is to be sent now of the received telemetry; what waits for more of its batch only where `isEverything`. */
export async function listSightingSteps({ deps, peerId }: Pass, isEverything: boolean): Promise<readonly StepModel[]> {
  const { db, clock, sightings } = deps;
  if (sightings === null) return [];
  while (markSightings(db, peerId, clock.now()).isMore) await yieldToEventLoop();
  const untilMs = clock.now() + (isEverything ? SIGHTINGS_DELAY_MS : 0);
  const due = listDueSteps(db, peerId, "sightings", untilMs);
  return isEverything ? due : due.slice(0, MAX_STEPS);
}
