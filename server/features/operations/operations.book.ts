import type { Clock } from "../../kernel/clock.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Declared, Sighting } from "../../kernel/sighting.ts";
import { createFragmentTimes } from "./fragment-times.index.ts";
import type { Fix, Fragment, Link } from "./fusion.rules.ts";
import { bestLink, continuesFragment, contradictsCompany } from "./fusion.rules.ts";
import type { OperationModel, SuboperationModel } from "./operations.model.ts";
import { NOTHING_DECLARED, mergeDeclared, mergeWarnings, widen } from "./operations.model.ts";
import type { BookStore } from "./operations.store.ts";
import { placeWarnings } from "./place-warnings.rules.ts";

/** Operations not heard of for this long leave memory; they are found again in the database. */
const FORGET_AFTER_MS = 15 * MINUTE_MS;
const FORGET_EVERY_SIGHTINGS = 2000;

/** Records stored for a suboperation in one transaction, and the latest time among them. */
export type Gain = { readonly records: number; readonly lastMs: number };

export type Book = {
  /**
   * The suboperation a sighting belongs to, opened when it is new; `undefined` when the sighting carries no telemetry
   * and nothing is open that it could add to.
   */
  readonly assign: (sighting: Sighting) => SuboperationModel | undefined;
  /**
   * Writes what has changed and the records that each suboperation gained; inside the transaction that stored them.
   * The returned function confirms it once that is on disk.
   */
  readonly save: (gained: ReadonlyMap<SuboperationModel, Gain>) => () => void;
  /** Operations that changed since the last call. */
  readonly drainChanged: () => readonly OperationModel[];
};

/**
 * The fusion's memory: what is in the air now, and what a replay is about. Ids are given out here, ahead of the
 * database, so that a record can be shown at once and stored with its group.
 */
export function createBook(deps: { readonly store: BookStore; readonly clock: Clock; readonly ids: Ids }): Book {
  const { store, clock, ids } = deps;
  let nextOperation = store.highestIds.operation;
  let nextSuboperation = store.highestIds.suboperation;
  const open = new Map<number, SuboperationModel>();
  /** Suboperations by sensor, technology and transmitter or identifier: the way of nearly every sighting. */
  const byKey = new Map<string, Set<SuboperationModel>>();
  const times = createFragmentTimes<SuboperationModel>();
  const touchedMs = new Map<OperationModel, number>();
  const unsaved = new Map<SuboperationModel, "progress" | "whole">();
  const unsavedOperations = new Set<OperationModel>();
  const unsavedMerges: (readonly [OperationModel, OperationModel])[] = [];
  const changed = new Set<OperationModel>();
  const lastHeard = new WeakMap<SuboperationModel, Declared>();
  let sightings = 0;

  function assign(sighting: Sighting): SuboperationModel | undefined {
    if (++sightings % FORGET_EVERY_SIGHTINGS === 0) forgetQuiet();
    const fragment = fragmentOf(sighting);
    let suboperation = findOpen(fragment);
    if (suboperation === undefined) {
      remember(store.findRelated(fragment.transmitter, fragment.identifiers, fragment.firstMs));
      suboperation = findOpen(fragment);
    }
    const hasTelemetry = sighting.ua !== null || sighting.operator !== null;
    if (suboperation === undefined && !hasTelemetry) return undefined;
    suboperation ??= openSuboperation(sighting, fragment);
    update(suboperation, sighting, fragment);
    return suboperation;
  }

  function findOpen(fragment: Fragment): SuboperationModel | undefined {
    let best: SuboperationModel | undefined;
    for (const key of keysOf(fragment)) {
      for (const candidate of byKey.get(key) ?? []) {
        if (!continuesFragment(asFragment(candidate), fragment)) continue;
        if (best === undefined || candidate.lastMs > best.lastMs) best = candidate;
      }
      if (best !== undefined) return best;
    }
    return undefined;
  }

  function openSuboperation(sighting: Sighting, fragment: Fragment): SuboperationModel {
    const link = bestLink(fragmentsAround(fragment.firstMs), fragment, ({ model }) => model.operation);
    const nowMs = clock.now();
    const operation = link?.candidate.model.operation ?? openOperation(sighting.observedAtMs, nowMs);
    const suboperation: SuboperationModel = {
      id: ++nextSuboperation,
      uuid: ids.timed(sighting.observedAtMs),
      operation,
      // The station's, and seen by as many as what it heard of this flight before.
      ownerId: null,
      isPrivate: operation.suboperations.some(({ ownerId, isPrivate }) => ownerId === null && isPrivate),
      sensorId: sighting.sensorId,
      technology: sighting.technology,
      sourceType: sighting.sourceType,
      transmitter: sighting.transmitter,
      createdMs: nowMs,
      updatedMs: nowMs,
      firstMs: sighting.observedAtMs,
      lastMs: sighting.observedAtMs,
      recordCount: 0,
      box: null,
      declared: NOTHING_DECLARED,
      warnings: [],
      linkReason: link?.reason ?? "first_seen",
      linkConfidence: link?.confidence ?? 1,
      lastFix: null,
    };
    operation.suboperations.push(suboperation);
    index(suboperation);
    unsaved.set(suboperation, "whole");
    return suboperation;
  }

  function openOperation(timeMs: number, nowMs: number): OperationModel {
    const operation: OperationModel = {
      id: ++nextOperation,
      uuid: ids.timed(timeMs),
      createdMs: nowMs,
      updatedMs: nowMs,
      firstMs: timeMs,
      lastMs: timeMs,
      suboperations: [],
    };
    unsavedOperations.add(operation);
    return operation;
  }

  function update(suboperation: SuboperationModel, sighting: Sighting, fragment: Fragment): void {
    const nowMs = clock.now();
    const hadIdentifiers = suboperation.declared.identifiers.length;
    // The aggregator hands in the same object until an aircraft declares something new.
    const declared =
      lastHeard.get(suboperation) === sighting.declared
        ? suboperation.declared
        : mergeDeclared(suboperation.declared, sighting.declared);
    lastHeard.set(suboperation, sighting.declared);
    const warnings = mergeWarnings(suboperation.warnings, [
      ...sighting.warnings,
      ...placeWarnings(suboperation, sighting, fragment.lastFix),
    ]);
    if (!isSame(declared, suboperation.declared) || warnings !== suboperation.warnings) {
      suboperation.declared = declared;
      suboperation.warnings = warnings;
      unsaved.set(suboperation, "whole");
    }
    suboperation.updatedMs = nowMs;
    // Its times are those of its telemetry: a word without a place does not make a flight longer.
    if (sighting.ua !== null || sighting.operator !== null) {
      suboperation.firstMs = Math.min(suboperation.firstMs, sighting.observedAtMs);
      suboperation.lastMs = Math.max(suboperation.lastMs, sighting.observedAtMs);
      times.note(suboperation);
    }
    if (sighting.ua !== null) suboperation.box = widen(suboperation.box, sighting.ua);
    if (fragment.lastFix !== null && fragment.lastFix.timeMs >= (suboperation.lastFix?.timeMs ?? -Infinity)) {
      suboperation.lastFix = fragment.lastFix;
    }
    if (!unsaved.has(suboperation)) unsaved.set(suboperation, "progress");
    if (suboperation.declared.identifiers.length > hadIdentifiers) {
      index(suboperation);
      leaveStrangers(suboperation);
      joinByIdentity(suboperation);
    }
    touch(suboperation.operation, nowMs);
  }

  /** An identity that comes late may show that a fragment was taken for another aircraft's: it becomes its own flight. */
  function leaveStrangers(suboperation: SuboperationModel): void {
    const left = suboperation.operation;
    const others = left.suboperations.filter((one) => one !== suboperation);
    if (!contradictsCompany({ suboperations: others }, suboperation.declared.identifiers)) return;
    left.suboperations.splice(0, Infinity, ...others);
    const eldest = others.toSorted((a, b) => a.firstMs - b.firstMs)[0]!;
    markFirst(eldest);
    left.firstMs = eldest.firstMs;
    left.lastMs = Math.max(...others.map(({ lastMs }) => lastMs));
    touch(left, clock.now());
    const own = openOperation(suboperation.firstMs, clock.now());
    own.suboperations.push(suboperation);
    suboperation.operation = own;
    markFirst(suboperation);
  }

  function markFirst(suboperation: SuboperationModel): void {
    suboperation.linkReason = "first_seen";
    suboperation.linkConfidence = 1;
    unsaved.set(suboperation, "whole");
  }

  /** An identity that comes late may show that two operations are one: the younger becomes part of the older. */
  function joinByIdentity(suboperation: SuboperationModel): void {
    remember(store.findRelated(null, suboperation.declared.identifiers, suboperation.firstMs));
    const others = fragmentsAround(suboperation.firstMs).filter(
      ({ model }) => model.operation !== suboperation.operation,
    );
    const link = bestLink(others, asFragment(suboperation), ({ model }) => model.operation);
    if (link?.reason !== "same_identifier") return;
    const pair = [suboperation.operation, link.candidate.model.operation].toSorted((a, b) => a.id - b.id);
    mergeOperations(pair[1]!, pair[0]!, link);
  }

  function mergeOperations(from: OperationModel, into: OperationModel, link: Link): void {
    for (const moved of from.suboperations.splice(0)) {
      moved.operation = into;
      moved.linkReason = link.reason;
      moved.linkConfidence = link.confidence;
      into.suboperations.push(moved);
      unsaved.set(moved, "whole");
    }
    touchedMs.delete(from);
    changed.delete(from);
    unsavedOperations.add(from);
    unsavedMerges.push([from, into]);
    touch(into, clock.now());
  }

  function touch(operation: OperationModel, nowMs: number): void {
    operation.updatedMs = nowMs;
    for (const { firstMs, lastMs } of operation.suboperations) {
      operation.firstMs = Math.min(operation.firstMs, firstMs);
      operation.lastMs = Math.max(operation.lastMs, lastMs);
    }
    touchedMs.set(operation, nowMs);
    unsavedOperations.add(operation);
    changed.add(operation);
  }

  function remember(operations: readonly OperationModel[]): void {
    for (const operation of operations) {
      if (operation.suboperations.some(({ id }) => open.has(id))) continue;
      for (const suboperation of operation.suboperations) index(suboperation);
      touchedMs.set(operation, clock.now());
    }
  }

  function index(suboperation: SuboperationModel): void {
    open.set(suboperation.id, suboperation);
    times.note(suboperation);
    for (const key of keysOf(asFragment(suboperation))) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, new Set([suboperation]));
      else known.add(suboperation);
    }
  }

  function forgetQuiet(): void {
    const before = clock.now() - FORGET_AFTER_MS;
    for (const [operation, touched] of touchedMs) {
      if (touched >= before || unsavedOperations.has(operation)) continue;
      touchedMs.delete(operation);
      for (const suboperation of operation.suboperations) forget(suboperation);
    }
  }

  function forget(suboperation: SuboperationModel): void {
    open.delete(suboperation.id);
    times.remove(suboperation);
    for (const key of keysOf(asFragment(suboperation))) {
      const known = byKey.get(key);
      known?.delete(suboperation);
      if (known?.size === 0) byKey.delete(key);
    }
  }

  /** The open fragments that may be the same flight as one at that time, oldest first. */
  function fragmentsAround(timeMs: number): (Fragment & { readonly model: SuboperationModel })[] {
    const models = [...times.around(timeMs)].toSorted((a, b) => a.id - b.id);
    return models.map((model) => ({ ...asFragment(model), model }));
  }

  function save(gained: ReadonlyMap<SuboperationModel, Gain>): () => void {
    for (const [suboperation, { lastMs }] of gained) {
      // A point may be kept a little later than it was heard.
      suboperation.lastMs = Math.max(suboperation.lastMs, lastMs);
      if (open.has(suboperation.id)) times.note(suboperation);
      if (lastMs > suboperation.operation.lastMs) touch(suboperation.operation, clock.now());
      if (!unsaved.has(suboperation)) unsaved.set(suboperation, "progress");
    }
    const operations = [...unsavedOperations];
    const suboperations = [...unsaved];
    const merges = [...unsavedMerges];
    for (const operation of operations) store.saveOperation(operation);
    for (const [suboperation, extent] of suboperations) {
      const recordCount = suboperation.recordCount + (gained.get(suboperation)?.records ?? 0);
      if (extent === "whole") store.saveSuboperation(suboperation, recordCount);
      else store.saveProgress(suboperation, recordCount);
    }
    for (const [from, into] of merges) store.saveMerge(from, into);
    return () => {
      for (const operation of operations) unsavedOperations.delete(operation);
      for (const [suboperation] of suboperations) unsaved.delete(suboperation);
      for (const [suboperation, { records }] of gained) suboperation.recordCount += records;
      unsavedMerges.splice(0, merges.length);
    };
  }

  return {
    assign,
    save,
    drainChanged() {
      const drained = [...changed];
      changed.clear();
      return drained;
    },
  };
}

function fragmentOf(sighting: Sighting): Fragment {
  return {
    sensorId: sighting.sensorId,
    technology: sighting.technology,
    transmitter: sighting.transmitter,
    identifiers: sighting.declared.identifiers,
    firstMs: sighting.observedAtMs,
    lastMs: sighting.observedAtMs,
    lastFix: fixOf(sighting),
  };
}

function fixOf({ ua }: Sighting): Fix | null {
  return ua === null ? null : { timeMs: ua.timeMs, latitude: ua.latitudeE7 / 1e7, longitude: ua.longitudeE7 / 1e7 };
}

function asFragment(suboperation: SuboperationModel): Fragment {
  const { sensorId, technology, transmitter, declared, firstMs, lastMs, lastFix } = suboperation;
  return { sensorId, technology, transmitter, identifiers: declared.identifiers, firstMs, lastMs, lastFix };
}

function keysOf(fragment: Fragment): readonly string[] {
  const seenBy = `${fragment.sensorId}|${fragment.technology}`;
  const keys = fragment.identifiers.map(({ type, value }) => `${seenBy}|${type}:${value}`);
  if (fragment.transmitter !== null) keys.unshift(`${seenBy}|${fragment.transmitter}`);
  return keys;
}

function isSame(a: SuboperationModel["declared"], b: SuboperationModel["declared"]): boolean {
  return (
    a.identifiers === b.identifiers &&
    a.descriptions === b.descriptions &&
    a.authentication === b.authentication &&
    a.uaType === b.uaType &&
    a.operatorId === b.operatorId &&
    a.classification === b.classification &&
    a.classificationType === b.classificationType
  );
}
