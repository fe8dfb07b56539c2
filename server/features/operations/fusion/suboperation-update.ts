import { widen } from "../../../kernel/box-e7.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Declared, Sighting } from "../../../kernel/sighting.ts";
import type { UaPoint } from "../../../kernel/telemetry.ts";
import type { Fix, SuboperationModel } from "../model/operation.model.ts";
import { mergeDeclared, mergeWarnings } from "../model/operation.model.ts";
import type { ContinuityCheck } from "./continuity-check.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import type { JointDecisions } from "./joint-decisions.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import { updateOperationTimes } from "./operation-fusion.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { placeWarnings } from "./place-warnings.rules.ts";
import type { SerialNumberPlaces } from "./serial-number-places.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";
import type { ShareTransmitterWarning } from "./transmitter-warnings.ts";

/** Updates a suboperation in memory with what was received of it. Runs for every record. */
export type SuboperationUpdate = {
  /** Adds a sighting that was assigned to the suboperation; `fix` is the sighting's position. */
  readonly applySighting: (suboperation: SuboperationModel, sighting: Sighting, fix: Fix | null) => void;
  /** Adds a point of an account's flight. */
  readonly applyFlightPoint: (suboperation: SuboperationModel, point: UaPoint) => void;
  /** Lengthens the suboperation to include a time. */
  readonly includeTime: (suboperation: SuboperationModel, timeMs: number) => void;
};

export function createSuboperationUpdate(deps: {
  readonly store: Pick<FusionStateStore, "findRelated">;
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
  readonly memory: FusionMemory;
  readonly clock: Clock;
  readonly decided: Pick<JointDecisions, "reachesOthers">;
  readonly fuse: (around: SuboperationModel) => void;
  readonly compareSerialPlaces: SerialNumberPlaces["compare"];
  readonly checkContinuity: ContinuityCheck["compare"];
  readonly shareTransmitterWarning: ShareTransmitterWarning;
  /** Receives the suboperations whose operations have to be decided again. */
  readonly unfused: Set<SuboperationModel>;
}): SuboperationUpdate {
  const { open, fixes, pendingWrites, clock, decided, fuse, unfused } = deps;
  const { compareSerialPlaces, checkContinuity, shareTransmitterWarning } = deps;
  const { touch, remember } = deps.memory;
  const lastDeclared = new WeakMap<SuboperationModel, Declared>();
  const operatorOf = createOperatorFinder();

  function applySighting(suboperation: SuboperationModel, sighting: Sighting, fix: Fix | null): void {
    const nowMs = clock.now();
    const hadIdentifiers = suboperation.declared.identifiers.length;
    const { warnings } = suboperation;
    applyDeclared(suboperation, sighting, fix);
    shareTransmitterWarning(suboperation, warnings);
    suboperation.updatedMs = nowMs;
    // Only telemetry changes the times: a declaration without a position does not.
    if (sighting.ua !== null || sighting.operator !== null) {
      applyTransmitter(suboperation, sighting);
      includeTime(suboperation, sighting.observedAtMs);
    }
    if (sighting.ua !== null) suboperation.box = widen(suboperation.box, sighting.ua);
    if (fix !== null && applyFix(suboperation, fix) && open.isNearStart(suboperation, fix)) unfused.add(suboperation);
    pendingWrites.noteProgress(suboperation);
    const { identifiers } = suboperation.declared;
    if (identifiers.length > hadIdentifiers) {
      open.add(suboperation);
      remember(deps.store.findRelated(null, identifiers, suboperation.firstMs));
      fuse(suboperation);
      if (fix !== null) compareSerialPlaces(suboperation, fix);
    }
    touch(suboperation.operation, nowMs);
  }

  /** Returns whether the position adds to what is known. */
  function applyFix(suboperation: SuboperationModel, fix: Fix): boolean {
    if (fix.timeMs >= (suboperation.lastFix?.timeMs ?? -Infinity)) suboperation.lastFix = fix;
    const { firstFix } = suboperation;
    const change = fixes.note(suboperation, fix);
    if (suboperation.firstFix !== firstFix) {
      open.noteStart(suboperation);
      unfused.add(suboperation);
    }
    if (change !== "nothing") compareSerialPlaces(suboperation, fix);
    if (checkContinuity(suboperation, fix, change)) unfused.add(suboperation);
    return change !== "nothing";
  }

  function applyDeclared(suboperation: SuboperationModel, sighting: Sighting, fix: Fix | null): void {
    // The aggregator passes the same object until an aircraft declares something new.
    const declared =
      lastDeclared.get(suboperation) === sighting.declared
        ? suboperation.declared
        : mergeDeclared(suboperation.declared, sighting.declared);
    lastDeclared.set(suboperation, sighting.declared);
    const ofPlace = placeWarnings(suboperation, fix, operatorOf(suboperation, sighting));
    const warnings = mergeWarnings(mergeWarnings(suboperation.warnings, sighting.warnings), ofPlace);
    if (isSameDeclared(declared, suboperation.declared) && warnings === suboperation.warnings) return;
    suboperation.declared = declared;
    suboperation.warnings = warnings;
    pendingWrites.noteWhole(suboperation);
  }

  /** Keeps the transmitter of the earliest sighting, so that the order in which sightings arrive does not matter. */
  function applyTransmitter(suboperation: SuboperationModel, { transmitter, observedAtMs }: Sighting): void {
    if (observedAtMs >= suboperation.firstMs || suboperation.transmitter === transmitter) return;
    open.remove(suboperation);
    suboperation.transmitter = transmitter;
    open.add(suboperation);
    pendingWrites.noteWhole(suboperation);
    unfused.add(suboperation);
  }

  function includeTime(suboperation: SuboperationModel, timeMs: number): void {
    const { firstMs, lastMs } = suboperation;
    if (timeMs >= firstMs && timeMs <= lastMs) return;
    suboperation.firstMs = Math.min(firstMs, timeMs);
    suboperation.lastMs = Math.max(lastMs, timeMs);
    open.noteTimes(suboperation);
    const reachesOthers =
      open.reachesOthers(suboperation, { firstMs, lastMs }) || decided.reachesOthers(suboperation, lastMs);
    if (timeMs < firstMs || reachesOthers) unfused.add(suboperation);
  }

  function applyFlightPoint(suboperation: SuboperationModel, point: UaPoint): void {
    if (suboperation.recordCount === 0 && suboperation.box === null) replacePlannedTimes(suboperation, point.timeMs);
    else includeTime(suboperation, point.timeMs);
    suboperation.updatedMs = clock.now();
    suboperation.box = widen(suboperation.box, point);
    const fix = { timeMs: point.timeMs, latitude: point.latitudeE7 / 1e7, longitude: point.longitudeE7 / 1e7 };
    applyFix(suboperation, fix);
    pendingWrites.noteProgress(suboperation);
    touch(suboperation.operation, suboperation.updatedMs);
  }

  /** With the first point of a flight its times are no longer those of its plan. */
  function replacePlannedTimes(suboperation: SuboperationModel, timeMs: number): void {
    open.remove(suboperation);
    suboperation.firstMs = timeMs;
    suboperation.lastMs = timeMs;
    open.add(suboperation);
    updateOperationTimes(suboperation.operation);
  }

  return { applySighting, applyFlightPoint, includeTime };
}

/**
 * Finds the last position of the operator of a suboperation, from any sensor: it is declared less often than the
 * aircraft's position.
 */
function createOperatorFinder(): (suboperation: SuboperationModel, sighting: Sighting) => Fix | null {
  const lastOperator = new WeakMap<SuboperationModel, Fix>();
  return (suboperation, { operator }) => {
    if (operator !== null) {
      const { timeMs, latitudeE7, longitudeE7 } = operator;
      lastOperator.set(suboperation, { timeMs, latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 });
    }
    let newest: Fix | null = null;
    for (const one of suboperation.operation.suboperations) {
      const fix = lastOperator.get(one);
      if (fix !== undefined && fix.timeMs >= (newest?.timeMs ?? -Infinity)) newest = fix;
    }
    return newest;
  };
}

export function isSameDeclared(a: Declared, b: Declared): boolean {
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
