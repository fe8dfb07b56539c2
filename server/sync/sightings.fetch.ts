import type { SightingsReceipt, SightingsState, SyncChanges, TrackWanted } from "../contracts/sightings.ts";
import { findRef, providesSightings, saveRef, updatePeer } from "../features/sync/index.ts";
import { DAY_MS, isoFromMs } from "../kernel/clock.ts";
import { concurrencyOf } from "./concurrency.rules.ts";
import { inParallel } from "./in-parallel.ts";
import { PassInterrupted } from "./interruption.ts";
import { createProblems, DONE, done, held, type Held, heldBy, localRefusal, type Outcome } from "./outcome.ts";
import type { Pass } from "./pass.context.ts";
import type { LocalSightings } from "./sync.deps.ts";

/** Changed suboperations in a request, and hours of a track that are compared in one. */
const PAGE = 200;
const HOURS_PER_CALL = 1000;
/** Records of each kind that are read at once: checking them blocks the event loop for a few milliseconds. */
const RECORDS = 500;

type Change = SyncChanges["changes"][number];
/** One suboperation that is being fetched, and the times of records that this station refuses permanently. */
type Taking = { readonly pass: Pass; readonly id: string; readonly refused: Set<string> };
type Fetching = { readonly pass: Pass; readonly sightings: LocalSightings };
/** ISO 8601; what is not given is not limited. Both ends are included. */
type Range = { readonly from?: string; readonly to?: string };

/**
 * Fetches what another station received, and what others sent it. The cursor is stored when everything until it is
 * here; a suboperation that cannot be stored now delays the cursor, but stops nothing else.
 */
export async function fetchSightings(pass: Pass): Promise<void> {
  const { sightings, db } = pass.deps;
  if (sightings === null || !providesSightings(pass.peer())) return;
  const fetching = { pass, sightings };
  let problem: Outcome = DONE;
  let cursor = pass.peer().sightingsCursor;
  for (let isMore = true; isMore;) {
    const page = await listChanges(pass, cursor);
    if (page === undefined) return;
    const fetched = await fetchPage(fetching, page.changes);
    if (fetched.kind === "held") problem = fetched;
    cursor = page.next;
    if (problem.kind === "done") updatePeer(db, pass.peerId, { sightingsCursor: cursor });
    isMore = page.more;
  }
  if (problem.kind === "held") throw new PassInterrupted("ready", problem.hold.code, problem.hold.detail);
}

async function listChanges(pass: Pass, cursor: string | null): Promise<SyncChanges | undefined> {
  const query = { limit: PAGE, ...(cursor === null ? {} : { since: cursor }) };
  const answer = await pass.client.call("listSyncChanges", { query });
  // The peer was restored from a backup: everything is compared again.
  if (answer.kind === "refused" && answer.code === "unknown_cursor" && cursor !== null) return listChanges(pass, null);
  if (answer.kind !== "ok") {
    const { code, detail } = heldBy(answer).hold;
    throw new PassInterrupted("ready", code, detail);
  }
  // An older version lists them, but does not send them.
  const isOlder = answer.body.changes.some(({ head }) => (head as string | undefined) === undefined);
  return isOlder ? undefined : answer.body;
}

/** Fetches a page. Held where some of it could not be stored. */
async function fetchPage(fetching: Fetching, changes: readonly Change[]): Promise<Outcome> {
  const { pass } = fetching;
  const problems = createProblems();
  await inParallel(changes, concurrencyOf(pass.peer().capabilities.concurrency), async (change) =>
    problems.add(await fetchOne(fetching, change)),
  );
  return problems.first();
}

async function fetchOne(fetching: Fetching, change: Change): Promise<Outcome> {
  const { pass, sightings } = fetching;
  const { deps, peerId } = pass;
  const { suboperation: id, head } = change;
  if (!isWanted(fetching, change)) return DONE;
  const known = findRef(deps.db, peerId, "sightings", id)?.base?.["head"];
  const before = sightings.findReceived(id);
  const total = change.records + change.operator_records;
  if (before?.records === total && known === head) return DONE;
  const compared = await compare(pass, id, []);
  if (compared.kind === "held") return compared;
  if (!isTaking(compared.value.state)) return DONE;
  const newer: Range = before === undefined ? {} : { from: isoFromMs(before.lastMs + 1) };
  const taking: Taking = { pass, id, refused: new Set() };
  const tookNewer = await takeRanges(taking, [newer]);
  if (tookNewer.kind === "held") return tookNewer;
  if (!tookNewer.value) return DONE;
  const count = () => sightings.findReceived(id)?.records ?? 0;
  // Records that are here may have arrived from another station, and may not be the first ones of the peer's.
  const isUnsure = before !== undefined && known === undefined;
  if (isUnsure || count() < total) {
    const wanted = await listWanted(pass, id);
    if (wanted.kind === "held") return wanted;
    const { ranges, records } = wanted.value;
    const tookWanted = await takeRanges(taking, ranges);
    if (tookWanted.kind === "held") return tookWanted;
    if (!tookWanted.value) return DONE;
    if (count() + taking.refused.size < records) return notComplete(records - count());
  }
  pass.countReceived("sightings", count() - (before?.records ?? 0));
  saveRef(deps.db, {
    peer: peerId,
    kind: "sightings",
    ref: { localId: id, remoteId: id, base: { head }, goneMs: null },
  });
  return DONE;
}

/** Excludes what this station's own receivers received, what is too old, and what is not public at the peer. */
function isWanted({ pass, sightings }: Fetching, { is_public, station_id, to }: Change): boolean {
  const oldestMs = pass.deps.clock.now() - pass.peer().scope.days_back * DAY_MS;
  return is_public && station_id !== sightings.stationId() && Date.parse(to) >= oldestMs;
}

const isTaking = (state: SightingsState) => state === "unknown" || state === "received";

/** The hours that are missing here, or different, and the number of records that the peer has. */
async function listWanted(
  pass: Pass,
  id: string,
): Promise<Outcome<{ readonly ranges: readonly Range[]; readonly records: number }>> {
  const answer = await pass.client.call("listSightingHours", { params: { id } });
  if (answer.kind === "missing") return done({ ranges: [], records: 0 });
  if (answer.kind !== "ok") return heldBy(answer);
  const { hours } = answer.body;
  const ranges: Range[] = [];
  for (let at = 0; at < hours.length; at += HOURS_PER_CALL) {
    const compared = await compare(pass, id, hours.slice(at, at + HOURS_PER_CALL));
    if (compared.kind === "held") return compared;
    ranges.push(...compared.value.wanted.map(({ from, to }) => ({ from, to: isoFromMs(Date.parse(to) - 1) })));
  }
  return done({ ranges, records: hours.reduce((sum, { count }) => sum + count, 0) });
}

async function compare(pass: Pass, suboperation: string, hours: readonly object[]): Promise<Outcome<TrackWanted>> {
  const { status, body } = await pass.local("compareSightings", { body: { suboperation, hours } });
  return status === 200 ? done(body as TrackWanted) : localRefusal(body);
}

/** False when there is nothing more to fetch: it became private there, or was deleted on either side. */
async function takeRanges(taking: Taking, ranges: readonly Range[]): Promise<Outcome<boolean>> {
  for (const range of ranges) {
    const taken = await takeRange(taking, range);
    if (taken.kind === "held" || !taken.value) return taken;
  }
  return done(true);
}

async function takeRange(taking: Taking, range: Range): Promise<Outcome<boolean>> {
  const { pass, id } = taking;
  for (let query: Range = range; ;) {
    pass.signal.throwIfAborted();
    const answer = await pass.client.call("readSightings", { params: { id }, query: { ...query, limit: RECORDS } });
    if (answer.kind === "missing") return done(false);
    if (answer.kind !== "ok") return heldBy(answer);
    const { until, ...sightings } = answer.body;
    const taken = await take(taking, sightings);
    if (taken.kind === "held" || !taken.value || until === null) return taken;
    query = { ...range, from: isoFromMs(Date.parse(until) + 1) };
  }
}

/** Stores it as if the peer had sent it: the same route checks and stores it. */
async function take({ pass, id, refused: times }: Taking, sightings: object): Promise<Outcome<boolean>> {
  const { status, body } = await pass.local("receiveSightings", { body: sightings });
  if (status === 503) return localRefusal(body);
  if (status !== 200) {
    // A retry would not help.
    pass.deps.log.warn({ suboperation: id, reason: body }, "received telemetry of a peer could not be stored");
    return done(false);
  }
  const { state, refused } = body as SightingsReceipt;
  for (const { observed_at } of refused) times.add(observed_at);
  const early = refused.find(({ code }) => code === "ahead_of_clock");
  if (early !== undefined) {
    const detail = `Not taken from ${early.observed_at} on. ${early.msg}`;
    return held({ kind: "retry", code: early.code, detail });
  }
  return done(isTaking(state));
}

function notComplete(lacking: number): Held {
  const detail = `${lacking} records of a received aircraft did not come, although the peer has them.`;
  return held({ kind: "retry", code: "not_complete", detail });
}
