import { findStepOf, listRefs, markStep, type RefModel, updateStep } from "../features/sync/index.ts";
import { expectOk, MIN_FULL_PAGE } from "./pages.ts";
import type { Pass } from "./pass.context.ts";

const PAGE = 1000;

/** Fetches the telemetry of flights that came from the peer, where all of it is wanted. */
export async function fetchTracks(pass: Pass): Promise<void> {
  if (pass.peer().scope.tracks !== "all") return;
  for (const ref of listRefs(pass.deps.db, pass.peerId, "flight")) {
    if (isWanted(pass, ref)) await fetchTrack(pass, ref);
  }
}

/** A track that was begun is gone on with; one that this station has, or has looked for, is not fetched again. */
function isWanted({ deps, peerId }: Pass, { localId, base, goneMs }: RefModel): boolean {
  if (goneMs !== null || base?.["status"] !== "flown") return false;
  const step = findStepOf(deps.db, peerId, "track", localId);
  if (step !== undefined) return step.journal?.["isFetching"] === true;
  const detail = deps.flights.find(localId)?.detail;
  // Before it is processed there, more may come.
  return detail !== undefined && detail.distance !== null && deps.flights.countPoints(localId) === 0;
}

async function fetchTrack(pass: Pass, { localId, remoteId }: RefModel): Promise<void> {
  const { db, flights } = pass.deps;
  markStep(db, pass.peerId, "track", localId);
  const step = findStepOf(db, pass.peerId, "track", localId)!;
  // What is fetched is not sent back: marks do not wake an item that is off.
  updateStep(db, step.id, { state: "off", journal: { isFetching: true } });
  let lastMs: number | null = null;
  for (let offset = 0; ;) {
    const input = { params: { id: remoteId }, query: { offset, limit: PAGE, ordering: "time" } };
    const points = expectOk(await pass.client.call("listFlightTelemetry", input));
    await flights.recordPoints(localId, points);
    pass.countReceived("track", points.length);
    const last = points.at(-1);
    if (last !== undefined) lastMs = Date.parse(last.time);
    offset += points.length;
    // The peer's pages may be shorter than what is asked for.
    if (points.length < MIN_FULL_PAGE) break;
  }
  const count = flights.countPoints(localId);
  const done = { state: "clean", journal: null, code: null, detail: null, fromMs: null } as const;
  updateStep(db, step.id, { ...done, cursorMs: lastMs, highMs: lastMs, sent: count, total: count });
}
