import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import type { Source } from "../../../../../server/contracts/sources.ts";
import { computedAboveGroundM } from "../../tracks/above-ground.ts";
import { ageStateOf, type AgeState } from "../../tracks/age.ts";
import {
  type AircraftShape,
  firstHeight,
  isEmergency,
  primaryIdentifier,
  aircraftShapeOf,
  splitIdentifier,
} from "../../tracks/identity.ts";
import type { Ground } from "../../../../../server/contracts/ground-tile.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { onlyPeerOf } from "../../tracks/relayed.ts";
import type { Track } from "../../tracks/track-collection.ts";
import { applicableMarks, type ZoneMark } from "../zones/zone-marks.ts";

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

/** The data of a row in addition to the track. */
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

export function aircraftRowOf(track: Track, { nowMs, middle, marks, sources, groundAt }: RowContext): AircraftRow {
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
    shape: aircraftShapeOf(operation),
    headingDeg: exact?.velocity.heading ?? null,
    heightM: height?.value,
    heightType: height?.type,
    computedAboveGroundM:
      exact && place && height?.type !== "AGL" ? computedAboveGroundM(exact.altitudes, groundAt(place)) : undefined,
    speedMs: exact?.velocity.horizontal_speed ?? null,
    distanceM: place ? distanceM(middle, place) : Infinity,
    technologies: operation?.transmission_technologies ?? [],
    isEmergency: isEmergency(track),
    zone: applicableMarks(marks ?? [])[0]?.zone.restriction,
    isSeen: operation?.seen ?? false,
    isWarned: (operation?.warnings.length ?? 0) > 0,
    recordedAtMs: track.isReplayed && ua ? Date.parse(ua.timestamp) : undefined,
    isApproximate: track.isApproximate,
    fromPeer: onlyPeerOf(operation?.sensor_ids ?? [], sources),
  };
}

const AGE_RANK: Readonly<Record<AgeState, number>> = { active: 0, ageing: 1, stale: 2, gone: 3 };

/** The values by which the list is sorted. */
export type Sortable = Pick<AircraftRow, "id" | "name" | "age" | "isEmergency" | "heightM" | "speedMs" | "distanceM">;

/** The same values, computed once. */
interface SortKey<T extends Sortable> {
  readonly row: T;
  readonly isCalm: number;
  /** Ascending. */
  readonly value: number;
  readonly name: string | undefined;
}

/**
 * Emergencies always come first. Within "received" only the age state counts, then the name: a list that reshuffles
 * with every record cannot be read. Unknown values come last in every order. Rows that are nearly in order already are
 * sorted many times faster.
 */
export function sortRows<T extends Sortable>(rows: readonly T[], order: SortOrder): readonly T[] {
  const keys = rows.map((row): SortKey<T> => ({
    row,
    isCalm: row.isEmergency ? 0 : 1,
    value: valueOf(row, order),
    name: row.name,
  }));
  return keys.toSorted(compare).map(({ row }) => row);
}

/** The rows in the order of the previous list, new ones after them. */
export function keepOrder<T extends { readonly id: string }>(
  rows: readonly T[],
  before: readonly { readonly id: string }[],
): readonly T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered: T[] = [];
  for (const { id } of before) {
    const row = byId.get(id);
    if (row && byId.delete(id)) ordered.push(row);
  }
  ordered.push(...byId.values());
  return ordered;
}

function valueOf(row: Sortable, order: SortOrder): number {
  switch (order) {
    case "received":
      return AGE_RANK[row.age];
    case "name":
      return 0;
    case "height":
      return -(row.heightM ?? -Infinity);
    case "speed":
      return -(row.speedMs ?? -Infinity);
    case "distance":
      return row.distanceM;
  }
}

function compare(a: SortKey<Sortable>, b: SortKey<Sortable>): number {
  if (a.isCalm !== b.isCalm) return a.isCalm - b.isCalm;
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return byName(a, b) || (a.row.id < b.row.id ? -1 : a.row.id > b.row.id ? 1 : 0);
}

function byName(a: SortKey<Sortable>, b: SortKey<Sortable>): number {
  if (a.name === b.name) return 0;
  if (a.name === undefined) return 1;
  if (b.name === undefined) return -1;
  return a.name < b.name ? -1 : 1;
}
