import type { Source } from "../../../../../server/contracts/station.ts";
import { computedAboveGroundM } from "../../tracks/above-ground.ts";
import { ageStateOf, type AgeState } from "../../tracks/age.ts";
import {
  type AircraftShape,
  firstHeight,
  isEmergency,
  primaryIdentifier,
  shapeOf,
  splitIdentifier,
} from "../../tracks/identity.ts";
import type { Ground } from "../../tracks/ground-tile.ts";
import { distanceM, type LatLon } from "../../tracks/mercator.ts";
import { onlyPeerOf } from "../sources/relayed.ts";
import { applicableOf, type ZoneMark } from "../zones/zone-marks.ts";
import type { Track } from "../../tracks/track-collection.ts";

/** One row of the list: the current data of an aircraft. */
export interface AircraftRow {
  readonly id: string;
  readonly name: string | undefined;
  /** The name in two parts; the second one is never cut. */
  readonly nameParts: { readonly head: string; readonly tail: string };
  readonly age: AgeState;
  readonly ageMs: number;
  readonly shape: AircraftShape;
  readonly headingDeg: number | null;
  readonly heightM: number | undefined;
  readonly heightType: string | undefined;
  /** By the ground model, for an aircraft that does not send it; undefined where it cannot be computed. */
  readonly computedAboveGroundM: number | undefined;
  readonly speedMs: number | null;
  readonly distanceM: number;
  readonly technologies: readonly string[];
  readonly isEmergency: boolean;
  readonly isWarned: boolean;
  /** The strictest zone that it is inside of, where one is prohibited or restricted and in force. */
  readonly zone: ZoneMark["zone"]["restriction"] | undefined;
  readonly isSeen: boolean;
  /** When a replayed recording was captured, Unix milliseconds; undefined for a live aircraft. */
  readonly recordedAtMs: number | undefined;
  /** Only an approximate position is known, from the overview of a large region. */
  readonly isApproximate: boolean;
  /** The peer that received it, when no receiver of this station does. */
  readonly fromPeer: string | undefined;
}

/** What a row says beside the track itself. */
export interface RowContext {
  readonly nowMs: number;
  /** Distances are measured from here. */
  readonly middle: LatLon;
  readonly marks: readonly ZoneMark[] | undefined;
  readonly sources: readonly Source[];
  readonly groundAt: (place: LatLon) => Ground | undefined;
}

export const SORT_ORDERS = ["received", "name", "height", "speed", "distance"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export function rowOf(track: Track, { nowMs, middle, marks, sources, groundAt }: RowContext): AircraftRow {
  const { operation, ua, place } = track;
  // An older record does not belong to the position that is shown.
  const exact = track.isApproximate ? undefined : ua;
  const height = exact ? firstHeight(track) : undefined;
  return {
    id: track.id,
    name: primaryIdentifier(operation),
    nameParts: splitIdentifier(operation),
    age: ageStateOf(nowMs - track.receivedAtMs),
    ageMs: nowMs - track.receivedAtMs,
    shape: shapeOf(operation),
    headingDeg: exact?.velocity.heading ?? null,
    heightM: height?.value,
    heightType: height?.type,
    computedAboveGroundM:
      exact && place && height?.type !== "AGL" ? computedAboveGroundM(exact.altitudes, groundAt(place)) : undefined,
    speedMs: exact?.velocity.horizontal_speed ?? null,
    distanceM: place ? distanceM(middle, place) : Infinity,
    technologies: operation?.transmission_technologies ?? [],
    isEmergency: isEmergency(track),
    zone: applicableOf(marks ?? [])[0]?.zone.restriction,
    isSeen: operation?.seen ?? false,
    isWarned: (operation?.warnings.length ?? 0) > 0,
    recordedAtMs: track.isReplayed && ua ? Date.parse(ua.timestamp) : undefined,
    isApproximate: track.isApproximate,
    fromPeer: onlyPeerOf(operation?.sensor_ids ?? [], sources),
  };
}

const AGE_RANK: Readonly<Record<AgeState, number>> = { active: 0, ageing: 1, stale: 2, gone: 3 };

/**
 * Emergencies always come first. Within "received" only the age state counts, then the name: a list that reshuffles
 * with every record cannot be read. Unknown values come last in every order.
 */
export function sortRows(rows: readonly AircraftRow[], order: SortOrder): readonly AircraftRow[] {
  return rows.toSorted(
    (a, b) => Number(b.isEmergency) - Number(a.isEmergency) || compare(a, b, order) || byName(a, b) || byId(a, b),
  );
}

function compare(a: AircraftRow, b: AircraftRow, order: SortOrder): number {
  switch (order) {
    case "received":
      return AGE_RANK[a.age] - AGE_RANK[b.age];
    case "name":
      return 0;
    case "height":
      return descending(a.heightM, b.heightM);
    case "speed":
      return descending(a.speedMs, b.speedMs);
    case "distance":
      return a.distanceM === b.distanceM ? 0 : a.distanceM - b.distanceM;
  }
}

function descending(a: number | null | undefined, b: number | null | undefined): number {
  const first = a ?? -Infinity;
  const second = b ?? -Infinity;
  return first === second ? 0 : second - first;
}

function byName(a: AircraftRow, b: AircraftRow): number {
  if (a.name === b.name) return 0;
  if (a.name === undefined) return 1;
  if (b.name === undefined) return -1;
  return a.name < b.name ? -1 : 1;
}

function byId(a: AircraftRow, b: AircraftRow): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
