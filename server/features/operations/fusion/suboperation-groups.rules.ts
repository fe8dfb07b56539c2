import type { Evidence, SuboperationTraits, Link, PlacesOf } from "./fusion.rules.ts";
import { CONFIDENCE, compareIdentifiers, EVIDENCE, hasEvidence, areDistinguished } from "./fusion.rules.ts";

/**
 * Which of some suboperations are one flight: decided from all of them together, never from the order in which they came.
 * Evidence is taken in order of strength. An identifier joins whatever shares it; an address and mere nearness join only
 * where nobody else could be meant.
 */

/** A suboperation that a person has put somewhere stays there: `pinnedOperation` is where, `null` where the station decides. */
export type Placed = SuboperationTraits & { readonly pinnedOperation: number | null };

type Group<F> = readonly F[];

export function groupSuboperations<F extends Placed>(
  suboperations: readonly F[],
  placesOf: PlacesOf<F>,
): readonly Group<F>[] {
  const named = joinByIdentity(suboperations, placesOf);
  const addressed = joinWhereClear(
    named,
    "same_transmitter",
    placesOf,
    (a, b) => arePinnedApart(a, b) || contradict(a, b),
  );
  return joinWhereClear(
    addressed,
    "continuity",
    placesOf,
    (a, b) => arePinnedApart(a, b) || (isNamed(a) && isNamed(b)) || someOf(a, b, areDistinguished),
  );
}

/** Why each of the suboperations of one flight belongs to it. */
export function linksOf<F extends Placed>(
  group: Group<F>,
  placesOf: PlacesOf<F>,
  isPlacedManually: (suboperation: F) => boolean,
): ReadonlyMap<F, Link> {
  const inOrder = group.toSorted(compareAge);
  const evidenceFor = (one: F) =>
    EVIDENCE.find((kind) => inOrder.some((other) => other !== one && hasEvidence(kind, one, other, placesOf)));
  // Where the eldest was put there by hand, the first of the others may have nothing else that speaks for it.
  const first = inOrder.find((one, index) => !isPlacedManually(one) && (index === 0 || evidenceFor(one) === undefined));
  return new Map(
    inOrder.map((one) => {
      if (isPlacedManually(one)) return [one, linkOf("by_hand")];
      return [one, linkOf(one === first ? "first_seen" : (evidenceFor(one) ?? "by_hand"))];
    }),
  );
}

/** The elder first; where two began at once, in an order that does not depend on how they came. */
export function compareAge(a: SuboperationTraits, b: SuboperationTraits): number {
  if (a.firstMs !== b.firstMs) return a.firstMs - b.firstMs;
  const [one, other] = [ageKey(a), ageKey(b)];
  return one < other ? -1 : Number(one > other);
}

function ageKey({ sensorId, technology, transmitter, identifiers }: SuboperationTraits): string {
  const names = identifiers.map(({ type, value }) => `${type}:${value}`).toSorted();
  return JSON.stringify([sensorId, technology, transmitter ?? "", names]);
}

function linkOf(reason: Link["reason"]): Link {
  return { reason, confidence: CONFIDENCE[reason] };
}

function joinByIdentity<F extends Placed>(suboperations: readonly F[], placesOf: PlacesOf<F>): readonly Group<F>[] {
  const isOne = (a: F, b: F) => hasEvidence("same_identifier", a, b, placesOf);
  const free = joined(
    suboperations.filter(({ pinnedOperation }) => pinnedOperation === null).map((one) => [one]),
    (a, b) => someOf(a, b, isOne),
  );
  const held = [...Map.groupBy(suboperations, ({ pinnedOperation }) => pinnedOperation)]
    .flatMap(([pinnedOperation, together]) => (pinnedOperation === null ? [] : [together]))
    .toSorted((a, b) => compareAge(eldest(a), eldest(b)));
  const all = new Map(held.map((group) => [group, [...group]]));
  const alone: Group<F>[] = [];
  for (const group of free) {
    // What a person has split may both be meant: what comes later goes to the elder, and joins them never.
    const home = held.find((one) => someOf(one, group, isOne));
    if (home === undefined) alone.push(group);
    else all.get(home)!.push(...group);
  }
  return [...all.values(), ...alone];
}

/**
 * Joins groups by some evidence, but only around those of which it can mean one thing: where a group has evidence for
 * two that cannot be one flight, it is evidence for neither.
 */
function joinWhereClear<F extends Placed>(
  groups: readonly Group<F>[],
  evidence: Evidence,
  placesOf: PlacesOf<F>,
  cannotBeOne: (a: Group<F>, b: Group<F>) => boolean,
): readonly Group<F>[] {
  const linked = new Map<Group<F>, Group<F>[]>(groups.map((group) => [group, []]));
  for (const [index, a] of groups.entries()) {
    for (const b of groups.slice(index + 1)) {
      if (!someOf(a, b, (one, other) => hasEvidence(evidence, one, other, placesOf)) || cannotBeOne(a, b)) continue;
      linked.get(a)!.push(b);
      linked.get(b)!.push(a);
    }
  }
  const isContested = (some: readonly Group<F>[]) =>
    some.some((a, index) => some.slice(index + 1).some((b) => cannotBeOne(a, b)));
  const clear = new Set(groups.filter((group) => !isContested(linked.get(group)!)));
  const clusters = joined(
    groups.map((group) => [group]),
    ([a], [b]) => clear.has(a!) && clear.has(b!) && linked.get(a!)!.includes(b!),
  );
  return clusters.flatMap((cluster) => (isContested(cluster) ? cluster : [cluster.flat()]));
}

/** Joins what is linked, over any number of steps. */
function joined<T>(items: readonly (readonly T[])[], isLinked: (a: readonly T[], b: readonly T[]) => boolean): T[][] {
  const clusters: T[][] = [];
  for (const item of items) {
    const near = clusters.filter((cluster) => cluster.some((one) => isLinked([one], item)));
    const [into, ...others] = near;
    if (into === undefined) {
      clusters.push([...item]);
      continue;
    }
    into.push(...item);
    for (const other of others) {
      into.push(...other);
      clusters.splice(clusters.indexOf(other), 1);
    }
  }
  return clusters;
}

function someOf<F>(a: Group<F>, b: Group<F>, isSo: (one: F, other: F) => boolean): boolean {
  return a.some((one) => b.some((other) => isSo(one, other)));
}

function isNamed(group: Group<SuboperationTraits>): boolean {
  return group.some(({ identifiers }) => identifiers.length > 0);
}

/** Whether one of the suboperations declares another aircraft, and none the same. */
function contradict(a: Group<SuboperationTraits>, b: Group<SuboperationTraits>): boolean {
  const agreements = a.flatMap((one) => b.map((other) => compareIdentifiers(one.identifiers, other.identifiers)));
  return agreements.includes("contradicts") && !agreements.includes("shared");
}

function arePinnedApart(a: Group<Placed>, b: Group<Placed>): boolean {
  return (
    a.some(({ pinnedOperation }) => pinnedOperation !== null) &&
    b.some(({ pinnedOperation }) => pinnedOperation !== null)
  );
}

function eldest<F extends SuboperationTraits>(group: Group<F>): F {
  return group.toSorted(compareAge)[0]!;
}
