import type { Evidence, SuboperationTraits, Link, MatchPositions } from "./fusion.rules.ts";
import { CONFIDENCE, compareIdentifiers, EVIDENCE, hasEvidence, areDistinguished } from "./fusion.rules.ts";

/**
 * Groups suboperations into operations: decided from all of them together, never from the order in which they arrived.
 * Evidence is used in order of strength. A shared identifier always joins; a shared address or nearness joins only
 * where it is unambiguous.
 */

/**
 * A suboperation to be grouped. `pinnedOperation` is the operation that a person has placed it in; `null` where the
 * fusion decides.
 */
export type GroupMember = SuboperationTraits & { readonly pinnedOperation: number | null };

type Group<F> = readonly F[];

/** Whether two suboperations were at the same time at places that one aircraft cannot have been at. */
export type AreApart<F> = (a: F, b: F) => boolean;

export type Grouping<F> = {
  readonly groups: readonly Group<F>[];
  /** Groups that began near each other, joined unless positions contradict: their later positions have to be compared. */
  readonly nearby: readonly (readonly Group<F>[])[];
};

export function groupSuboperations<F extends GroupMember>(
  suboperations: readonly F[],
  matchPositions: MatchPositions<F>,
  areApart: AreApart<F>,
): Grouping<F> {
  const byIdentity = joinByIdentity(suboperations, matchPositions);
  const byTransmitter = clusterUnambiguous(
    byIdentity,
    "same_transmitter",
    matchPositions,
    (a, b) => arePinnedApart(a, b) || contradict(a, b),
  ).map((cluster) => cluster.flat());
  const clusters = clusterUnambiguous(
    byTransmitter,
    "continuity",
    matchPositions,
    (a, b) => arePinnedApart(a, b) || (isIdentified(a) && isIdentified(b)) || hasPair(a, b, areDistinguished),
  );
  const groups = clusters.flatMap((cluster) => separate(cluster, matchPositions, areApart)).map((part) => part.flat());
  return { groups, nearby: clusters.filter((cluster) => cluster.length > 1) };
}

/**
 * Separates groups that began near each other where later positions contradict that. A group that is still near
 * another, and contradicts none of those, stays with it.
 */
function separate<F extends GroupMember>(
  cluster: readonly Group<F>[],
  matchPositions: MatchPositions<F>,
  areApart: AreApart<F>,
): readonly (readonly Group<F>[])[] {
  const contradict = (a: Group<F>, b: Group<F>) => hasPair(a, b, areApart);
  if (!someTwo(cluster, contradict)) return [cluster];
  const isNear = (a: Group<F>, b: Group<F>) =>
    hasPair(a, b, (one, other) => hasEvidence("continuity", one, other, matchPositions));
  const parts = joinLinked(
    cluster.map((group) => [group]),
    ([a], [b]) => isNear(a!, b!) && !contradict(a!, b!),
  );
  return parts.flatMap((part) => (someTwo(part, contradict) ? part.map((group) => [group]) : [part]));
}

function someTwo<T>(items: readonly T[], matches: (a: T, b: T) => boolean): boolean {
  return items.some((a, index) => items.slice(index + 1).some((b) => matches(a, b)));
}

/** Why each suboperation of a group belongs to it. */
export function linksOf<F extends GroupMember>(
  group: Group<F>,
  matchPositions: MatchPositions<F>,
  isPlacedManually: (suboperation: F) => boolean,
): ReadonlyMap<F, Link> {
  const inOrder = group.toSorted(compareByStart);
  const evidenceFor = (one: F) =>
    EVIDENCE.find((kind) => inOrder.some((other) => other !== one && hasEvidence(kind, one, other, matchPositions)));
  // Where the earliest was placed manually, the first of the others may have no evidence, and gets the reason "first".
  const first = inOrder.find((one, index) => !isPlacedManually(one) && (index === 0 || evidenceFor(one) === undefined));
  return new Map(
    inOrder.map((one) => {
      if (isPlacedManually(one)) return [one, linkOf("by_hand")];
      return [one, linkOf(one === first ? "first_seen" : (evidenceFor(one) ?? "by_hand"))];
    }),
  );
}

/** The earlier first; where two began at once, in an order that does not depend on the order of arrival. */
export function compareByStart(a: SuboperationTraits, b: SuboperationTraits): number {
  if (a.firstMs !== b.firstMs) return a.firstMs - b.firstMs;
  const [one, other] = [startTieBreaker(a), startTieBreaker(b)];
  return one < other ? -1 : Number(one > other);
}

function startTieBreaker({ sensorId, technology, transmitter, identifiers }: SuboperationTraits): string {
  const names = identifiers.map(({ type, value }) => `${type}:${value}`).toSorted();
  return JSON.stringify([sensorId, technology, transmitter ?? "", names]);
}

function linkOf(reason: Link["reason"]): Link {
  return { reason, confidence: CONFIDENCE[reason] };
}

function joinByIdentity<F extends GroupMember>(
  suboperations: readonly F[],
  matchPositions: MatchPositions<F>,
): readonly Group<F>[] {
  const isSameAircraft = (a: F, b: F) => hasEvidence("same_identifier", a, b, matchPositions);
  const free = joinLinked(
    suboperations.filter(({ pinnedOperation }) => pinnedOperation === null).map((one) => [one]),
    (a, b) => hasPair(a, b, isSameAircraft),
  );
  const pinned = [...Map.groupBy(suboperations, ({ pinnedOperation }) => pinnedOperation)]
    .flatMap(([pinnedOperation, together]) => (pinnedOperation === null ? [] : [together]))
    .toSorted((a, b) => compareByStart(earliest(a), earliest(b)));
  const all = new Map(pinned.map((group) => [group, [...group]]));
  const others: Group<F>[] = [];
  for (const group of free) {
    // If a person has split the operations, the earlier one gets the suboperation; it must not rejoin them.
    const home = pinned.find((one) => hasPair(one, group, isSameAircraft));
    if (home === undefined) others.push(group);
    else all.get(home)!.push(...group);
  }
  return [...all.values(), ...others];
}

/**
 * The groups to join by some evidence where it is unambiguous: a group with evidence for two others that cannot be one
 * operation is joined to neither of them.
 */
function clusterUnambiguous<F extends GroupMember>(
  groups: readonly Group<F>[],
  evidence: Evidence,
  matchPositions: MatchPositions<F>,
  excludeEachOther: (a: Group<F>, b: Group<F>) => boolean,
): readonly (readonly Group<F>[])[] {
  const linked = new Map<Group<F>, Group<F>[]>(groups.map((group) => [group, []]));
  for (const [index, a] of groups.entries()) {
    for (const b of groups.slice(index + 1)) {
      if (!hasPair(a, b, (one, other) => hasEvidence(evidence, one, other, matchPositions)) || excludeEachOther(a, b))
        continue;
      linked.get(a)!.push(b);
      linked.get(b)!.push(a);
    }
  }
  const isAmbiguous = (some: readonly Group<F>[]) => someTwo(some, excludeEachOther);
  const unambiguous = new Set(groups.filter((group) => !isAmbiguous(linked.get(group)!)));
  const clusters = joinLinked(
    groups.map((group) => [group]),
    ([a], [b]) => unambiguous.has(a!) && unambiguous.has(b!) && linked.get(a!)!.includes(b!),
  );
  return clusters.flatMap((cluster) => (isAmbiguous(cluster) ? cluster.map((group) => [group]) : [cluster]));
}

/** Joins items that are linked directly or through others. */
function joinLinked<T>(
  items: readonly (readonly T[])[],
  isLinked: (a: readonly T[], b: readonly T[]) => boolean,
): T[][] {
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

function hasPair<F>(a: Group<F>, b: Group<F>, matches: (one: F, other: F) => boolean): boolean {
  return a.some((one) => b.some((other) => matches(one, other)));
}

function isIdentified(group: Group<SuboperationTraits>): boolean {
  return group.some(({ identifiers }) => identifiers.length > 0);
}

/** Whether a pair of suboperations declares different identifiers, and no pair the same. */
function contradict(a: Group<SuboperationTraits>, b: Group<SuboperationTraits>): boolean {
  const agreements = a.flatMap((one) => b.map((other) => compareIdentifiers(one.identifiers, other.identifiers)));
  return agreements.includes("contradicts") && !agreements.includes("shared");
}

function arePinnedApart(a: Group<GroupMember>, b: Group<GroupMember>): boolean {
  return (
    a.some(({ pinnedOperation }) => pinnedOperation !== null) &&
    b.some(({ pinnedOperation }) => pinnedOperation !== null)
  );
}

function earliest<F extends SuboperationTraits>(group: Group<F>): F {
  return group.toSorted(compareByStart)[0]!;
}
