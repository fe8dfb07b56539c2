import type { Identifier } from "../../kernel/sighting.ts";
import { createFragmentTimes } from "./fragment-times.index.ts";
import type { Fix, Fragment } from "./fusion.rules.ts";
import { CONTINUITY_MS, hasEvidence, isWithinGap } from "./fusion.rules.ts";
import type { PlacesOf } from "./fusion.rules.ts";
import type { Placed } from "./flight-groups.rules.ts";
import type { OperationModel, SuboperationModel } from "./operations.model.ts";

/** The fragments in memory, found by who they are, by when they were and by what they may be one flight with. */
export type OpenFragments = {
  readonly has: (fragment: SuboperationModel) => boolean;
  readonly find: (id: number) => SuboperationModel | undefined;
  /** To be called when a fragment is new or has declared something more. */
  readonly add: (fragment: SuboperationModel) => void;
  readonly remove: (fragment: SuboperationModel) => void;
  /** To be called when its times have moved. */
  readonly noteTimes: (fragment: SuboperationModel) => void;
  /**
   * The one heard last of those of the same sensor and technology that are it: of the same transmitter, else of the same
   * identifiers.
   */
  readonly findAlike: (seen: Fragment, isIt: (fragment: SuboperationModel) => boolean) => SuboperationModel | undefined;
  /** Whether its new times reach others of its names that its old times did not. */
  readonly reachesOthers: (fragment: SuboperationModel, before: Times) => boolean;
  /** Whether a place says something about another fragment that began about then. */
  readonly isNearStart: (fragment: SuboperationModel, fix: Fix) => boolean;
  /** The fragment's operation, whatever may be one flight with a fragment of it, and so on: whole operations. */
  readonly neighbourhood: (fragment: SuboperationModel) => Neighbourhood;
};

export type Neighbourhood = {
  readonly fragments: readonly SuboperationModel[];
  /** Those among so many that being near means nothing. */
  readonly crowded: ReadonlySet<SuboperationModel>;
};

/** More than these near a fragment are a crowd, or somebody who makes it look like one. */
const MOST_NEAR = 8;

type Times = { readonly firstMs: number; readonly lastMs: number };

export function createOpenFragments(placesOf: PlacesOf<SuboperationModel>): OpenFragments {
  /** By sensor, technology and transmitter or identifier: the way of nearly every sighting. */
  const byKey = new Map<string, Set<SuboperationModel>>();
  /** By transmitter or identifier alone. */
  const byName = new Map<string, Set<SuboperationModel>>();
  const namesakes = new Map<SuboperationModel, readonly ReadonlySet<SuboperationModel>[]>();
  const byId = new Map<number, SuboperationModel>();
  const silent = new Set<SuboperationModel>();
  const times = createFragmentTimes<SuboperationModel>();
  /** By when they began, in steps as long as two places may be apart in time and still be near. */
  const starts = new Map<number, Set<SuboperationModel>>();
  const startOf = new Map<SuboperationModel, number>();

  function noteTimes(fragment: SuboperationModel): void {
    times.note(fragment);
    const slot = startSlotOf(fragment.firstMs);
    const known = startOf.get(fragment);
    if (known === slot) return;
    if (known !== undefined) drop(starts, known, fragment);
    collect(starts, slot, fragment);
    startOf.set(fragment, slot);
  }

  function* sameNamed(fragment: SuboperationModel): Iterable<SuboperationModel> {
    for (const others of namesakes.get(fragment) ?? []) {
      for (const other of others) if (other !== fragment && isWithinGap(other, fragment)) yield other;
    }
  }

  function listNear(fragment: SuboperationModel): readonly SuboperationModel[] {
    const placed = asPlaced(fragment);
    const found: SuboperationModel[] = [];
    const near = silent.has(fragment)
      ? times.during(fragment.firstMs - CONTINUITY_MS, fragment.lastMs + CONTINUITY_MS)
      : silent;
    for (const other of near) {
      if (other === fragment) continue;
      if (hasEvidence("continuity", placed, asPlaced(other), placesOfPlaced)) found.push(other);
      if (found.length > MOST_NEAR) break;
    }
    return found;
  }

  const placesOfPlaced: PlacesOf<Placement> = (a, b) => placesOf(a.model, b.model);

  return {
    has: (fragment) => byId.get(fragment.id) === fragment,
    find: (id) => byId.get(id),
    add(fragment) {
      byId.set(fragment.id, fragment);
      noteTimes(fragment);
      for (const key of keysOf(fragment, namesOf(fragment))) collect(byKey, key, fragment);
      namesakes.set(
        fragment,
        namesOf(fragment).map((name) => collect(byName, name, fragment)),
      );
      if (fragment.declared.identifiers.length === 0) silent.add(fragment);
      else silent.delete(fragment);
    },
    remove(fragment) {
      byId.delete(fragment.id);
      times.remove(fragment);
      const start = startOf.get(fragment);
      if (start !== undefined) drop(starts, start, fragment);
      startOf.delete(fragment);
      for (const key of keysOf(fragment, namesOf(fragment))) drop(byKey, key, fragment);
      for (const name of namesOf(fragment)) drop(byName, name, fragment);
      namesakes.delete(fragment);
      silent.delete(fragment);
    },
    noteTimes,
    findAlike({ sensorId, technology, transmitter, identifiers }, isIt) {
      const seenBy = `${sensorId}|${technology}|`;
      let found = transmitter === null ? undefined : newestOf(byKey.get(seenBy + transmitter), isIt);
      for (let index = 0; found === undefined && index < identifiers.length; index++) {
        found = newestOf(byKey.get(seenBy + nameOf(identifiers[index]!)), isIt);
      }
      return found;
    },
    reachesOthers(fragment, before) {
      for (const others of namesakes.get(fragment) ?? []) {
        if (others.size === 1) continue;
        for (const other of others) {
          if (other !== fragment && !isWithinGap(other, before) && isWithinGap(other, fragment)) return true;
        }
      }
      return false;
    },
    isNearStart(fragment, { timeMs }) {
      const beganThen = (other: SuboperationModel) =>
        other !== fragment && Math.abs(other.firstMs - timeMs) <= CONTINUITY_MS;
      for (const others of namesakes.get(fragment) ?? []) {
        if (others.size > 1 && others.values().some(beganThen)) return true;
      }
      const isSilent = silent.has(fragment);
      if (!isSilent && silent.size === 0) return false;
      const slot = startSlotOf(timeMs);
      for (let near = slot - 1; near <= slot + 1; near++) {
        for (const other of starts.get(near) ?? []) {
          if ((isSilent || silent.has(other)) && beganThen(other)) return true;
        }
      }
      return false;
    },
    neighbourhood(fragment) {
      const operations = new Set<OperationModel>([fragment.operation]);
      const fragments: SuboperationModel[] = [];
      const crowded = new Set<SuboperationModel>();
      // A set is walked to what is added on the way.
      for (const operation of operations) {
        for (const one of operation.suboperations) {
          fragments.push(one);
          for (const other of sameNamed(one)) operations.add(other.operation);
          const near = listNear(one);
          if (near.length > MOST_NEAR) crowded.add(one);
          else for (const other of near) operations.add(other.operation);
        }
      }
      return { fragments, crowded };
    },
  };
}

/** A fragment as the rules see it, with the model that it stands for. */
export type Placement = Placed & { readonly model: SuboperationModel };

export function asPlaced(model: SuboperationModel): Placement {
  const { sensorId, technology, transmitter, declared, firstMs, lastMs, isHeld, operation } = model;
  const heldIn = isHeld ? operation.id : null;
  return { sensorId, technology, transmitter, identifiers: declared.identifiers, firstMs, lastMs, heldIn, model };
}

function namesOf({ transmitter, declared }: SuboperationModel): readonly string[] {
  const names = declared.identifiers.map(nameOf);
  return transmitter === null ? names : [transmitter, ...names];
}

function nameOf({ type, value }: Identifier): string {
  return `${type}:${value}`;
}

function newestOf(
  candidates: ReadonlySet<SuboperationModel> | undefined,
  isIt: (fragment: SuboperationModel) => boolean,
): SuboperationModel | undefined {
  let newest: SuboperationModel | undefined;
  for (const one of candidates ?? []) {
    if ((newest === undefined || one.lastMs > newest.lastMs) && isIt(one)) newest = one;
  }
  return newest;
}

function startSlotOf(timeMs: number): number {
  return Math.floor(timeMs / CONTINUITY_MS);
}

function keysOf(
  { sensorId, technology }: Pick<Fragment, "sensorId" | "technology">,
  names: readonly string[],
): readonly string[] {
  return names.map((name) => `${sensorId}|${technology}|${name}`);
}

function collect<K, T>(index: Map<K, Set<T>>, key: K, one: T): ReadonlySet<T> {
  let known = index.get(key);
  if (known === undefined) index.set(key, (known = new Set()));
  return known.add(one);
}

function drop<K, T>(index: Map<K, Set<T>>, key: K, one: T): void {
  const known = index.get(key);
  known?.delete(one);
  if (known?.size === 0) index.delete(key);
}
