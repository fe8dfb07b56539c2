import type { Flight, FlightDetail } from "../contracts/flights.ts";
import { findFlightCopy, findRef, listOthersFlights, saveFlightCopy } from "../features/sync/index.ts";
import { DAY_MS, isoFromMs } from "../kernel/clock.ts";
import { orderedRegion } from "./flight.fields.ts";
import { createProblems, DONE, heldBy, type Outcome } from "./outcome.ts";
import { listAll } from "./peer.pages.ts";
import type { Pass } from "./pass.context.ts";

/** The newest public flights that are fetched in one pass: a cloud instance has those of the whole world. */
const MAX_FLIGHTS = 1000;

/**
 * Fetches public flights of others, where that is chosen. They have no owner on this station, so that they are never
 * sent back; one that is not public any more is hidden.
 */
export async function fetchPublicFlights(pass: Pass): Promise<Outcome> {
  const { scope } = pass.peer();
  if (!scope.public) return DONE;
  const fromMs = pass.deps.clock.now() - scope.days_back * DAY_MS;
  const query = {
    visibility: "public",
    date_from: isoFromMs(fromMs),
    ordering: "-date_planned_start",
  };
  const listed = await listAll(pass, "listFlights", { query, max: MAX_FLIGHTS }, ({ id }) => id);
  if (listed.kind === "held") return listed;
  const problems = createProblems();
  for (const flight of listed.value) {
    pass.signal.throwIfAborted();
    if (isOthers(pass, flight.id) && isNew(pass, flight)) problems.add(await fetchOne(pass, flight.id));
  }
  await hideMissing(pass, new Set(listed.value.map(({ id }) => id)), fromMs);
  return problems.first();
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

async function fetchOne(pass: Pass, id: string): Promise<Outcome> {
  const { db, flights } = pass.deps;
  const answer = await pass.client.call("getFlight", { params: { id } });
  if (answer.kind === "missing") return DONE;
  if (answer.kind !== "ok") return heldBy(answer);
  const detail = answer.body;
  if (detail.visibility !== "public" || detail.pilot?.id === pass.peer().remoteUser) return DONE;
  const outcome = save(pass, detail);
  if (outcome.kind === "invalid") {
    pass.deps.log.warn({ flight: id, reason: outcome.msg }, "a public flight of a peer could not be stored");
    return DONE;
  }
  if (flights.find(id) === undefined) return DONE;
  saveFlightCopy(db, { peer: pass.peerId, flight: id, isOthers: true, pilotName: detail.pilot?.full_name ?? null });
  pass.countReceived("flight");
  return DONE;
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
