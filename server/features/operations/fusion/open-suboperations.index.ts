import type { Fix, OperationModel, SuboperationModel } from "../model/operation.model.ts";
import { sensorKeyOf } from "../model/operation.model.ts";
import type { MatchPositions } from "./fusion.rules.ts";
import { SIMULTANEOUS_MS, CONTINUITY_MS, hasEvidence, isWithinGap, NEAR_START_MS } from "./fusion.rules.ts";
import type { GroupMember } from "./suboperation-groups.rules.ts";
import type { SuboperationNameIndex } from "./suboperation-names.index.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";
import { createSuboperationNameIndex } from "./suboperation-names.index.ts";
import { createSuboperationStartIndex } from "./suboperation-starts.index.ts";
import { createSuboperationTimeIndex } from "./suboperation-times.index.ts";

/** The suboperations in memory, found by their names, by their times and by nearness. */
export type OpenSuboperations = {
  readonly has: (suboperation: SuboperationModel) => boolean;
  readonly find: (id: number) => SuboperationModel | undefined;
  /** Call when a suboperation is new or has declared something more. */
  readonly add: (suboperation: SuboperationModel) => void;
  readonly remove: (suboperation: SuboperationModel) => void;
  /** Call when its times have changed. */
  readonly noteTimes: (suboperation: SuboperationModel) => void;
  /** Call when it has an earlier first position. */
  readonly noteStart: (suboperation: SuboperationModel) => void;
  readonly findMatching: SuboperationNameIndex["findMatching"];
  /** Others with one of its serial numbers that were received at a time or shortly before or after; a bounded number. */
  readonly listSharingSerial: (suboperation: SuboperationModel, timeMs: number) => readonly SuboperationModel[];
  /** Others that were received from the same transmitter. */
  readonly listSharingTransmitter: (suboperation: SuboperationModel) => readonly SuboperationModel[];
  /** Whether its new times bring it within the gap of others that share a name with it, unlike its times `before`. */
  readonly reachesOthers: (suboperation: SuboperationModel, before: Times) => boolean;
  /** Whether a new position of a suboperation may decide whether it is one with another, by where that one began. */
  readonly isNearStart: (suboperation: SuboperationModel, fix: Fix) => boolean;
  /** The suboperations of its operation and of all that may be one with it, directly or through others. */
  readonly neighbourhood: (suboperation: SuboperationModel) => Neighbourhood;
};

export type Neighbourhood = {
  readonly suboperations: readonly SuboperationModel[];
  /** Suboperations with too many others near them, so that nearness proves nothing. */
  readonly crowded: ReadonlySet<SuboperationModel>;
};

/** More suboperations than these near one are a crowd, real or made up by a sender. */
const MAX_NEARBY = 8;

/** This many simultaneous places of one serial number are proof enough; a sender may invent any number of them. */
const MAX_SHARING_SERIAL = 16;

type Times = { readonly firstMs: number; readonly lastMs: number };

export function createOpenSuboperations(fixes: Pick<SuboperationFixes, "matchPositions" | "gapOf">): OpenSuboperations {
  const { matchPositions } = fixes;
  const byId = new Map<number, SuboperationModel>();
  const names = createSuboperationNameIndex();
  const times = createSuboperationTimeIndex<SuboperationModel>();
  const starts = createSuboperationStartIndex();
  /** Suboperations that have declared no identifier: nearness is evidence only for a pair with one of these. */
  const unidentified = new Set<SuboperationModel>();

  function noteStart(suboperation: SuboperationModel): void {
    const { firstFix } = suboperation;
    if (firstFix !== null) starts.note(suboperation, firstFix.timeMs);
  }

  /** Whether one of others began after the positions of this one that are around its newest, and before the next. */
  function hasBegunNext(suboperation: SuboperationModel, others: ReadonlySet<SuboperationModel>): boolean {
    const { gapFromMs, gapToMs } = fixes.gapOf(suboperation);
    for (const other of others) {
      const { firstFix } = other;
      if (other === suboperation || firstFix === null) continue;
      if (firstFix.timeMs > gapFromMs && firstFix.timeMs < gapToMs) return true;
    }
    return false;
  }

  function isNearStart(suboperation: SuboperationModel, { timeMs }: Fix): boolean {
    // With a name in common, the nearest position counts, however long before or after it was.
    for (const others of names.groupsOf(suboperation)) {
      if (others.size > 1 && hasBegunNext(suboperation, others)) return true;
    }
    if (unidentified.size === 0) return false;
    const isEither = unidentified.has(suboperation);
    const beganThen = (other: SuboperationModel) =>
      other !== suboperation && Math.abs(other.firstFix!.timeMs - timeMs) <= NEAR_START_MS;
    return starts.someNear(timeMs, (other) => (isEither || unidentified.has(other)) && beganThen(other));
  }

  return {
    has: (suboperation) => byId.get(suboperation.id) === suboperation,
    find: (id) => byId.get(id),
    add(suboperation) {
      byId.set(suboperation.id, suboperation);
      times.note(suboperation);
      noteStart(suboperation);
      names.add(suboperation);
      if (isUnidentified(suboperation)) unidentified.add(suboperation);
      else unidentified.delete(suboperation);
    },
    remove(suboperation) {
      byId.delete(suboperation.id);
      times.remove(suboperation);
      starts.remove(suboperation);
      names.remove(suboperation);
      unidentified.delete(suboperation);
    },
    noteTimes: times.note,
    noteStart,
    findMatching: names.findMatching,
    listSharingSerial(suboperation, timeMs) {
      const found: SuboperationModel[] = [];
      for (const others of names.serialGroupsOf(suboperation)) {
        if (others.size === 1) continue;
        for (const other of others) {
          if (other === suboperation || !isDuring(other, timeMs)) continue;
          found.push(other);
          if (found.length === MAX_SHARING_SERIAL) return found;
        }
      }
      return found;
    },
    listSharingTransmitter(suboperation) {
      const { transmitter } = suboperation;
      if (transmitter === null) return [];
      const named = new Set(names.groupsOf(suboperation).flatMap((group) => [...group]));
      return [...named].filter((other) => other !== suboperation && other.transmitter === transmitter);
    },
    reachesOthers(suboperation, before) {
      for (const others of names.groupsOf(suboperation)) {
        if (others.size === 1) continue;
        for (const other of others) {
          if (other !== suboperation && !isWithinGap(other, before) && isWithinGap(other, suboperation)) return true;
        }
      }
      return false;
    },
    isNearStart,
    neighbourhood: createNeighbourhood({ names, times, unidentified, matchPositions }),
  };
}

/** Whether only nearness, or an address in common, can show that it is one aircraft with another. */
export function isUnidentified({ declared }: SuboperationModel): boolean {
  return declared.identifiers.length === 0;
}

function isDuring({ firstMs, lastMs }: Times, timeMs: number): boolean {
  return firstMs <= timeMs + SIMULTANEOUS_MS && lastMs >= timeMs - SIMULTANEOUS_MS;
}

function createNeighbourhood(deps: {
  readonly names: SuboperationNameIndex;
  readonly times: ReturnType<typeof createSuboperationTimeIndex<SuboperationModel>>;
  readonly unidentified: ReadonlySet<SuboperationModel>;
  readonly matchPositions: MatchPositions<SuboperationModel>;
}): OpenSuboperations["neighbourhood"] {
  const { names, times, unidentified } = deps;
  const matchMemberPositions: MatchPositions<SuboperationMember> = (a, b) => deps.matchPositions(a.model, b.model);

  function* listSharingName(suboperation: SuboperationModel): Iterable<SuboperationModel> {
    for (const others of names.groupsOf(suboperation)) {
      for (const other of others) if (other !== suboperation && isWithinGap(other, suboperation)) yield other;
    }
  }

  /** Stops at one more than may be near. */
  function listNear(suboperation: SuboperationModel): readonly SuboperationModel[] {
    const member = toMember(suboperation);
    const found: SuboperationModel[] = [];
    const candidates = unidentified.has(suboperation)
      ? times.during(suboperation.firstMs - CONTINUITY_MS, suboperation.lastMs + CONTINUITY_MS)
      : unidentified;
    for (const other of candidates) {
      if (other === suboperation) continue;
      if (hasEvidence("continuity", member, toMember(other), matchMemberPositions)) found.push(other);
      if (found.length > MAX_NEARBY) break;
    }
    return found;
  }

  return (suboperation) => {
    const operations = new Set<OperationModel>([suboperation.operation]);
    const suboperations: SuboperationModel[] = [];
    const crowded = new Set<SuboperationModel>();
    // The loop also visits operations that are added to the set while it runs.
    for (const operation of operations) {
      for (const one of operation.suboperations) {
        suboperations.push(one);
        for (const other of listSharingName(one)) operations.add(other.operation);
        const near = listNear(one);
        if (near.length > MAX_NEARBY) crowded.add(one);
        else for (const other of near) operations.add(other.operation);
      }
    }
    return { suboperations, crowded };
  };
}

/** A suboperation as the rules see it, with the model that it stands for. */
export type SuboperationMember = GroupMember & { readonly model: SuboperationModel };

export function toMember(model: SuboperationModel): SuboperationMember {
  const { technology, transmitter, declared, firstMs, lastMs, isPinned, operation } = model;
  const pinnedOperation = isPinned ? operation.id : null;
  return {
    sensorId: sensorKeyOf(model),
    technology,
    transmitter,
    identifiers: declared.identifiers,
    firstMs,
    lastMs,
    pinnedOperation,
    model,
  };
}
