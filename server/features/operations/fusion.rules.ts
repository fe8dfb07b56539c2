import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { distanceM } from "../../kernel/geo.ts";
import type { LinkReason } from "../../contracts/operations.ts";
import type { Identifier } from "../../kernel/sighting.ts";

/** Decisions of the fusion, pure: which fragment a sighting belongs to, and which fragments are one flight. */

/** A silence longer than this ends a flight: what comes after it is a new operation. */
export const SAME_FLIGHT_GAP_MS = 10 * MINUTE_MS;

/** Faster than this between two sightings is not one aircraft. Allows for the worst position accuracy in use. */
const FASTEST_MPS = 150;
const POSITION_SLACK_M = 300;

/** Two fragments without contradicting identity this close in place and time are taken for one aircraft. */
const CONTINUITY_MS = 5 * SECOND_MS;
const CONTINUITY_M = 50;
const CONTINUITY_MPS = 30;

export type Fix = Position & { readonly timeMs: number };

/** What the rules need to know of a fragment. */
export type Fragment = {
  readonly sensorId: string;
  readonly technology: string;
  readonly transmitter: string | null;
  readonly identifiers: readonly Identifier[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly lastFix: Fix | null;
};

export type Agreement = "shared" | "silent" | "contradicts";

/** Whether two sets of declared identifiers name one aircraft: by declared type, never by the look of the text. */
export function compareIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): Agreement {
  let contradicts = false;
  for (const one of a) {
    for (const other of b) {
      if (one.type !== other.type) continue;
      if (one.value === other.value) return "shared";
      contradicts = true;
    }
  }
  return contradicts ? "contradicts" : "silent";
}

export function isWithinGap(fragment: { readonly firstMs: number; readonly lastMs: number }, timeMs: number): boolean {
  return timeMs >= fragment.firstMs - SAME_FLIGHT_GAP_MS && timeMs <= fragment.lastMs + SAME_FLIGHT_GAP_MS;
}

/** Whether one aircraft can have been at both. Unknown places exclude nothing. */
export function isPlausibleMove(a: Fix | null, b: Fix | null): boolean {
  if (a === null || b === null) return true;
  const seconds = Math.abs(a.timeMs - b.timeMs) / SECOND_MS;
  return distanceM(a, b) <= POSITION_SLACK_M + FASTEST_MPS * seconds;
}

/** Whether a sighting continues a fragment of the same sensor and technology. */
export function continuesFragment(fragment: Fragment, sighting: Fragment): boolean {
  if (!isWithinGap(fragment, sighting.firstMs)) return false;
  const agreement = compareIdentifiers(fragment.identifiers, sighting.identifiers);
  const isSameTransmitter = fragment.transmitter !== null && fragment.transmitter === sighting.transmitter;
  if (isSameTransmitter) return agreement !== "contradicts";
  // A transmitter may change its address in flight; what it declares and where it is then has to agree.
  return agreement === "shared" && isPlausibleMove(fragment.lastFix, sighting.lastFix);
}

export type Link = { readonly reason: LinkReason; readonly confidence: number };

/** Why two fragments are one flight, or `undefined` when they are not known to be. */
export function linkBetween(known: Fragment, fresh: Fragment): Link | undefined {
  if (!isWithinGap(known, fresh.firstMs)) return undefined;
  if (!isPlausibleMove(known.lastFix, fresh.lastFix)) return undefined;
  const agreement = compareIdentifiers(known.identifiers, fresh.identifiers);
  if (agreement === "contradicts") return undefined;
  if (agreement === "shared") return { reason: "same_identifier", confidence: 0.98 };
  if (known.transmitter !== null && known.transmitter === fresh.transmitter) {
    return { reason: "same_transmitter", confidence: 0.9 };
  }
  return isContinuous(known, fresh) ? { reason: "continuity", confidence: 0.6 } : undefined;
}

function isContinuous(known: Fragment, fresh: Fragment): boolean {
  // One receiver on one technology tells transmitters apart by itself: two of them are two aircraft.
  if (known.sensorId === fresh.sensorId && known.technology === fresh.technology) return false;
  if (known.identifiers.length > 0 && fresh.identifiers.length > 0) return false;
  if (known.lastFix === null || fresh.lastFix === null) return false;
  const apartMs = Math.abs(known.lastFix.timeMs - fresh.lastFix.timeMs);
  if (apartMs > CONTINUITY_MS) return false;
  return distanceM(known.lastFix, fresh.lastFix) <= CONTINUITY_M + CONTINUITY_MPS * (apartMs / SECOND_MS);
}

/** What the rules need to know of an operation: what its fragments declare. */
export type Company = {
  readonly suboperations: readonly { readonly declared: { readonly identifiers: readonly Identifier[] } }[];
};

/** Whether one of the operation's fragments declares another aircraft, and none of them the same. */
export function contradictsCompany(company: Company, identifiers: readonly Identifier[]): boolean {
  const agreements = company.suboperations.map(({ declared }) => compareIdentifiers(declared.identifiers, identifiers));
  return agreements.includes("contradicts") && !agreements.includes("shared");
}

/** The best link. Without a shared identifier, links to several operations are no evidence for any of them. */
export function bestLink<T extends Fragment>(
  candidates: Iterable<T>,
  fresh: Fragment,
  operationOf: (candidate: T) => Company,
): (Link & { readonly candidate: T }) | undefined {
  let best: (Link & { readonly candidate: T }) | undefined;
  let rivals = new Set<Company>();
  for (const candidate of candidates) {
    const link = linkBetween(candidate, fresh);
    if (link === undefined || (best !== undefined && link.confidence < best.confidence)) continue;
    const operation = operationOf(candidate);
    // A fragment near by may be silent while others of its operation have declared another aircraft.
    if (link.reason !== "same_identifier" && contradictsCompany(operation, fresh.identifiers)) continue;
    if (best === undefined || link.confidence > best.confidence) {
      best = { ...link, candidate };
      rivals = new Set();
    }
    rivals.add(operation);
  }
  return best !== undefined && best.reason !== "same_identifier" && rivals.size > 1 ? undefined : best;
}
