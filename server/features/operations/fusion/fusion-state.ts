import type { Clock } from "../../../kernel/clock.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import type { Declared, Sighting } from "../../../kernel/sighting.ts";
import type { UaPoint } from "../../../kernel/telemetry.ts";
import { createOperationFusion, fitTimes } from "./operation-fusion.ts";
import { createSuboperationFixes } from "./suboperation-fixes.index.ts";
import { createSuboperationPlacement } from "./suboperation-placement.ts";
import type { Fix } from "./fusion.rules.ts";
import { continuesSuboperation } from "./fusion.rules.ts";
import { createSuboperationMerge } from "./suboperation-merge.ts";
import { createSuboperationVisibility } from "./suboperation-visibility.ts";
import { createOpenSuboperations } from "./open-suboperations.index.ts";
import type { FusionState, FlightOpening } from "./fusion-state.model.ts";
import type { CopyTrack, TrackFixes } from "../operations.deps.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import { mergeDeclared, mergeWarnings, widen } from "../model/operation.model.ts";
import type { FusionStateStore } from "../model/operation.loader.ts";
import type { TraitsWithFix } from "./suboperation-traits.ts";
import { traitsOfSuboperation, traitsOfSighting } from "./suboperation-traits.ts";
import { placeWarnings } from "./place-warnings.rules.ts";
import type { AddedRecords } from "./pending-writes.ts";
import { createPendingWrites } from "./pending-writes.ts";

/** Operations not heard of for this long leave memory; they are found again in the database. */
const EVICT_AFTER_MS = 15 * MINUTE_MS;
const EVICT_EVERY_SIGHTINGS = 2000;

/**
 * The fusion's memory: what is in the air now, and what a replay is about. Ids are given out here, ahead of the
 * database, so that a record can be shown at once and stored with its group.
 */
export function createFusionState(deps: {
  readonly store: FusionStateStore;
  readonly tracks: TrackFixes;
  readonly copyTrack: CopyTrack;
  readonly clock: Clock;
  readonly ids: Ids;
}): FusionState {
  const { store, clock, ids } = deps;
  let nextOperation = store.highestIds.operation;
  let nextSuboperation = store.highestIds.suboperation;
  const fixes = createSuboperationFixes(deps.tracks);
  const open = createOpenSuboperations(fixes.placesOf);
  const pendingWrites = createPendingWrites(store, deps.copyTrack);
  const touchedMs = new Map<OperationModel, number>();
  const changed = new Set<OperationModel>();
  /** Suboperations of which something was heard that may say more about their flights. */
  const unfused = new Set<SuboperationModel>();
  const lastDeclared = new WeakMap<SuboperationModel, Declared>();
  /** Became part of others, while records may still be on their way to them. */
  const mergedInto = new WeakMap<SuboperationModel, SuboperationModel>();
  let sightings = 0;

  const touchNow = (operation: OperationModel) => touch(operation, clock.now());
  const openNow = (timeMs: number) => openOperation(timeMs, clock.now());
  const mergeSuboperation = createSuboperationMerge({ open, fixes, pendingWrites });
  const fuse = createOperationFusion({
    open,
    pendingWrites,
    placesOf: fixes.placesOf,
    openOperation: openNow,
    touch: touchNow,
    leave,
    mergeSuboperation(from, into) {
      mergeSuboperation(from, into);
      mergedInto.set(from, into);
    },
  });
  const visibility = createSuboperationVisibility({
    open,
    touch: touchNow,
    leave,
    findInMemory,
    load: store.load,
    rememberSuboperation,
  });
  const place = createSuboperationPlacement({
    pendingWrites,
    touch: touchNow,
    leave(operation) {
      leave(operation);
      pendingWrites.discard(operation);
    },
    reconsider: (suboperation) => unfused.add(suboperation),
  });

  /** An operation without suboperations is no more than an id that goes on working. */
  function leave(operation: OperationModel): void {
    touchedMs.delete(operation);
    changed.delete(operation);
  }

  function assign(sighting: Sighting): SuboperationModel | undefined {
    if (++sightings % EVICT_EVERY_SIGHTINGS === 0) evictIdleOperations();
    const seen = traitsOfSighting(sighting);
    let suboperation = findOpen(seen);
    if (suboperation === undefined) {
      remember(store.findRelated(seen.transmitter, seen.identifiers, seen.firstMs));
      suboperation = findOpen(seen);
    }
    if (suboperation !== undefined) {
      update(suboperation, sighting, seen.lastFix);
      return current(suboperation);
    }
    return sighting.ua === null && sighting.operator === null ? undefined : openSuboperation(sighting, seen);
  }

  function findOpen(seen: TraitsWithFix): SuboperationModel | undefined {
    return open.findMatching(seen, (candidate) => continuesSuboperation(traitsOfSuboperation(candidate), seen));
  }

  function openSuboperation(sighting: Sighting, { lastFix }: TraitsWithFix): SuboperationModel {
    const nowMs = clock.now();
    const fresh = openOperation(sighting.observedAtMs, nowMs);
    const suboperation: SuboperationModel = {
      id: ++nextSuboperation,
      uuid: ids.timed(sighting.observedAtMs),
      operation: fresh,
      ownerId: null,
      isPrivate: false,
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
      declared: sighting.declared,
      warnings: [],
      linkReason: "first_seen",
      linkConfidence: 1,
      isPinned: false,
      plan: null,
      lastFix: null,
    };
    fresh.suboperations.push(suboperation);
    fixes.open(suboperation);
    open.add(suboperation);
    pendingWrites.noteWhole(suboperation);
    update(suboperation, sighting, lastFix);
    fuse(suboperation);
    const { operation } = suboperation;
    // The station's, and seen by as many as what it heard of this flight before.
    suboperation.isPrivate = operation.suboperations.some(({ ownerId, isPrivate }) => ownerId === null && isPrivate);
    if (operation !== fresh) pendingWrites.discard(fresh);
    return current(suboperation);
  }

  function current(suboperation: SuboperationModel): SuboperationModel {
    let one = suboperation;
    for (let into = mergedInto.get(one); into !== undefined; into = mergedInto.get(one)) one = into;
    return one;
  }

  function openFlight(flight: FlightOpening): SuboperationModel {
    const nowMs = clock.now();
    const operation = openOperation(flight.timeMs, nowMs, flight.uuid);
    const { ownerId, isPrivate, plan, sensorId, sourceType, declared, timeMs } = flight;
    const suboperation: SuboperationModel = {
      id: ++nextSuboperation,
      uuid: ids.timed(timeMs),
      operation,
      ownerId,
      isPrivate,
      sensorId,
      technology: "network",
      sourceType,
      transmitter: null,
      createdMs: nowMs,
      updatedMs: nowMs,
      firstMs: timeMs,
      lastMs: timeMs,
      recordCount: 0,
      box: null,
      declared,
      warnings: [],
      linkReason: "first_seen",
      linkConfidence: 1,
      // Its id is the flight's: others may join it, it never goes into another.
      isPinned: true,
      plan,
      lastFix: null,
    };
    operation.suboperations.push(suboperation);
    fixes.open(suboperation);
    open.add(suboperation);
    pendingWrites.noteWhole(suboperation);
    touch(operation, nowMs);
    return suboperation;
  }

  function extend(suboperation: SuboperationModel, point: UaPoint): void {
    if (suboperation.recordCount === 0 && suboperation.box === null) {
      // Until now its times were those of the plan.
      open.remove(suboperation);
      suboperation.firstMs = point.timeMs;
      suboperation.lastMs = point.timeMs;
      open.add(suboperation);
      fitTimes(suboperation.operation);
    } else noteTime(suboperation, point.timeMs);
    suboperation.updatedMs = clock.now();
    suboperation.box = widen(suboperation.box, point);
    const fix = { timeMs: point.timeMs, latitude: point.latitudeE7 / 1e7, longitude: point.longitudeE7 / 1e7 };
    if (fix.timeMs >= (suboperation.lastFix?.timeMs ?? -Infinity)) suboperation.lastFix = fix;
    fixes.note(suboperation, fix);
    pendingWrites.noteProgress(suboperation);
    touch(suboperation.operation, suboperation.updatedMs);
  }

  function setPlan(id: number, plan: SuboperationModel["plan"]): void {
    const suboperation = open.find(id);
    if (suboperation === undefined) return;
    suboperation.plan = plan;
    touch(suboperation.operation, clock.now());
  }

  function openOperation(timeMs: number, nowMs: number, uuid = ids.timed(timeMs)): OperationModel {
    const operation: OperationModel = {
      id: ++nextOperation,
      uuid,
      createdMs: nowMs,
      updatedMs: nowMs,
      firstMs: timeMs,
      lastMs: timeMs,
      suboperations: [],
    };
    pendingWrites.noteOperation(operation);
    return operation;
  }

  function update(suboperation: SuboperationModel, sighting: Sighting, fix: Fix | null): void {
    const nowMs = clock.now();
    const hadIdentifiers = suboperation.declared.identifiers.length;
    // The aggregator hands in the same object until an aircraft declares something new.
    const declared =
      lastDeclared.get(suboperation) === sighting.declared
        ? suboperation.declared
        : mergeDeclared(suboperation.declared, sighting.declared);
    lastDeclared.set(suboperation, sighting.declared);
    const warnings = mergeWarnings(suboperation.warnings, [
      ...sighting.warnings,
      ...placeWarnings(suboperation, sighting, fix),
    ]);
    if (!isSame(declared, suboperation.declared) || warnings !== suboperation.warnings) {
      suboperation.declared = declared;
      suboperation.warnings = warnings;
      pendingWrites.noteWhole(suboperation);
    }
    suboperation.updatedMs = nowMs;
    // Its times are those of its telemetry: a word without a place does not make a flight longer.
    if (sighting.ua !== null || sighting.operator !== null) {
      noteTransmitter(suboperation, sighting);
      noteTime(suboperation, sighting.observedAtMs);
    }
    if (sighting.ua !== null) suboperation.box = widen(suboperation.box, sighting.ua);
    if (fix !== null) {
      if (fix.timeMs >= (suboperation.lastFix?.timeMs ?? -Infinity)) suboperation.lastFix = fix;
      if (fixes.note(suboperation, fix) && open.isNearStart(suboperation, fix)) unfused.add(suboperation);
    }
    pendingWrites.noteProgress(suboperation);
    if (declared.identifiers.length > hadIdentifiers) {
      open.add(suboperation);
      remember(store.findRelated(null, declared.identifiers, suboperation.firstMs));
      fuse(suboperation);
    }
    touch(suboperation.operation, nowMs);
  }

  /** It stands for the transmitter that it was first heard from, whichever it was heard from last. */
  function noteTransmitter(suboperation: SuboperationModel, { transmitter, observedAtMs }: Sighting): void {
    if (observedAtMs >= suboperation.firstMs || suboperation.transmitter === transmitter) return;
    open.remove(suboperation);
    suboperation.transmitter = transmitter;
    open.add(suboperation);
    pendingWrites.noteWhole(suboperation);
    unfused.add(suboperation);
  }

  function noteTime(suboperation: SuboperationModel, timeMs: number): void {
    const { firstMs, lastMs } = suboperation;
    if (timeMs >= firstMs && timeMs <= lastMs) return;
    suboperation.firstMs = Math.min(firstMs, timeMs);
    suboperation.lastMs = Math.max(lastMs, timeMs);
    open.noteTimes(suboperation);
    if (timeMs < firstMs || open.reachesOthers(suboperation, { firstMs, lastMs })) unfused.add(suboperation);
  }

  function touch(operation: OperationModel, nowMs: number): void {
    operation.updatedMs = nowMs;
    for (const { firstMs, lastMs } of operation.suboperations) {
      operation.firstMs = Math.min(operation.firstMs, firstMs);
      operation.lastMs = Math.max(operation.lastMs, lastMs);
    }
    touchedMs.set(operation, nowMs);
    pendingWrites.noteOperation(operation);
    changed.add(operation);
  }

  function remember(operations: readonly OperationModel[]): void {
    for (const operation of operations) {
      if (operation.suboperations.some(({ id }) => open.find(id) !== undefined)) continue;
      operation.suboperations.forEach(rememberSuboperation);
      touchedMs.set(operation, clock.now());
    }
  }

  function rememberSuboperation(suboperation: SuboperationModel): void {
    fixes.load(suboperation);
    open.add(suboperation);
  }

  function evictIdleOperations(): void {
    const before = clock.now() - EVICT_AFTER_MS;
    for (const [operation, touched] of touchedMs) {
      if (touched >= before || pendingWrites.hasOperation(operation)) continue;
      touchedMs.delete(operation);
      operation.suboperations.forEach(open.remove);
    }
  }

  function findInMemory(number: number): OperationModel | undefined {
    return [...touchedMs.keys()].find(({ id }) => id === number);
  }

  function loadOperations(numbers: readonly number[]): readonly OperationModel[] {
    return numbers.flatMap((number) => {
      const known = findInMemory(number);
      if (known !== undefined) return known;
      const [stored] = store.load([number]);
      if (stored === undefined) return store.findEmpty(number) ?? [];
      remember([stored]);
      return touchedMs.has(stored) ? stored : [];
    });
  }

  function save(gained: ReadonlyMap<SuboperationModel, AddedRecords>): () => void {
    for (const [suboperation, { lastMs }] of gained) {
      // A point may be kept a little later than it was heard.
      if (open.has(suboperation)) noteTime(suboperation, lastMs);
      else suboperation.lastMs = Math.max(suboperation.lastMs, lastMs);
      if (lastMs > suboperation.operation.lastMs && !visibility.isExcluded(suboperation)) {
        touch(suboperation.operation, clock.now());
      }
      pendingWrites.noteProgress(suboperation);
    }
    for (const suboperation of unfused) if (open.has(suboperation)) fuse(suboperation);
    unfused.clear();
    return pendingWrites.save(gained);
  }

  return {
    assign,
    current,
    save,
    excludeSuboperations: visibility.excludeSuboperations,
    restoreSuboperations: visibility.restoreSuboperations,
    setPrivate: visibility.setPrivate,
    loadOperations,
    openOperation: openNow,
    openFlight,
    extend,
    setPlan,
    place,
    drainChanged() {
      const drained = [...changed];
      changed.clear();
      return drained;
    },
  };
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
