import { findStep, isOpen, listDueSteps, recoverSteps, type StepModel } from "../features/sync/index.ts";
import type { SyncKind } from "../contracts/sync.ts";
import { runAircraftStep } from "./aircraft.step.ts";
import { runAnnotationStep } from "./annotation.step.ts";
import { concurrencyOf } from "./concurrency.rules.ts";
import { runDeviceStep } from "./device.step.ts";
import { download, downloadTracks } from "./download.ts";
import { runFlightStep } from "./flight.step.ts";
import { inParallel } from "./in-parallel.ts";
import { ItemDiscarded, PassInterrupted } from "./interruption.ts";
import { Held } from "./peer.pages.ts";
import { holdStep, type Pass } from "./pass.context.ts";
import { fetchSightings } from "./sightings.fetch.ts";
import { listSightingSteps, recognisePeer } from "./sightings.round.ts";
import { runSightingsStep } from "./sightings.step.ts";
import { statesSeries, trackSeries } from "./series.ts";
import { runSeriesStep } from "./series.step.ts";

type RunStep = (pass: Pass, step: StepModel) => Promise<void>;

/** The kinds that are sent, in the order of their dependencies. The second run of flights requests their processing. */
const ROUNDS: readonly { readonly kind: SyncKind; readonly run: RunStep; readonly isForced?: true }[] = [
  { kind: "aircraft", run: runAircraftStep },
  { kind: "device", run: runDeviceStep },
  { kind: "flight", run: runFlightStep },
  { kind: "track", run: (pass, step) => runSeriesStep(pass, step, trackSeries(pass)) },
  { kind: "states", run: (pass, step) => runSeriesStep(pass, step, statesSeries(pass)) },
  { kind: "annotation", run: runAnnotationStep },
  { kind: "flight", run: runFlightStep, isForced: true },
];

/**
 * Exchanges everything that can be exchanged with a peer now: first changes there, then waiting items here, then what
 * may take long to fetch. A pass for `sightings` only sends received telemetry, which changes all the time.
 */
export async function exchange(pass: Pass, what: "everything" | "sightings" = "everything"): Promise<void> {
  recoverSteps(pass.deps.db, pass.peerId);
  const accountProblem = what === "everything" ? await exchangeAccount(pass) : undefined;
  const received = await listSightingSteps(pass, what === "everything");
  const count = concurrencyOf(pass.peer().capabilities.concurrency);
  await inParallel(received, count, (step) => runOne(pass, step, runSightingsStep));
  if (what === "sightings") return;
  const trackProblem = await downloadTracks(pass);
  await fetchSightings(pass);
  const problem = accountProblem ?? trackProblem;
  if (problem !== undefined) throw new PassInterrupted("ready", problem.hold.code, problem.hold.detail);
}

/** Exchanges the data of the account. Returns why some of it could not be fetched. */
async function exchangeAccount(pass: Pass): Promise<Held | undefined> {
  await recognisePeer(pass);
  const problem = await download(pass);
  for (const { kind, run, isForced } of ROUNDS) {
    const due = listDueSteps(pass.deps.db, pass.peerId, kind, isForced ? Infinity : pass.deps.clock.now());
    const steps = isForced ? due.filter(isWaitingForTelemetry) : due;
    const isConcurrent = kind === "track" || kind === "states";
    const count = isConcurrent ? concurrencyOf(pass.peer().capabilities.concurrency) : 1;
    await inParallel(steps, count, (step) => runOne(pass, step, run));
  }
  return problem;
}

/**
 * Items that waited for telemetry in this pass may continue now. An item without a code waited for it as well: items
 * that wait for others were woken meanwhile.
 */
function isWaitingForTelemetry({ step, code }: StepModel): boolean {
  return step === "process" && (code === null || code === "waits_for_track" || code === "waits_for_states");
}

async function runOne(pass: Pass, { id }: StepModel, run: RunStep): Promise<void> {
  pass.signal.throwIfAborted();
  // While others were sent, a person may have discarded the item, or undone a decision about it.
  const step = findStep(pass.deps.db, id);
  if (step === undefined || !isOpen(step)) return;
  try {
    await run(pass, step);
  } catch (error) {
    if (error instanceof ItemDiscarded) return;
    if (error instanceof Held) return holdStep(pass, step, error.hold);
    if (error instanceof PassInterrupted || pass.signal.aborted) throw error;
    // A fault of this station stops this item, not the others.
    pass.deps.log.error({ err: error, item: step.id, kind: step.kind }, "an item could not be synchronised");
    holdStep(pass, step, {
      kind: "retry",
      code: "internal_error",
      detail: "An error of this station; its log has more.",
    });
  }
}
