import { findItem, isOpen, listDueItems, recoverItems, type OutboxItem } from "../features/sync/index.ts";
import type { SyncKind } from "../contracts/sync.ts";
import { exchangeAircraft } from "./aircraft.item.ts";
import { exchangeAnnotation } from "./annotation.item.ts";
import { concurrencyOf } from "./concurrency.rules.ts";
import { exchangeDevice } from "./device.item.ts";
import { download, downloadTracks } from "./download.ts";
import { exchangeFlight } from "./flight.item.ts";
import { inParallel } from "./in-parallel.ts";
import { ItemDiscarded, PassInterrupted } from "./interruption.ts";
import { createProblems, held, type Outcome } from "./outcome.ts";
import { holdItem, type Pass } from "./pass.context.ts";
import { fetchSightings } from "./sightings.fetch.ts";
import { listSightingItems, recognisePeer } from "./sightings.round.ts";
import { exchangeSightings } from "./sightings.item.ts";
import { statesSeries, trackSeries } from "./series.ts";
import { exchangeSeries } from "./series.item.ts";

/** Exchanges what can be exchanged of an item now; what it returns as held is stored by `runOne`. */
type ExchangeItem = (pass: Pass, item: OutboxItem) => Promise<Outcome>;

/** The kinds that are sent, in the order of their dependencies. The second run of flights requests their processing. */
const ROUNDS: readonly { readonly kind: SyncKind; readonly run: ExchangeItem; readonly isForced?: true }[] = [
  { kind: "aircraft", run: exchangeAircraft },
  { kind: "device", run: exchangeDevice },
  { kind: "flight", run: exchangeFlight },
  { kind: "track", run: (pass, item) => exchangeSeries(pass, item, trackSeries(pass)) },
  { kind: "states", run: (pass, item) => exchangeSeries(pass, item, statesSeries(pass)) },
  { kind: "annotation", run: exchangeAnnotation },
  { kind: "flight", run: exchangeFlight, isForced: true },
];

/**
 * Exchanges everything that can be exchanged with a peer now: first changes there, then waiting items here, then what
 * may take long to fetch. A pass for `sightings` only sends received telemetry, which changes all the time.
 */
export async function exchange(pass: Pass, what: "everything" | "sightings" = "everything"): Promise<void> {
  recoverItems(pass.deps.db, pass.peerId);
  const problems = createProblems();
  if (what === "everything") problems.add(await exchangeAccount(pass));
  const received = await listSightingItems(pass, what === "everything");
  const count = concurrencyOf(pass.peer().capabilities.concurrency);
  await inParallel(received, count, (item) => runOne(pass, item, exchangeSightings));
  if (what === "sightings") return;
  problems.add(await downloadTracks(pass));
  await fetchSightings(pass);
  const problem = problems.first();
  if (problem.kind === "held") throw new PassInterrupted("ready", problem.hold.code, problem.hold.detail);
}

/** Exchanges the data of the account. Held where some of it could not be fetched. */
async function exchangeAccount(pass: Pass): Promise<Outcome> {
  await recognisePeer(pass);
  const downloaded = await download(pass);
  for (const { kind, run, isForced } of ROUNDS) {
    const due = listDueItems(pass.deps.db, pass.peerId, kind, isForced ? Infinity : pass.deps.clock.now());
    const items = isForced ? due.filter(isWaitingForTelemetry) : due;
    const isConcurrent = kind === "track" || kind === "states";
    const count = isConcurrent ? concurrencyOf(pass.peer().capabilities.concurrency) : 1;
    await inParallel(items, count, (item) => runOne(pass, item, run));
  }
  return downloaded;
}

/**
 * Items that waited for telemetry in this pass may continue now. An item without a code waited for it as well: items
 * that wait for others were woken meanwhile.
 */
function isWaitingForTelemetry({ action, code }: OutboxItem): boolean {
  return action === "process" && (code === null || code === "waits_for_track" || code === "waits_for_states");
}

async function runOne(pass: Pass, { id }: OutboxItem, run: ExchangeItem): Promise<void> {
  pass.signal.throwIfAborted();
  // While others were sent, a person may have discarded the item, or undone a decision about it.
  const item = findItem(pass.deps.db, id);
  if (item === undefined || !isOpen(item)) return;
  let outcome: Outcome;
  try {
    outcome = await run(pass, item);
  } catch (error) {
    if (error instanceof ItemDiscarded) return;
    if (error instanceof PassInterrupted || pass.signal.aborted) throw error;
    // A fault of this station stops this item, not the others.
    pass.deps.log.error({ err: error, item: item.id, kind: item.kind }, "an item could not be synchronised");
    const detail = "An error of this station; its log has more.";
    outcome = held({ kind: "retry", code: "internal_error", detail });
  }
  if (outcome.kind === "held") holdItem(pass, item, outcome.hold);
}
