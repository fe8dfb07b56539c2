import type { Flight, FlightDetail } from "../contracts/flights.ts";
import { findFlightCopy, findRef, listOthersFlights, saveFlightCopy } from "../features/sync/index.ts";
import { DAY_MS, isoFromMs } from "../kernel/clock.ts";
import { orderedRegion } from "./flight.fields.ts";
import { createProblems, expectOk, listAll } from "./peer.pages.ts";
import type { Pass } from "./pass.context.ts";

/** The newest public flights that are fetched in one pass: a cloud instance has those of the whole world. */
const MAX_FLIGHTS = 1000;

/**
 * Fetches public flights of others, where that is chosen. They have no owner on this station, so that they are never
 * sent back; one that is not public any more is hidden.
 */
export async function fetchPublicFlights(pass: Pass): Promise<void> {
  const { scope } = pass.peer();
  if (!scope.public) return;
  const fromMs = pass.deps.clock.now() - scope.days_back * DAY_MS;
  const query = {
    visibility: "public",
    date_from: isoFromMs(fromMs),
    ordering: "-date_planned_start",
  };
  const listed = await listAll(pass, "listFlights", { query, max: MAX_FLIGHTS }, ({ id }) => id);
  const problems = createProblems();
  for (const flight of listed) {
    pass.signal.throwIfAborted();
    if (isOthers(pass, flight.id) && isNew(pass, flight)) await problems.around(() => fetchOne(pass, flight.id));
  }
  await hideMissing(pass, new Set(listed.map(({ id }) => id)), fromMs);
  problems.throwFirst();
}

/** Whether it is neither the account's own nor otherwise on this station. */
function isOthers({ deps: { db, flights }, peerId }: Pass, id: string): boolean {
  if (findRef(db, peerId, "flight", id) !== undefined) return false;
  const local = flights.find(id);
  return local === undefined || findFlightCopy(db, peerId, id)?.isOthers === true;
}

/** The list has no region and no heights: edits of another person's plan are not noticed. */
function isNew({ deps: { flights } }: Pass, { id, status, distance }: Flight): boolean {
  const local = flights.find(id)?.detail;
  return local === undefined || local.visibility !== "public" || local.status !== status || local.distance !== distance;
}

async function fetchOne(pass: Pass, id: string): Promise<void> {
  const { db, flights } = pass.deps;
  const answer = await pass.client.call("getFlight", { params: { id } });
  if (answer.kind === "missing") return;
  const detail = expectOk(answer);
  if (detail.visibility !== "public" || detail.pilot?.id === pass.peer().remoteUser) return;
  const outcome = save(pass, detail);
  if (outcome.kind === "invalid") {
    pass.deps.log.warn({ flight: id, reason: outcome.msg }, "a public flight of a peer could not be stored");
    return;
  }
  if (flights.find(id) === undefined) return;
  saveFlightCopy(db, { peer: pass.peerId, flight: id, isOthers: true, pilotName: detail.pilot?.full_name ?? null });
  pass.countReceived("flight");
}

/** Its owner is no account of this station, and is the same for all peers. */
function save({ deps: { flights } }: Pass, detail: FlightDetail) {
  const owner = flights.find(detail.id)?.owner ?? `peer ${detail.pilot?.id ?? "unknown"}`;
  return flights.saveCopy({
    detail: { ...detail, region: orderedRegion(detail) },
    owner,
    // The devices and aircraft of others are not registered here.
    device: null,
    aircraft: null,
  });
}

/** A flight that is missing in the list although it is not too old for it may not be public any more. */
async function hideMissing(pass: Pass, listed: ReadonlySet<string>, fromMs: number): Promise<void> {
  const { db, flights } = pass.deps;
  for (const { flight } of listOthersFlights(db, pass.peerId)) {
    const local = flights.find(flight);
    if (listed.has(flight) || local === undefined || local.detail.visibility !== "public") continue;
    const endMs = Date.parse(local.detail.date_finished ?? local.detail.date_planned_finish);
    if (endMs < fromMs) continue;
    pass.signal.throwIfAborted();
    const answer = await pass.client.call("getFlight", { params: { id: flight } });
    const isPublic = answer.kind === "ok" && answer.body.visibility === "public";
    if (!isPublic) save(pass, { ...local.detail, visibility: "private" });
  }
}
