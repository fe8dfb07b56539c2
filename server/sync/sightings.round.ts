import { listDueSteps, markSightings, SIGHTINGS_DELAY_MS, updatePeer } from "../features/sync/index.ts";
import type { StepModel } from "../features/sync/index.ts";
import { yieldToEventLoop } from "../storage/sliced.ts";
import type { Pass } from "./pass.context.ts";

/** The number of suboperations in a pass for sightings only: the next one follows at once, or one for everything. */
const MAX_STEPS = 200;

/** Finds out whether the peer is a station that accepts received telemetry; not where there is none to send. */
export async function recognisePeer(pass: Pass): Promise<void> {
  if (pass.deps.sightings === null) return;
  const known = await pass.cached("station", async () => {
    const answer = await pass.client.call("getInfo");
    if (answer.kind === "missing") return { kind: "cloud", sync: 0 } as const;
    if (answer.kind !== "ok") return null;
    const isStation = answer.body.name === "Fieldstation";
    // An older station does not report it.
    const sync = (answer.body.sync as number | undefined) ?? 0;
    return { kind: isStation ? "station" : "cloud", sync: isStation ? sync : 0 } as const;
  });
  if (known === null) return;
  const { kind, capabilities } = pass.peer();
  if (kind !== known.kind) updatePeer(pass.deps.db, pass.peerId, { kind: known.kind });
  if ((capabilities.sync ?? 0) !== known.sync) pass.learn({ sync: known.sync });
}

/** The received telemetry that is to be sent now; with `isEverything` also what waits for the rest of its batch. */
export async function listSightingSteps({ deps, peerId }: Pass, isEverything: boolean): Promise<readonly StepModel[]> {
  const { db, clock, sightings } = deps;
  if (sightings === null) return [];
  while (markSightings(db, peerId, clock.now()).isMore) await yieldToEventLoop();
  const untilMs = clock.now() + (isEverything ? SIGHTINGS_DELAY_MS : 0);
  const due = listDueSteps(db, peerId, "sightings", untilMs);
  return isEverything ? due : due.slice(0, MAX_STEPS);
}
