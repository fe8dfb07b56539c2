import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import { listConflicts } from "../../server/features/sync/conflicts.store.ts";
import { findPeer } from "../../server/features/sync/peers.store.ts";
import { findRef } from "../../server/features/sync/refs.store.ts";
import { listItems } from "../../server/features/sync/outbox.store.ts";
import type { UploadPoint } from "../../server/sync/index.ts";
import { checkEdits } from "./invariants.edits.ts";
import { isListed, type Report, type Violation } from "./listed.ts";
import { type FaultName, faultOf } from "./faults.ts";
import { listRecords, type World } from "./world.ts";

export type RunResult = {
  readonly violations: readonly Violation[];
  readonly requests: number;
  readonly points: number;
  /** Items that a person has to look at, in the end. */
  readonly listed: number;
};

export type RunEnd = { readonly faults: readonly FaultName[]; readonly sentAtEnd: readonly string[] };

/** The six invariants of synchronisation, and that no person is asked without need. */
export async function checkInvariants(world: World, end: RunEnd): Promise<RunResult> {
  const violations: Violation[] = [];
  const report = (invariant: Violation["invariant"], msg: string) => void violations.push({ invariant, msg });
  let points = 0;
  for (const at of world.stations.keys()) points += await checkPoints(world, at, report);
  checkForeignPoints(world, report);
  checkCopies(world, report);
  await checkEdits(world, report);
  checkAccounts(world, report);
  for (const request of end.sentAtEnd) report("quiet", `another sync sends ${request}`);
  for (const id of new Set(world.leaks)) report("privacy", `flight ${id} became public`);
  checkPrivateHere(world, report);
  checkSilence(world, end, report);
  const listed = world.stations.reduce((sum, _, at) => sum + listOpenItems(world, at).length, 0);
  return { violations, requests: world.cloud.requests.length, points, listed };
}

function isFlightListed(world: World, at: number, kind: "track" | "states", id: string): boolean {
  if (isListed(world, at, kind, id) || isListed(world, at, "flight", id)) return true;
  const { db } = world.stations[at]!.faults;
  const flight = db
    .prepare<[string], { device: string | null; aircraft: string | null }>(
      "SELECT device, aircraft FROM flight WHERE id = ?",
    )
    .get(id);
  const { device = null, aircraft = null } = flight ?? {};
  return (
    (device !== null && isListed(world, at, "device", device)) ||
    (aircraft !== null && isListed(world, at, "aircraft", aircraft))
  );
}

/** 1: each point and state is there once, equal to ours, or the flight is listed. Returns how many there are here. */
async function checkPoints(world: World, at: number, report: Report): Promise<number> {
  const station = world.stations[at]!;
  const { points, states } = world.cloud.core.state;
  const { timeStepMs } = world.cloud.core.variant;
  const everything = { afterMs: -Infinity, untilMs: Infinity, limit: 1_000_000 };
  let count = 0;
  for (const { kind, id } of listRecords(world, at)) {
    if (kind !== "flight") continue;
    const remote = findRef(station.faults.db, world.peers[at]!, "flight", id)?.remoteId ?? id;
    if (world.lost.has(remote)) continue;
    const own = await station.flights.listPoints(id, everything);
    count += own.length;
    const recorded = world.recorded.get(`${at}:${id}`);
    if (recorded !== undefined && own.length < recorded.size) report("points", `flight ${id}: points were lost here`);
    const isThinned = findPeer(station.faults.db, world.peers[at]!)?.capabilities.one_per_second === true;
    const steps = { stepMs: timeStepMs, isThinned };
    const wrong = compareSeries(own, points.get(remote) ?? [], steps, (one, other) =>
      isSamePoint(one, other as FlightPoint),
    );
    if (wrong.length > 0 && !isFlightListed(world, at, "track", id))
      report("points", `flight ${id} track: ${wrong.slice(0, 3).join("; ")}`);
    const wrongStates = compareSeries(
      station.flights.listStates(id, everything),
      states.get(remote) ?? [],
      steps,
      () => true,
    );
    if (wrongStates.length > 0 && !isFlightListed(world, at, "states", id))
      report("points", `flight ${id} states: ${wrongStates.slice(0, 3).join("; ")}`);
  }
  return count;
}

/** Where the cloud rounds times, each rounded time has to be of one of our points only, unless a person accepted that. */
function compareSeries<T extends { readonly time: string }>(
  here: readonly T[],
  there: readonly { readonly time: string }[],
  { stepMs, isThinned }: { readonly stepMs: number; readonly isThinned: boolean },
  isSame: (one: T, other: { readonly time: string }) => boolean,
): string[] {
  const rounded = ({ time }: { readonly time: string }) => Math.round(Date.parse(time) / stepMs);
  const thereByTime = Map.groupBy(there, rounded);
  return [...Map.groupBy(here, rounded)].flatMap(([time, own]) => {
    const found = thereByTime.get(time) ?? [];
    const [one] = own;
    if (own.length > 1 && isThinned)
      return found.length === 1 && own.some((each) => isSame(each, found[0]!)) ? [] : [`${one!.time} is not kept`];
    if (own.length > 1) return [`${own.length} points fall on ${one!.time}`];
    if (found.length === 1) return isSame(one!, found[0]!) ? [] : [`${one!.time} differs`];
    return [`${one!.time} is there ${found.length} times`];
  });
}

const METRES = 0.1;
const DEGREES = 1.01e-6;

function isSamePoint({ input: here }: UploadPoint, there: FlightPoint): boolean {
  // Held back, which the outbox shows.
  if (here === null) return true;
  const isClose = (one: number | null | undefined, other: number | null, tolerance: number) =>
    one === null || one === undefined || other === null ? (one ?? null) === other : Math.abs(one - other) <= tolerance;
  return (
    isClose(here.location.lat, there.location.lat, DEGREES) &&
    isClose(here.location.lon, there.location.lon, DEGREES) &&
    isClose(here.geo_altitude, there.geo_altitude, METRES) &&
    isClose(here.height, there.height, METRES) &&
    isClose(here.velocity.x, there.velocity.x, METRES)
  );
}

/** Nothing is in the cloud that no station recorded. */
function checkForeignPoints(world: World, report: Report): void {
  const { timeStepMs } = world.cloud.core.variant;
  for (const [flight, points] of world.cloud.core.state.points) {
    const idThere = world.made.createdByDevice.get(flight);
    const known = [...world.recorded].filter(([key]) => key === idThere || key.endsWith(`:${flight}`));
    const times = new Set(known.flatMap(([, all]) => [...all].map((timeMs) => Math.round(timeMs / timeStepMs))));
    const foreign = points.filter(({ time }) => !times.has(Math.round(Date.parse(time) / timeStepMs)));
    if (foreign.length > 0) report("points", `flight ${flight} has points that nobody recorded: ${foreign[0]!.time}`);
  }
}

/** 2: no second flight, aircraft or processing. */
function checkCopies(world: World, report: Report): void {
  const { cloud, made, stations } = world;
  const { flights, aircraft } = cloud.core.state;
  const [user] = cloud.core.users;
  const own = new Set(stations.flatMap((_, at) => listRecords(world, at).map(({ id }) => id)));
  for (const { id, processed } of flights.values()) {
    if (!own.has(id) && !made.cloudFlights.has(id)) report("copies", `flight ${id} is nobody's`);
    if (processed > 1) report("copies", `flight ${id} was processed ${processed} times`);
  }
  for (const [idThere, key] of made.createdByDevice) {
    const flight = key.slice(key.indexOf(":") + 1);
    if (wasToldApart(world, flight)) continue;
    if (flights.has(idThere) && flights.has(flight)) report("copies", `flight ${flight} is a second one of ${idThere}`);
  }
  const toldApart = made.stationAircraft.flat().filter((id) => wasToldApart(world, id)).length;
  const expected = made.cloudAircraft + made.stationAircraft.flat().length + toldApart;
  const there = [...aircraft.values()].filter(({ owner }) => owner === user!.id).length;
  const isAsked = stations.some((_, at) => made.stationAircraft[at]!.some((id) => isListed(world, at, "aircraft", id)));
  if (there > expected && !isAsked) report("copies", `${there} aircraft in the cloud, of ${expected}`);
  for (const at of stations.keys()) {
    const here = listRecords(world, at).filter(({ kind }) => kind === "aircraft").length;
    if (world.lost.size === 0 && here > there + made.stationAircraft[at]!.length)
      report("copies", `${here} aircraft at station ${at}`);
  }
}

/** Whether a person decided that it is not the one that is there: a flight that its device made, an aircraft like it. */
function wasToldApart({ stations, accounts }: World, flight: string): boolean {
  return stations.some(({ faults }, at) =>
    listConflicts(faults.db, accounts[at]!, 0).some(
      ({ localId, decision }) => localId === flight && decision?.["id"] === "here",
    ),
  );
}

/** 4: data of one account never reaches another, in either direction. */
function checkAccounts(world: World, report: Report): void {
  const { cloud, made, neighbourFlights, stations, accounts } = world;
  const { flights, aircraft, devices } = cloud.core.state;
  const [, other] = cloud.core.users;
  for (const id of neighbourFlights) if (flights.has(id)) report("accounts", `flight ${id} of a neighbour was sent`);
  for (const flight of flights.values()) {
    if (flight.owner === other!.id && !made.cloudFlights.has(flight.id))
      report("accounts", `flight ${flight.id} was sent to another account`);
  }
  const wrong = [...aircraft.values(), ...devices.values()].filter(
    (record) => record.owner === other!.id && record.name !== "Other",
  );
  for (const { id, name } of wrong) report("accounts", `${name} ${id} was sent to another account`);
  const foreign = [...flights.values()].filter(({ owner }) => owner === other!.id);
  for (const at of stations.keys()) {
    for (const { id } of foreign) {
      if (stations[at]!.flights.find(id)?.owner === accounts[at])
        report("accounts", `flight ${id} of another account is here`);
    }
  }
}

/** 6: what was fetched stays as private as it was. */
function checkPrivateHere({ stations, keptPrivate, accounts }: World, report: Report): void {
  for (const [at, { flights }] of stations.entries()) {
    for (const id of keptPrivate) {
      const found = flights.find(id);
      if (found?.owner === accounts[at] && found?.detail.visibility === "public")
        report("privacy", `flight ${id} became public here`);
    }
  }
}

/** Items of the outbox that are not done. */
export function listOpenItems(world: World, at: number) {
  const filter = { state: null, kind: null, limit: 1000, offset: 0 } as const;
  return listItems(world.stations[at]!.faults.db, world.peers[at]!, filter);
}

/** A temporary fault, on a cloud that accepts everything, leaves no work: all is sent, and no person is asked. */
function checkSilence(world: World, { faults }: RunEnd, report: Report): void {
  const { name } = world.cloud.core.variant;
  if (!faults.every((fault) => faultOf(fault).isSilent) || name !== "lenient" || world.stations.length > 1) return;
  for (const at of world.stations.keys()) {
    const items = listOpenItems(world, at);
    const isAsked = items.some(({ state, code }) => state === "conflict" || code === "no_velocity");
    for (const { kind, localId, state, code, detail } of items) {
      // An edit comes too late for a plan that somebody cancelled.
      const isCancelled = kind === "flight" && world.cloud.core.state.flights.get(localId)?.status === "cancelled";
      // Nor has a point a velocity that no receiver knew, far from all others. Items that depend on such an item wait
      // for a person as well.
      const isBehind = isAsked && state === "waiting" && code?.startsWith("waits_for_") === true;
      const isExpected = state === "conflict" || isBehind || isCancelled || code === "no_velocity";
      if (!isExpected) report("silence", `${kind} ${localId} is ${state}: ${code} ${detail}`);
    }
  }
}
