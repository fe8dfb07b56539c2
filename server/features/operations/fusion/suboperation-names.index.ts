import type { Identifier } from "../../../kernel/sighting.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { sensorKeyOf } from "../model/operation.model.ts";
import type { SuboperationTraits } from "./fusion.rules.ts";
import { addToSet, removeFromSet } from "./set-map.ts";

type Group = ReadonlySet<SuboperationModel>;

/** Suboperations in memory by their names: the address of the transmitter and each declared identifier. */
export type SuboperationNameIndex = {
  /** Call when a suboperation is new or has declared something more. */
  readonly add: (suboperation: SuboperationModel) => void;
  readonly remove: (suboperation: SuboperationModel) => void;
  /**
   * The latest that matches, among those received by the same sensor over the same technology: from the same transmitter,
   * else with one of the same identifiers.
   */
  readonly findMatching: (
    observed: SuboperationTraits,
    matches: (suboperation: SuboperationModel) => boolean,
  ) => SuboperationModel | undefined;
  /** For each name of the suboperation all that have it, from any sensor and technology; itself included. */
  readonly groupsOf: (suboperation: SuboperationModel) => readonly Group[];
  /** The same for its serial numbers only. */
  readonly serialGroupsOf: (suboperation: SuboperationModel) => readonly Group[];
};

const NO_GROUPS: readonly Group[] = [];

export function createSuboperationNameIndex(): SuboperationNameIndex {
  /** By sensor, technology and name: the way nearly every sighting finds its suboperation. */
  const byReceiver = new Map<string, Set<SuboperationModel>>();
  const byName = new Map<string, Set<SuboperationModel>>();
  const groups = new Map<SuboperationModel, readonly Group[]>();
  const serialGroups = new Map<SuboperationModel, readonly Group[]>();

  return {
    add(suboperation) {
      const names = namesOf(suboperation);
      const receiver = receiverKey(keyed(suboperation));
      for (const name of names) addToSet(byReceiver, receiver + name, suboperation);
      groups.set(
        suboperation,
        names.map((name) => addToSet(byName, name, suboperation)),
      );
      const serials = suboperation.declared.identifiers.filter(({ type }) => type === "serial_number");
      serialGroups.set(
        suboperation,
        serials.map((serial) => addToSet(byName, nameOf(serial), suboperation)),
      );
    },
    remove(suboperation) {
      const names = namesOf(suboperation);
      const receiver = receiverKey(keyed(suboperation));
      for (const name of names) {
        removeFromSet(byReceiver, receiver + name, suboperation);
        removeFromSet(byName, name, suboperation);
      }
      groups.delete(suboperation);
      serialGroups.delete(suboperation);
    },
    findMatching(observed, matches) {
      const { transmitter, identifiers } = observed;
      const receiver = receiverKey(observed);
      let found = transmitter === null ? undefined : latestOf(byReceiver.get(receiver + transmitter), matches);
      for (let index = 0; found === undefined && index < identifiers.length; index++) {
        found = latestOf(byReceiver.get(receiver + nameOf(identifiers[index]!)), matches);
      }
      return found;
    },
    groupsOf: (suboperation) => groups.get(suboperation) ?? NO_GROUPS,
    serialGroupsOf: (suboperation) => serialGroups.get(suboperation) ?? NO_GROUPS,
  };
}

function receiverKey({ sensorId, technology }: Pick<SuboperationTraits, "sensorId" | "technology">): string {
  return `${sensorId}|${technology}|`;
}

function keyed(suboperation: SuboperationModel): Pick<SuboperationTraits, "sensorId" | "technology"> {
  return { sensorId: sensorKeyOf(suboperation), technology: suboperation.technology };
}

function namesOf({ transmitter, declared }: SuboperationModel): readonly string[] {
  const names = declared.identifiers.map(nameOf);
  return transmitter === null ? names : [transmitter, ...names];
}

function nameOf({ type, value }: Identifier): string {
  return `${type}:${value}`;
}

function latestOf(
  candidates: Group | undefined,
  matches: (suboperation: SuboperationModel) => boolean,
): SuboperationModel | undefined {
  if (candidates === undefined) return undefined;
  let latest: SuboperationModel | undefined;
  for (const one of candidates) {
    if ((latest === undefined || one.lastMs > latest.lastMs) && matches(one)) latest = one;
  }
  return latest;
}
