import {
  type FlightCopyModel,
  findRef,
  findItemOf,
  listRefs,
  listWantedTracks,
  markItem,
  type RefModel,
  reopenItem,
  saveFlightCopy,
  type OutboxItem,
} from "../features/sync/index.ts";
import { createProblems, DONE, done, held, type Held, heldBy, type Outcome } from "./outcome.ts";
import { MIN_FULL_PAGE } from "./peer.pages.ts";
import type { Pass } from "./pass.context.ts";
import { COMPARED_FIRST } from "./series.ts";

const PAGE = 1000;

/** Fetches the telemetry of the peer's flights: first those that a user waits for, then the rest if all is wanted. */
export async function fetchTracks(pass: Pass): Promise<Outcome> {
  for (const copy of listWantedTracks(pass.deps.db, pass.peerId)) await fetchWanted(pass, copy);
  if (pass.peer().scope.tracks !== "all") return DONE;
  const problems = createProblems();
  for (const ref of listRefs(pass.deps.db, pass.peerId, "flight")) {
    if (!isWanted(pass, ref)) continue;
    problems.add(await fetchOwnTrack(pass, ref, () => undefined));
  }
  return problems.first();
}

/** A track that the peer refuses is reported, and does not stop the others. */
async function fetchWanted(pass: Pass, { flight, isOthers }: FlightCopyModel): Promise<void> {
  const { db } = pass.deps;
  const note = (change: Partial<FlightCopyModel>) => saveFlightCopy(db, { ...change, peer: pass.peerId, flight });
  const onProgress = (fetched: number) => note({ fetched });
  const ids = { localId: flight, remoteId: findRef(db, pass.peerId, "flight", flight)?.remoteId ?? flight };
  const fetched = isOthers ? await fetchPoints(pass, ids, onProgress) : await fetchOwnTrack(pass, ids, onProgress);
  if (fetched.kind === "held") {
    const { kind, detail } = fetched.hold;
    // A track that the peer may return later stays wanted.
    return note({ detail, ...(kind === "retry" ? {} : { wantedMs: null }) });
  }
  const { count } = fetched.value;
  note({ wantedMs: null, fetched: count, detail: count === 0 ? "The peer has no telemetry of this flight." : null });
}

/** A track that was begun is continued; one that this station has, or has searched for, is not fetched again. */
function isWanted({ deps, peerId }: Pass, { localId, base, goneMs }: RefModel): boolean {
  if (goneMs !== null || base?.["status"] !== "flown") return false;
  const item = findItemOf(deps.db, peerId, "track", localId);
  if (item !== undefined) return item.journal?.["isFetching"] === true;
  const detail = deps.flights.find(localId)?.detail;
  // Before the peer has processed it, more points may arrive.
  return detail !== undefined && detail.distance !== null && deps.flights.countPoints(localId) === 0;
}

type Ids = Pick<RefModel, "localId" | "remoteId">;
/** How many points the peer has, and the time of the last one. */
type Fetched = { readonly count: number; readonly lastMs: number | null };

async function fetchOwnTrack(pass: Pass, ids: Ids, onProgress: (fetched: number) => void): Promise<Outcome<Fetched>> {
  const { db } = pass.deps;
  const { localId } = ids;
  markItem(db, pass.peerId, "track", localId);
  const item = findItemOf(db, pass.peerId, "track", localId)!;
  // What is fetched is not sent back: marks do not reopen an item that is off.
  reopenItem(db, item.id, { state: "off", journal: { isFetching: true } });
  const fetched = await fetchPoints(pass, ids, onProgress);
  if (fetched.kind === "done") endFetch(pass, item, fetched.value);
  // A track that the peer refuses is not requested again. What is recorded here later is compared, and sent.
  else if (fetched.hold.kind !== "retry") reopenItem(db, item.id, { ...FETCHED, ...COMPARED_FIRST });
  return fetched;
}

const FETCHED = { state: "clean", journal: null, code: null, detail: null, fromMs: null } as const;

function endFetch({ deps: { db, flights } }: Pass, { id, localId }: OutboxItem, { count, lastMs }: Fetched): void {
  db.transaction(() => {
    const here = flights.countPoints(localId);
    // More points than the peer has were recorded here meanwhile, or before.
    const known =
      here > count
        ? { state: "waiting" as const, ...COMPARED_FIRST }
        : { cursorMs: lastMs, highMs: lastMs, sent: here };
    reopenItem(db, id, { ...FETCHED, ...known, total: here });
  }).immediate();
}

/**
 * Continues after the points that are here, so that it makes progress on a bad link; from the beginning where they are
 * not the first points of the peer, or are fewer than the peer's in the end.
 */
async function fetchPoints(pass: Pass, ids: Ids, onProgress: (fetched: number) => void): Promise<Outcome<Fetched>> {
  const { flights } = pass.deps;
  const here = flights.countPoints(ids.localId);
  const isBegun = here > 0 ? await isBeginning(pass, ids, here) : done(false);
  if (isBegun.kind === "held") return isBegun;
  if (isBegun.value) {
    const fetched = await fetchFrom(pass, ids, here - 1, onProgress);
    if (fetched.kind === "held") return fetched;
    if (flights.countPoints(ids.localId) >= fetched.value.count) return fetched;
  }
  return fetchFrom(pass, ids, 0, onProgress);
}

/** Whether the newest point here is the one with this number at the peer. */
async function isBeginning(pass: Pass, { localId, remoteId }: Ids, count: number): Promise<Outcome<boolean>> {
  const { flights } = pass.deps;
  const query = { offset: count - 1, limit: 1, ordering: "time" };
  const answer = await pass.client.call("listFlightTelemetry", { params: { id: remoteId }, query });
  if (answer.kind !== "ok") return heldBy(answer);
  const [point] = answer.body;
  if (point === undefined) return done(false);
  const timeMs = Date.parse(point.time);
  const isNewest = flights.countPoints(localId, timeMs) === count;
  return done(isNewest && flights.countPoints(localId, timeMs - 1) === count - 1);
}

function removedHere(): Held {
  const detail = "Its operation was deleted here. Restore it, and fetch its telemetry again.";
  return held({ kind: "needs_person", code: "removed_here", detail });
}

/** Fetches the points from one on, by its number at the peer. */
async function fetchFrom(
  pass: Pass,
  { localId, remoteId }: Ids,
  offset: number,
  onProgress: (fetched: number) => void,
): Promise<Outcome<Fetched>> {
  let lastMs: number | null = null;
  for (let count = offset; ;) {
    const input = { params: { id: remoteId }, query: { offset: count, limit: PAGE, ordering: "time" } };
    const answer = await pass.client.call("listFlightTelemetry", input);
    if (answer.kind !== "ok") return heldBy(answer);
    const points = answer.body;
    if (!(await pass.deps.flights.recordPoints(localId, points))) return removedHere();
    pass.countReceived("track", points.length);
    count += points.length;
    onProgress(count);
    const last = points.at(-1);
    if (last !== undefined) lastMs = Date.parse(last.time);
    // The peer's pages may be shorter than requested.
    if (points.length < MIN_FULL_PAGE) return done({ count, lastMs });
  }
}
