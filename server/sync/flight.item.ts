import type { FlightDetail } from "../contracts/flights.ts";
import {
  findRef,
  findItemOf,
  isOpen,
  listPeers,
  saveRef,
  type OutboxItem,
  updateItem,
} from "../features/sync/index.ts";
import type { WritableDb } from "../storage/database.ts";
import { align, recordMissingAtPeer, resetLost } from "./entity.item.ts";
import {
  flightCreate,
  flightEdit,
  flightFields,
  namingRegion,
  orderedRegion,
  phaseOf,
  withCircle,
  withFlightFields,
} from "./flight.fields.ts";
import { checkIsOver, checkIsQuiet } from "./flight.over.ts";
import { findSameFlight } from "./flight.match.ts";
import type { Fields } from "./merge.rules.ts";
import { DONE, done, held, heldBy, type Outcome, outcomeOf } from "./outcome.ts";
import { finish, type Pass, remoteIdOf } from "./pass.context.ts";
import { COMPARED_FIRST } from "./series.ts";

/** Sends a flight, or reconciles both copies; requests its processing once the peer has its telemetry. */
export async function exchangeFlight(pass: Pass, item: OutboxItem): Promise<Outcome> {
  const { db, flights } = pass.deps;
  const local = flights.find(item.localId);
  if (local === undefined || local.owner !== pass.localUser) return finish(pass, item);
  const { detail } = local;
  const ref = findRef(db, pass.peerId, "flight", detail.id);
  const found = ref === undefined ? await create(pass, item, detail) : await fetchRemote(pass, item, detail, ref);
  if (found.kind === "held") return found;
  const remote = found.value;
  if (remote === undefined) return DONE;

  const linked = findRef(db, pass.peerId, "flight", detail.id)!;
  const aligned = await alignFlight(pass, item, { detail, remote, base: linked.base });
  if (aligned.kind === "held") return aligned;
  const seq = aligned.value;
  return seq === undefined ? DONE : askProcessing(pass, item, { detail, remote, seq });
}

async function fetchRemote(
  pass: Pass,
  item: OutboxItem,
  detail: FlightDetail,
  ref: { readonly remoteId: string; readonly base: Fields | null },
): Promise<Outcome<FlightDetail | undefined>> {
  const answer = await pass.client.call("getFlight", { params: { id: ref.remoteId } });
  if (answer.kind !== "missing") return outcomeOf(answer);
  return resetLost(pass, item, ref) ? create(pass, item, detail) : recordMissingAtPeer(pass, item, ref);
}

/** Creates the flight with its own id; `undefined` when that has to wait. */
async function create(pass: Pass, item: OutboxItem, detail: FlightDetail): Promise<Outcome<FlightDetail | undefined>> {
  const { db } = pass.deps;
  if (item.journal !== null) {
    const found = await pass.client.call("getFlight", { params: { id: detail.id } });
    if (found.kind === "ok") return adopt(pass, item, detail, found.body);
    if (found.kind !== "missing") return heldBy(found);
  }
  // A flight in progress is sent when it is over.
  const over = checkIsOver(pass, detail);
  if (over.kind === "held") return over;
  const device = mappedId(pass, "device", detail);
  if (device.kind === "held") return device;
  const aircraft = mappedId(pass, "aircraft", detail);
  if (aircraft.kind === "held") return aircraft;
  const mapped = { device: device.value, aircraft: aircraft.value, pilot: linkedPilot(pass, detail) };
  const same = await findSameFlight(pass, item, detail);
  if (same.kind === "held") return same;
  if (same.value === "undecided") return DONE;
  if (same.value !== undefined) return adopt(pass, item, detail, same.value);

  const sent = asTaken(pass, detail);
  updateItem(db, item.id, { state: "sending", action: "create", journal: { id: detail.id, sent: flightFields(sent) } });
  let answer = await pass.client.call("createFlight", {
    body: flightCreate(sent, { ...mapped, status: statusThere(pass, detail) }),
  });
  if (answer.kind === "refused" && statusThere(pass, detail) === "uploading") {
    // Not every peer accepts a flight in this state.
    const again = await pass.client.call("createFlight", {
      body: flightCreate(sent, { ...mapped, status: "finished" }),
    });
    if (again.kind === "ok") pass.learn({ uploading: false });
    answer = again;
  }
  if (answer.kind === "exists") {
    // It existed there before: after a stop here, the request must not be taken for the peer's copy.
    updateItem(db, item.id, { journal: null });
    const found = await pass.client.call("getFlight", { params: { id: detail.id } });
    if (found.kind === "ok") return adopt(pass, item, detail, found.body);
    if (found.kind !== "missing") return heldBy(found);
    const msg = "The peer has another flight with this id that this account may not see.";
    return held({ kind: "needs_person", code: "id_taken", detail: msg });
  }
  if (answer.kind !== "ok" && answer.kind !== "failed") updateItem(db, item.id, { journal: null });
  const created = namingRegion(answer, sent);
  if (created.kind !== "ok") return heldBy(created);
  link(pass, item, detail.id, flightFields(sent));
  pass.countSent("flight");
  return outcomeOf(await pass.client.call("getFlight", { params: { id: detail.id } }));
}

/** The account of another pilot at the peer, where that pilot synchronises with it as well. */
function linkedPilot({ deps, localUser, peer }: Pass, { pilot }: FlightDetail): string | null {
  if (pilot === null || pilot.id === localUser) return null;
  const { baseUrl } = peer();
  return listPeers(deps.db, pilot.id).find((other) => other.baseUrl === baseUrl)?.remoteUser ?? null;
}

/** Links the flight with one that the peer has already. */
function adopt(pass: Pass, item: OutboxItem, detail: FlightDetail, remote: FlightDetail): Outcome<FlightDetail> {
  // The request whose response was lost is the common copy; a flight of another origin has none.
  const isOurs = item.journal !== null && remote.id === detail.id;
  const sent = (item.journal?.["sent"] as Fields | undefined) ?? flightFields(remote);
  link(pass, item, remote.id, isOurs ? sent : null);
  return done(remote);
}

function link({ deps, peerId }: Pass, item: OutboxItem, remoteId: string, base: Fields | null): void {
  deps.db
    .transaction(() => {
      saveRef(deps.db, { peer: peerId, kind: "flight", ref: { localId: item.localId, remoteId, base, goneMs: null } });
      updateItem(deps.db, item.id, { action: "edit", journal: null });
      if (base === null) compareSeries(deps.db, peerId, item.localId);
    })
    .immediate();
}

/** The peer may have any part of the telemetry of a flight that existed there before. */
function compareSeries(db: WritableDb, peerId: string, flight: string): void {
  for (const kind of ["track", "states"] as const) {
    const part = findItemOf(db, peerId, kind, flight);
    if (part !== undefined) updateItem(db, part.id, COMPARED_FIRST);
  }
}

/**
 * Id at the peer of the device or aircraft of the flight; waits until the peer has it, or a person decided against it.
 */
function mappedId(pass: Pass, kind: "device" | "aircraft", detail: FlightDetail): Outcome<string | null> {
  const used = detail[kind];
  if (used === null) return done(null);
  const own = findItemOf(pass.deps.db, pass.peerId, kind, used.id);
  const remoteId = remoteIdOf(pass, kind, used.id);
  // A peer that was restored from a backup may not have it any more: its own item is checked first.
  const isDoubtful =
    own !== undefined && isOpen(own) && findRef(pass.deps.db, pass.peerId, kind, used.id)?.base === null;
  if (remoteId !== undefined && !isDoubtful) return done(remoteId);
  // A device or aircraft that is not of this account, was deleted, or was discarded is not sent.
  if (own === undefined || own.state === "off" || own.state === "clean") return done(null);
  return held({ kind: "waiting", code: `waits_for_${kind}`, detail: `It waits for the ${kind} ${used.name}.` });
}

/** The flight as the peer gets it. */
function asTaken(pass: Pass, detail: FlightDetail, there?: FlightDetail): FlightDetail {
  return pass.peer().capabilities.circles === true ? withCircle(detail, there) : detail;
}

function statusThere(pass: Pass, detail: FlightDetail): FlightDetail["status"] {
  const phase = phaseOf(detail.status);
  if (phase === "planned" || phase === "cancelled") return phase;
  return flownStatus(pass, detail);
}

function flownStatus(pass: Pass, detail: FlightDetail): "uploading" | "finished" {
  const hasPoints = pass.deps.flights.countPoints(detail.id) > 0;
  return hasPoints && pass.peer().capabilities.uploading !== false ? "uploading" : "finished";
}

async function alignFlight(
  pass: Pass,
  item: OutboxItem,
  {
    detail,
    remote,
    base,
  }: { readonly detail: FlightDetail; readonly remote: FlightDetail; readonly base: Fields | null },
): Promise<Outcome<number | undefined>> {
  const there = flightFields(remote);
  const own = flightFields(asTaken(pass, detail, remote));
  const here =
    own["max_flight_altitude"] === null ? { ...own, max_flight_altitude: there["max_flight_altitude"] } : own;
  // A flight in progress there ends by processing, not by an edit.
  const isEnding = here["status"] === "flown" && there["status"] === "current";
  return align(pass, item, {
    kind: "flight",
    localId: detail.id,
    remoteId: remote.id,
    base: base === null || !isEnding ? base : { ...base, status: there["status"] },
    here: isEnding ? { ...here, status: there["status"] } : here,
    there,
    changeHere: (fields) => changeHere(pass, { detail, remote, fields }),
    async changeThere(fields) {
      const body = flightEdit(fields, flownStatus(pass, detail));
      return namingRegion(await pass.client.call("editFlight", { params: { id: remote.id }, body }), fields);
    },
  });
}

async function changeHere(
  pass: Pass,
  { detail, remote, fields }: { readonly detail: FlightDetail; readonly remote: FlightDetail; readonly fields: Fields },
): Promise<string | undefined> {
  const target = fields["status"] ?? phaseOf(detail.status);
  if (phaseOf(detail.status) === "planned" && (target === "planned" || target === "cancelled")) {
    const body = flightEdit(fields, "finished");
    const { status, body: reply } = await pass.local("editFlight", { params: { id: detail.id }, body });
    return status === 200 ? undefined : JSON.stringify(reply);
  }
  // Flown there: its times and results are copied.
  const results = fields["status"] === "flown" ? { ...remote, id: detail.id, region: orderedRegion(remote) } : detail;
  const outcome = pass.deps.flights.saveCopy({
    detail: withFlightFields({ ...results, ...onlyFields(detail, fields) }, fields),
    owner: pass.localUser,
    device: detail.device?.id ?? null,
    aircraft: detail.aircraft?.id ?? null,
  });
  return outcome.kind === "saved" ? undefined : outcome.msg;
}

/** The compared fields of this station's copy that stay as they are. */
function onlyFields(detail: FlightDetail, changed: Fields): Partial<FlightDetail> {
  const { region, visibility, max_flight_altitude, max_height, lower_altitude, take_off } = detail;
  const own = { region, visibility, max_flight_altitude, max_height, lower_altitude, take_off };
  return Object.fromEntries(Object.entries(own).filter(([name]) => !(name in changed)));
}

/** Requests the processing of a flown flight once the peer has everything of it. */
async function askProcessing(
  pass: Pass,
  item: OutboxItem,
  { detail, remote, seq }: { readonly detail: FlightDetail; readonly remote: FlightDetail; readonly seq: number },
): Promise<Outcome> {
  const { db, flights } = pass.deps;
  const isProcessed = remote.distance !== null || remote.status === "processing";
  if (phaseOf(detail.status) !== "flown" || flights.countPoints(detail.id) === 0 || isProcessed) {
    return finish(pass, { id: item.id, seq });
  }
  for (const kind of ["track", "states"] as const) {
    const part = findItemOf(db, pass.peerId, kind, detail.id);
    if (part?.state === "off") return finish(pass, { id: item.id, seq });
    if (part === undefined || part.state === "clean") continue;
    updateItem(db, item.id, { action: "process" });
    const msg = "It waits until all of its telemetry is there.";
    return held({ kind: "waiting", code: `waits_for_${kind}`, detail: msg });
  }
  updateItem(db, item.id, { action: "process" });
  const quiet = checkIsQuiet(pass, detail.id);
  if (quiet.kind === "held") return quiet;
  updateItem(db, item.id, { state: "sending" });
  const answer = await pass.client.call("processFlight", { params: { id: remote.id } });
  // Already processed: the response to the first request was lost, or another client requested it.
  if (answer.kind !== "ok" && answer.kind !== "exists") return heldBy(answer);
  return finish(pass, { id: item.id, seq });
}
