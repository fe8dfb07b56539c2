import type { Identifier } from "../../../kernel/sighting.ts";
import { createSuboperationTimeIndex } from "./suboperation-times.index.ts";
import type { Fix, SuboperationTraits } from "./fusion.rules.ts";
import { CONTINUITY_MS, hasEvidence, isWithinGap } from "./fusion.rules.ts";
import type { PlacesOf } from "./fusion.rules.ts";
import type { Placed } from "./suboperation-groups.rules.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";

/** The suboperations in memory, found by who they are, by when they were and by what they may be one flight with. */
export type OpenSuboperations = {
  readonly has: (suboperation: SuboperationModel) => boolean;
  readonly find: (id: number) => SuboperationModel | undefined;
  /** To be called when a suboperation is new or has declared something more. */
  readonly add: (suboperation: SuboperationModel) => void;
  readonly remove: (suboperation: SuboperationModel) => void;
  /** To be called when its times have moved. */
  readonly noteTimes: (suboperation: SuboperationModel) => void;
  /**
   * The one heard last of those of the same sensor and technology that are it: of the same transmitter, else of the same
   * identifiers.
   */
  readonly findMatching: (
    seen: SuboperationTraits,
    isIt: (suboperation: SuboperationModel) => boolean,
  ) => SuboperationModel | undefined;
  /** Whether its new times reach others of its names that its old times did not. */
  readonly reachesOthers: (suboperation: SuboperationModel, before: Times) => boolean;
  /** Whether a place says something about another suboperation that began about then. */
  readonly isNearStart: (suboperation: SuboperationModel, fix: Fix) => boolean;
  /** The suboperation's operation, whatever may be one flight with a suboperation of it, and so on: whole operations. */
  readonly neighbourhood: (suboperation: SuboperationModel) => Neighbourhood;
};

export type Neighbourhood = {
  readonly suboperations: readonly SuboperationModel[];
  /** Those among so many that being near means nothing. */
  readonly crowded: ReadonlySet<SuboperationModel>;
};

/** More than these near a suboperation are a crowd, or somebody who makes it look like one. */
const MAX_NEARBY = 8;

type Times = { readonly firstMs: number; readonly lastMs: number };

export function createOpenSuboperations(placesOf: PlacesOf<SuboperationModel>): OpenSuboperations {
  /** By sensor, technology and transmitter or identifier: the way of nearly every sighting. */
  const byKey = new Map<string, Set<SuboperationModel>>();
  /** By transmitter or identifier alone. */
  const byName = new Map<string, Set<SuboperationModel>>();
  const namesakes = new Map<SuboperationModel, readonly ReadonlySet<SuboperationModel>[]>();
  const byId = new Map<number, SuboperationModel>();
  const silent = new Set<SuboperationModel>();
  const times = createSuboperationTimeIndex<SuboperationModel>();
  /** By when they began, in steps as long as two places may be apart in time and still be near. */
  const starts = new Map<number, Set<SuboperationModel>>();
  const startOf = new Map<SuboperationModel, number>();

  function noteTimes(suboperation: SuboperationModel): void {
    times.note(suboperation);
    const slot = startSlotOf(suboperation.firstMs);
    const known = startOf.get(suboperation);
    if (known === slot) return;
    if (known !== undefined) drop(starts, known, suboperation);
    collect(starts, slot, suboperation);
    startOf.set(suboperation, slot);
  }

  function* sameNamed(suboperation: SuboperationModel): Iterable<SuboperationModel> {
    for (const others of namesakes.get(suboperation) ?? []) {
      for (const other of others) if (other !== suboperation && isWithinGap(other, suboperation)) yield other;
    }
  }

  function listNear(suboperation: SuboperationModel): readonly SuboperationModel[] {
    const placed = toPlacement(suboperation);
    const found: SuboperationModel[] = [];
    const near = silent.has(suboperation)
      ? times.during(suboperation.firstMs - CONTINUITY_MS, suboperation.lastMs + CONTINUITY_MS)
      : silent;
    for (const other of near) {
      if (other === suboperation) continue;
      if (hasEvidence("continuity", placed, toPlacement(other), placesOfPlaced)) found.push(other);
      if (found.length > MAX_NEARBY) break;
    }
    return found;
  }

  const placesOfPlaced: PlacesOf<Placement> = (a, b) => placesOf(a.model, b.model);

  return {
    has: (suboperation) => byId.get(suboperation.id) === suboperation,
    find: (id) => byId.get(id),
    add(suboperation) {
      byId.set(suboperation.id, suboperation);
      noteTimes(suboperation);
      for (const key of keysOf(suboperation, namesOf(suboperation))) collect(byKey, key, suboperation);
      namesakes.set(
        suboperation,
        namesOf(suboperation).map((name) => collect(byName, name, suboperation)),
      );
      if (suboperation.declared.identifiers.length === 0) silent.add(suboperation);
      else silent.delete(suboperation);
    },
    remove(suboperation) {
      byId.delete(suboperation.id);
      times.remove(suboperation);
      const start = startOf.get(suboperation);
      if (start !== undefined) drop(starts, start, suboperation);
      startOf.delete(suboperation);
      for (const key of keysOf(suboperation, namesOf(suboperation))) drop(byKey, key, suboperation);
      for (const name of namesOf(suboperation)) drop(byName, name, suboperation);
      namesakes.delete(suboperation);
      silent.delete(suboperation);
    },
    noteTimes,
    findMatching({ sensorId, technology, transmitter, identifiers }, isIt) {
      const seenBy = `${sensorId}|${technology}|`;
      let found = transmitter === null ? undefined : newestOf(byKey.get(seenBy + transmitter), isIt);
      for (let index = 0; found === undefined && index < identifiers.length; index++) {
        found = newestOf(byKey.get(seenBy + nameOf(identifiers[index]!)), isIt);
      }
      return found;
    },
    reachesOthers(suboperation, before) {
      for (const others of namesakes.get(suboperation) ?? []) {
        if (others.size === 1) continue;
        for (const other of others) {
          if (other !== suboperation && !isWithinGap(other, before) && isWithinGap(other, suboperation)) return true;
        }
      }
      return false;
    },
    isNearStart(suboperation, { timeMs }) {
      const beganThen = (other: SuboperationModel) =>
        other !== suboperation && Math.abs(other.firstMs - timeMs) <= CONTINUITY_MS;
      for (const others of namesakes.get(suboperation) ?? []) {
        if (others.size > 1 && others.values().some(beganThen)) return true;
      }
      const isSilent = silent.has(suboperation);
      if (!isSilent && silent.size === 0) return false;
      const slot = startSlotOf(timeMs);
      for (let near = slot - 1; near <= slot + 1; near++) {
        for (const other of starts.get(near) ?? []) {
          if ((isSilent || silent.has(other)) && beganThen(other)) return true;
        }
      }
      return false;
    },
    neighbourhood(suboperation) {
      const operations = new Set<OperationModel>([suboperation.operation]);
      const suboperations: SuboperationModel[] = [];
      const crowded = new Set<SuboperationModel>();
      // A set is walked to what is added on the way.
      for (const operation of operations) {
        for (const one of operation.suboperations) {
          suboperations.push(one);
          for (const other of sameNamed(one)) operations.add(other.operation);
          const near = listNear(one);
          if (near.length > MAX_NEARBY) crowded.add(one);
          else for (const other of near) operations.add(other.operation);
        }
      }
      return { suboperations, crowded };
    },
  };
}

/** A suboperation as the rules see it, with the model that it stands for. */
export type Placement = Placed & { readonly model: SuboperationModel };

export function toPlacement(model: SuboperationModel): Placement {
  const { sensorId, technology, transmitter, declared, firstMs, lastMs, isPinned, operation } = model;
  const pinnedOperation = isPinned ? operation.id : null;
  return {
    sensorId,
    technology,
    transmitter,
    identifiers: declared.identifiers,
    firstMs,
    lastMs,
    pinnedOperation,
    model,
  };
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
  isIt: (suboperation: SuboperationModel) => boolean,
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
  { sensorId, technology }: Pick<SuboperationTraits, "sensorId" | "technology">,
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
