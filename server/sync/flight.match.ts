import type { Flight, FlightDetail } from "../contracts/flights.ts";
import {
  closeConflict,
  findPendingConflict,
  markConflictSending,
  findRef,
  findRefOfRemote,
  listItems,
  type OutboxItem,
} from "../features/sync/index.ts";
import { openConflict } from "./entity.item.ts";
import { overlapOf, phaseOf } from "./flight.fields.ts";
import { done, type Outcome, outcomeOf } from "./outcome.ts";
import { listAll } from "./peer.pages.ts";
import type { Pass } from "./pass.context.ts";

/** Two flights of a device that overlap by this share are probably the same one. */
const SAME_FLIGHT_OVERLAP = 0.5;

/**
 * Networked devices create their flights at the peer themselves. One that overlaps a flown flight of the same device
 * opens a conflict in the field `id`: `there` joins the two, `here` creates another one. Returns the one to join.
 */
export async function findSameFlight(
  pass: Pass,
  item: OutboxItem,
  detail: FlightDetail,
): Promise<Outcome<FlightDetail | "undecided" | undefined>> {
  const { db, clock } = pass.deps;
  if (!mayBeThere(detail)) return done(undefined);
  const pending = findPendingConflict(db, pass.peerId, "flight", detail.id);
  if (pending !== undefined) markConflictSending(db, pending, clock.now());
  const decision = pending?.decision?.["id"];
  if (pending !== undefined && decision === "here") {
    closeConflict(db, pending, clock.now());
    return done(undefined);
  }
  const serial = detail.device!.serial_number;
  const listed = await listAll(
    pass,
    "listFlights",
    {
      query: {
        device_sn: serial,
        date_from: detail.date_started ?? detail.date_planned_start,
        date_to: detail.date_finished ?? detail.date_planned_finish,
      },
    },
    ({ id }) => id,
  );
  if (listed.kind === "held") return listed;
  const same = listed.value.find((flight) => isSameFlight(pass, flight, detail));
  if (same === undefined) return done(undefined);
  if (pending !== undefined && decision === "there") {
    closeConflict(db, pending, clock.now());
    return outcomeOf(await pass.client.call("getFlight", { params: { id: same.id } }));
  }
  openConflict(pass, item, { id: { base: null, here: detail.id, there: same.id } });
  return done("undecided");
}

/**
 * Flights of this station that the peer may have as its own flights, and did not get from this station: such a flight
 * is joined or decided by a person, not fetched as another one.
 */
export function listLocallyFlownFlights({ deps: { db, flights }, peerId }: Pass): readonly FlightDetail[] {
  return listItems(db, peerId, { state: null, kind: "flight", limit: MAX_WAITING, offset: 0 })
    .filter(({ state, localId }) => state !== "off" && findRef(db, peerId, "flight", localId) === undefined)
    .flatMap(({ localId }) => flights.find(localId)?.detail ?? [])
    .filter(mayBeThere);
}

/** A flight that is over may still be current or inactive here, because it was never ended. */
function mayBeThere({ device, status }: FlightDetail): boolean {
  const phase = phaseOf(status);
  return device !== null && phase !== "planned" && phase !== "cancelled";
}

/** Far more flights than a person flies between two passes. */
const MAX_WAITING = 10_000;

export function isSameFlight(pass: Pass, flight: Flight, detail: FlightDetail): boolean {
  return (
    flight.id !== detail.id &&
    phaseOf(flight.status) !== "planned" &&
    phaseOf(flight.status) !== "cancelled" &&
    flight.device?.serial_number.toLowerCase() === detail.device?.serial_number.toLowerCase() &&
    overlapOf(flight, detail) >= SAME_FLIGHT_OVERLAP &&
    findRefOfRemote(pass.deps.db, pass.peerId, "flight", flight.id) === undefined
  );
}
