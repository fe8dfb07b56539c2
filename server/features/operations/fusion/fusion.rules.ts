import { distanceM } from "../../../contracts/great-circle.ts";
import type { LinkReason } from "../../../contracts/operations.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import * as moves from "../../../kernel/plausible-move.ts";
import type { Identifier } from "../../../kernel/sighting.ts";
import type { Fix } from "../model/operation.model.ts";

/** Decisions of the fusion, pure: which suboperation a sighting belongs to, and which suboperations are one operation. */

/** A pause longer than this ends an operation: what is received afterwards is a new one. */
export const SAME_OPERATION_GAP_MS = 10 * MINUTE_MS;

/**
 * Suboperations this close in time and space are assumed to be one aircraft, unless their identifiers contradict that.
 */
export const CONTINUITY_MS = 5 * SECOND_MS;
/**
 * A position this long after the start of another suboperation may still decide whether the two are near: it may
 * replace one that is a second later.
 */
export const NEAR_START_MS = CONTINUITY_MS + SECOND_MS;
const CONTINUITY_M = 50;
const CONTINUITY_MPS = 30;

/**
 * Positions at most this far apart in time count as simultaneous, when deciding whether an aircraft was at two places.
 */
export const SIMULTANEOUS_MS = 10 * SECOND_MS;

/** The properties of a suboperation that the rules use. */
export type SuboperationTraits = {
  readonly sensorId: string;
  readonly technology: string;
  readonly transmitter: string | null;
  readonly identifiers: readonly Identifier[];
  readonly firstMs: number;
  readonly lastMs: number;
};

/** `inconclusive`: the two sets have no type of identifier in common. */
export type Agreement = "shared" | "inconclusive" | "contradicts";

/** Whether two sets of declared identifiers belong to one aircraft; only values of the same declared type are compared. */
export function compareIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): Agreement {
  let contradicts = false;
  for (const one of a) {
    for (const other of b) {
      if (one.type !== other.type) continue;
      if (one.value === other.value) return "shared";
      contradicts = true;
    }
  }
  return contradicts ? "contradicts" : "inconclusive";
}

type Extent = { readonly firstMs: number; readonly lastMs: number };

/** Whether two suboperations overlap in time, or are no farther apart than one operation may pause. */
export function isWithinGap(a: Extent, b: Extent): boolean {
  return b.firstMs <= a.lastMs + SAME_OPERATION_GAP_MS && a.firstMs <= b.lastMs + SAME_OPERATION_GAP_MS;
}

/** Whether one aircraft can have been at both positions. An unknown position excludes nothing. */
export function isPlausibleMove(a: Fix | null, b: Fix | null): boolean {
  return a === null || b === null || moves.isPlausibleMove(a, b);
}

/** The distance of two positions that one aircraft cannot have had, metres; 0 where it can have had both. */
export function impossibleMoveM(a: Fix, b: Fix): number {
  return isPlausibleMove(a, b) ? 0 : distanceM(a, b);
}

/** Whether two positions are so near in space and time that they are likely one aircraft's. */
export function isNearby(a: Fix | null, b: Fix | null): boolean {
  if (a === null || b === null) return false;
  const apartMs = Math.abs(a.timeMs - b.timeMs);
  return apartMs <= CONTINUITY_MS && distanceM(a, b) <= CONTINUITY_M + CONTINUITY_MPS * (apartMs / SECOND_MS);
}

/** Whether a sighting continues a suboperation of the same sensor and technology. */
export function continuesSuboperation(
  suboperation: SuboperationTraits & { readonly lastFix: Fix | null },
  sighting: SuboperationTraits & { readonly lastFix: Fix | null },
): boolean {
  if (!isWithinGap(suboperation, sighting)) return false;
  const agreement = compareIdentifiers(suboperation.identifiers, sighting.identifiers);
  const isSameTransmitter = suboperation.transmitter !== null && suboperation.transmitter === sighting.transmitter;
  if (isSameTransmitter) return agreement !== "contradicts";
  // A transmitter may change its address in the air; then both its identifier and its position have to agree.
  return agreement === "shared" && isPlausibleMove(suboperation.lastFix, sighting.lastFix);
}

/**
 * Compares where two suboperations were when the later of them began: whether that can have been one aircraft, and
 * whether they were so near that it most likely was.
 */
export type PositionMatch = { readonly isPlausible: boolean; readonly isNearby: boolean };
export type MatchPositions<F> = (a: F, b: F) => PositionMatch;

/** Evidence that two suboperations are one operation, the strongest first. */
export const EVIDENCE = ["same_identifier", "same_transmitter", "continuity"] as const;
export type Evidence = (typeof EVIDENCE)[number];

export type Link = { readonly reason: LinkReason; readonly confidence: number };
export const CONFIDENCE: Readonly<Record<LinkReason, number>> = {
  first_seen: 1,
  by_hand: 1,
  same_identifier: 0.98,
  same_transmitter: 0.9,
  continuity: 0.6,
};

/**
 * Whether this evidence shows that two suboperations are one operation. Positions, which cost most, are compared last.
 */
export function hasEvidence<F extends SuboperationTraits>(
  evidence: Evidence,
  a: F,
  b: F,
  matchPositions: MatchPositions<F>,
): boolean {
  const agreement = compareIdentifiers(a.identifiers, b.identifiers);
  switch (evidence) {
    case "same_identifier":
      return agreement === "shared" && isWithinGap(a, b) && matchPositions(a, b).isPlausible;
    case "same_transmitter":
      return (
        a.transmitter !== null &&
        a.transmitter === b.transmitter &&
        agreement !== "contradicts" &&
        isWithinGap(a, b) &&
        matchPositions(a, b).isPlausible
      );
    case "continuity":
      return canBeContinuous(a, b) && matchPositions(a, b).isNearby;
  }
}

function canBeContinuous(a: SuboperationTraits, b: SuboperationTraits): boolean {
  // One receiver distinguishes transmitters of one technology by itself: two of them are two aircraft.
  if (a.sensorId === b.sensorId && a.technology === b.technology) return false;
  if (a.identifiers.length > 0 && b.identifiers.length > 0) return false;
  return a.firstMs <= b.lastMs + CONTINUITY_MS && b.firstMs <= a.lastMs + CONTINUITY_MS;
}

/** Whether one receiver received both at the same time, over one technology, as different transmitters. */
export function areDistinguished(a: SuboperationTraits, b: SuboperationTraits): boolean {
  return (
    a.sensorId === b.sensorId &&
    a.technology === b.technology &&
    a.transmitter !== b.transmitter &&
    a.firstMs <= b.lastMs &&
    b.firstMs <= a.lastMs
  );
}
