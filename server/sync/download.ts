import { type Aircraft, AircraftCreate } from "../contracts/aircraft.ts";
import type { Device } from "../contracts/devices.ts";
import type { Flight, FlightDetail } from "../contracts/flights.ts";
import { type SyncKind } from "../contracts/sync.ts";
import {
  findRef,
  findRefOfRemote,
  findItemOf,
  finishItem,
  listFlownRefs,
  listRefs,
  listItems,
  markItem,
  type RefModel,
  saveRef,
} from "../features/sync/index.ts";
import { DAY_MS, isoFromMs } from "../kernel/clock.ts";
import { fieldsOf, type Models, modelsOf, withModelId } from "./aircraft.item.ts";
import { deviceFieldsOfPeer } from "./device.item.ts";
import { flightFields, orderedRegion, phaseOf } from "./flight.fields.ts";
import { isSameFlight, listLocallyFlownFlights } from "./flight.match.ts";
import { type Fields, isSame } from "./merge.rules.ts";
import { createProblems, DONE, done, heldBy, type Outcome } from "./outcome.ts";
import { listAll } from "./peer.pages.ts";
import type { Pass } from "./pass.context.ts";
import { fetchPublicFlights } from "./public-flights.ts";
import { fetchTracks } from "./track.download.ts";

/**
 * Fetches what the peer has and this station lacks, and what changed there. An entry that the peer refuses stops
 * neither the others nor what waits to be sent; the first problem is returned.
 */
export async function download(pass: Pass): Promise<Outcome> {
  const problems = createProblems();
  problems.add(await fetchAircraft(pass));
  problems.add(await fetchDevices(pass));
  const hasAssets = problems.first().kind === "done";
  problems.add(await fetchFlights(pass, hasAssets));
  return problems.first();
}

/**
 * Fetches what may take long, after everything that waits here was sent: a link that breaks during it delays nothing.
 */
export async function downloadTracks(pass: Pass): Promise<Outcome> {
  const problems = createProblems();
  problems.add(await fetchPublicFlights(pass));
  problems.add(await fetchTracks(pass));
  return problems.first();
}

async function fetchAircraft(pass: Pass): Promise<Outcome> {
  const owner = pass.peer().remoteUser;
  const remote = await listAll(pass, "listAircraft", { query: owner === null ? {} : { owner } }, ({ id }) => id);
  if (remote.kind === "held") return remote;
  if (remote.value.length === 0) return DONE;
  const loaded = await modelsOf(pass);
  if (loaded.kind === "held") return loaded;
  const models = loaded.value;
  for (const aircraft of remote.value) {
    const there = fieldsOf(aircraft, models.there, models);
    const ref = findRefOfRemote(pass.deps.db, pass.peerId, "aircraft", aircraft.id);
    if (ref !== undefined) {
      if (ref.base === null || !isSame(ref.base, there)) markItem(pass.deps.db, pass.peerId, "aircraft", ref.localId);
      continue;
    }
    // An aircraft of the same name is about to be sent, or needs a person: it is linked then, not fetched twice. Or it
    // may be one that was sent and whose response was lost.
    const isPerhapsOurs = (await isWaitingAlike(pass, aircraft)) || isNewSinceRequest(pass, aircraft.id);
    if (!isPerhapsOurs) fetchOneAircraft(pass, aircraft.id, there, models);
  }
  return DONE;
}

/**
 * It is created here and linked in one transaction: after an interruption between the two, the station would send it
 * back as another one, also after a user has edited it.
 */
function fetchOneAircraft(pass: Pass, remoteId: string, there: Fields, models: Models): void {
  const { db, log, createAircraft } = pass.deps;
  const input = AircraftCreate.safeParse(withModelId(there, models.here));
  if (!input.success) {
    log.warn({ aircraft: remoteId, err: input.error }, "an aircraft of a peer could not be stored");
    return;
  }
  db.transaction(() => {
    const localId = createAircraft(pass.localUser, input.data);
    if (localId !== undefined) keepFetched(pass, "aircraft", { localId, remoteId, base: there });
  }).immediate();
}

async function isWaitingAlike(pass: Pass, aircraft: Aircraft): Promise<boolean> {
  const { body } = await pass.local("listAircraft", { query: { limit: 1000 } });
  // Also one that the peer may have lost by a restore: another station may have sent it again before.
  const hasCommonCopy = (id: string) => (findRef(pass.deps.db, pass.peerId, "aircraft", id)?.base ?? null) !== null;
  return (body as readonly Aircraft[]).some(({ id, name }) => name === aircraft.name && !hasCommonCopy(id));
}

/** Whether an aircraft of this station was sent, with an unknown result, before the peer had this one. */
function isNewSinceRequest({ deps: { db }, peerId }: Pass, id: string): boolean {
  return listItems(db, peerId, { state: null, kind: "aircraft", limit: 1000, offset: 0 }).some(
    ({ journal }) => journal !== null && !(journal["known"] as readonly string[]).includes(id),
  );
}

async function fetchDevices(pass: Pass): Promise<Outcome> {
  const owner = pass.peer().remoteUser;
  const remote = await listAll(pass, "listDevices", { query: owner === null ? {} : { owner } }, ({ id }) => id);
  if (remote.kind === "held") return remote;
  for (const device of remote.value) {
    const ref = findRefOfRemote(pass.deps.db, pass.peerId, "device", device.id);
    if (ref !== undefined) {
      const isChanged = ref.base === null || !isSame(ref.base, deviceFieldsOfPeer(pass, device));
      if (isChanged) markItem(pass.deps.db, pass.peerId, "device", ref.localId);
      continue;
    }
    const known = await pass.local("getDevice", { params: { id: device.serial_number } });
    if (known.status === 200) continue;
    const { serial_number, name, date_activated } = device;
    const registered = await pass.local("registerDevice", {
      body: { serial_number, name, ...(date_activated === null ? {} : { activation_confirmed: true }) },
    });
    if (registered.status !== 200) continue;
    saveRef(pass.deps.db, {
      peer: pass.peerId,
      kind: "device",
      ref: { localId: (registered.body as Device).id, remoteId: device.id, base: null, goneMs: null },
    });
    pass.countReceived("device");
  }
  return DONE;
}

async function fetchFlights(pass: Pass, hasAssets: boolean): Promise<Outcome> {
  const { db, flights } = pass.deps;
  const listed = await listFlights(pass);
  if (listed.kind === "held") return listed;
  const problems = createProblems();
  let flownHere: ReturnType<typeof listLocallyFlownFlights> | undefined;
  for (const flight of listed.value) {
    const ref = findRefOfRemote(db, pass.peerId, "flight", flight.id);
    const fetched = { remoteId: flight.id, localId: ref?.localId ?? flight.id, hasAssets };
    if (ref === undefined) {
      flownHere ??= listLocallyFlownFlights(pass);
      const isOneOfOurs = flownHere.some((detail) => isSameFlight(pass, flight, detail));
      const isKnown = isOneOfOurs || flights.find(flight.id) !== undefined;
      if (!isKnown) problems.add(await fetchFlight(pass, fetched));
      continue;
    }
    if (isProcessedThere(pass, flight, ref.localId) && !isEditedHere(pass, ref.localId)) {
      problems.add(await fetchFlight(pass, fetched));
    } else if (isChangedThere(flight, ref.base)) markItem(db, pass.peerId, "flight", ref.localId);
  }
  noteMissing(pass, new Set(listed.value.map(({ id }) => id)));
  return problems.first();
}

async function listFlights(pass: Pass): Promise<Outcome<readonly Flight[]>> {
  const { scope, remoteUser } = pass.peer();
  const from = {
    date_from: isoFromMs(pass.deps.clock.now() - scope.days_back * DAY_MS),
    ordering: "date_planned_start",
  };
  const queries: Record<string, string>[] = [
    ...(remoteUser === null ? [] : [{ ...from, pilot: remoteUser }]),
    ...(scope.devices ?? []).map((serial) => ({ ...from, device_sn: serial })),
  ];
  const found = new Map<string, Flight>();
  for (const query of queries) {
    const listed = await listAll(pass, "listFlights", { query }, ({ id }) => id);
    if (listed.kind === "held") return listed;
    for (const flight of listed.value) found.set(flight.id, flight);
  }
  return done([...found.values()]);
}

/** A flight that came from the peer has its results from there. */
function isProcessedThere({ deps: { flights } }: Pass, flight: Flight, localId: string): boolean {
  if (flight.distance === null || flights.countPoints(localId) > 0) return false;
  const local = flights.find(localId)?.detail;
  return local !== undefined && local.distance === null;
}

/** An entity that waits to be sent is not overwritten: its item reconciles both sides. */
function isEditedHere({ deps, peerId }: Pass, localId: string): boolean {
  const item = findItemOf(deps.db, peerId, "flight", localId);
  return item !== undefined && item.state !== "clean";
}

/** The list has no region and no heights: the details of a plan are fetched every time. */
function isChangedThere(flight: Flight, base: Fields | null): boolean {
  const phase = phaseOf(flight.status);
  return base === null || phase === "planned" || phase !== base["status"] || flight.visibility !== base["visibility"];
}

type Fetched = {
  readonly remoteId: string;
  /** A different id where the flight was joined with one that its device created there. */
  readonly localId: string;
  /** Whether all aircraft and devices of the peer are here. */
  readonly hasAssets: boolean;
};

async function fetchFlight(pass: Pass, { remoteId, localId, hasAssets }: Fetched): Promise<Outcome> {
  const { db, flights } = pass.deps;
  const answer = await pass.client.call("getFlight", { params: { id: remoteId } });
  if (answer.kind === "missing") return DONE;
  if (answer.kind !== "ok") return heldBy(answer);
  const detail = answer.body;
  const local = flights.find(localId)?.detail;
  const device = (await localDevice(pass, detail)) ?? local?.device?.id ?? null;
  const aircraft = localAircraft(pass, detail) ?? local?.aircraft?.id ?? null;
  const lacksAsset = (detail.device !== null && device === null) || (detail.aircraft !== null && aircraft === null);
  // Its aircraft or device may still be fetched: a copy without it would remain without it.
  if (lacksAsset && !hasAssets) return DONE;
  // A user may have edited it during the request.
  if (isEditedHere(pass, localId)) return DONE;
  const copy = {
    detail: { ...detail, id: localId, region: orderedRegion(detail) },
    owner: pass.localUser,
    device,
    aircraft,
  };
  // Stored together with its link: after an interruption between the two, a copy without one would be sent as a flight
  // of this station.
  db.transaction(() => {
    const outcome = flights.saveCopy(copy);
    if (outcome.kind === "invalid") {
      pass.deps.log.warn({ flight: remoteId, reason: outcome.msg }, "a flight of a peer could not be stored");
      return;
    }
    keepFetched(pass, "flight", { localId, remoteId, base: flightFields(flights.find(localId)!.detail) });
    // The account may have written a note on it there.
    markItem(db, pass.peerId, "annotation", localId);
  }).immediate();
  return DONE;
}

async function localDevice(pass: Pass, { device }: FlightDetail): Promise<string | null> {
  if (device === null) return null;
  const { status, body } = await pass.local("getDevice", { params: { id: device.serial_number } });
  return status === 200 ? (body as Device).id : null;
}

function localAircraft({ deps, peerId }: Pass, { aircraft }: FlightDetail): string | null {
  return aircraft === null ? null : (findRefOfRemote(deps.db, peerId, "aircraft", aircraft.id)?.localId ?? null);
}

/** What was fetched is not sent back: its mark is removed when the link is created. */
function keepFetched(
  { deps: { db }, peerId, countReceived }: Pass,
  kind: SyncKind,
  ref: { readonly localId: string; readonly remoteId: string; readonly base: Fields },
): void {
  db.transaction(() => {
    saveRef(db, { peer: peerId, kind, ref: { ...ref, goneMs: null } });
    const item = findItemOf(db, peerId, kind, ref.localId);
    if (item !== undefined) finishItem(db, item);
  }).immediate();
  countReceived(kind);
}

/**
 * Plans that are in no list any more are requested one by one: the peer may no longer have them. For flown flights see
 * `listLost`.
 */
function noteMissing(pass: Pass, listed: ReadonlySet<string>): void {
  const { db } = pass.deps;
  const isMissing = ({ goneMs, remoteId }: RefModel) => goneMs === null && !listed.has(remoteId);
  const plans = listRefs(db, pass.peerId, "flight").filter(({ base }) => base?.["status"] === "planned");
  const missing = [...plans.filter(isMissing), ...listLost(pass, isMissing)];
  for (const { localId } of missing) markItem(db, pass.peerId, "flight", localId);
}

/** Flights are expected in the list if they are newer than its beginning by this margin. */
const LISTED_MARGIN_MS = DAY_MS;

/**
 * A cloud instance does not report that it was restored from a backup, and lacks the newest flights then. The newest flight
 * that is missing in its list is requested, and once one is gone, all of them.
 */
function listLost(pass: Pass, isMissing: (ref: RefModel) => boolean): readonly RefModel[] {
  const { kind, scope } = pass.peer();
  // A station reports it (`handleChangedRecording`).
  if (kind === "station") return [];
  const sinceMs = pass.deps.clock.now() - scope.days_back * DAY_MS + LISTED_MARGIN_MS;
  const flown = listFlownRefs(pass.deps.db, pass.peerId, sinceMs);
  const hasLost = flown.some(({ goneMs }) => goneMs !== null);
  return flown.filter(isMissing).slice(0, hasLost ? Infinity : 1);
}
