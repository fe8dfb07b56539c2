import { IN_PROGRESS_MS, type Operation, type OperationStatus } from "../../../contracts/operations.ts";
import { isoFromMs, isoOrNull } from "../../../kernel/clock.ts";
import { joinBoxes } from "../../../kernel/box-e7.ts";
import { type BoxE7, formatBbox, toBbox } from "../../../kernel/geo.ts";
import type { Warning } from "../../../kernel/sighting.ts";
import { aircraftModelsOf } from "./aircraft-facts.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";
import { declaredBy, isImported, mergeWarnings } from "./operation.model.ts";

export function statusAt(lastMs: number, nowMs: number): OperationStatus {
  return nowMs - lastMs < IN_PROGRESS_MS ? "current" : "past";
}

/** The only part of the response that changes as time passes. */
export function statusOfOperation(model: Pick<OperationModel, "lastMs" | "suboperations">, nowMs: number) {
  return planOf(model.suboperations) ?? statusOf(model, nowMs);
}

/** An operation in the form of the API; `isSeen`: whether the recipient has marked it as seen. */
export function toOperation(model: OperationModel, nowMs: number, isSeen: boolean): Operation {
  return describe(model, nowMs, isSeen);
}

/** One suboperation, shown as a separate operation (`globalize=false`). */
export function toOperationOfSuboperation(model: SuboperationModel, nowMs: number, isSeen: boolean): Operation {
  const { uuid, createdMs, updatedMs, firstMs, lastMs } = model;
  return describe({ uuid, createdMs, updatedMs, firstMs, lastMs, suboperations: [model] }, nowMs, isSeen);
}

function describe(model: Omit<OperationModel, "id">, nowMs: number, isSeen: boolean): Operation {
  const { suboperations } = model;
  const inOrder = suboperations.toSorted((a, b) => a.firstMs - b.firstMs || a.id - b.id);
  const first = inOrder[0];
  const plan = planOf(suboperations);
  const withTelemetry = suboperations.filter(hasTelemetry);
  const declared = declaredBy(inOrder);
  const warnings = inOrder.reduce<SuboperationModel["warnings"]>((all, one) => mergeWarnings(all, one.warnings), []);
  const box = inOrder.reduce<BoxE7 | null>((joined, one) => joinBoxes(joined, one.box), null);
  return {
    id: model.uuid,
    status: plan ?? statusOf(model, nowMs),
    sensor_id: first?.sensorId ?? null,
    uas_operator_id: declared.operatorId,
    ua_classification: declared.classification,
    ua_classification_type: declared.classificationType,
    ua_identifiers: declared.identifiers.map(({ type: kind, value }) => ({ type: kind, value })),
    authentication: declared.authentication.map(({ type: kind, data, timestampMs }) => ({
      type: kind,
      data,
      timestamp: isoOrNull(timestampMs),
    })),
    descriptions: declared.descriptions.map(({ type: kind, value }) => ({ type: kind, value })),
    warnings: warnings.map((one) => toWarning(one, model.uuid)),
    suboperations: inOrder.map((one) => ({
      id: one.uuid,
      sensor_id: one.sensorId,
      transmission_technology: one.technology,
      time_first_telemetry: isoFromMs(one.firstMs),
      time_last_telemetry: isoFromMs(one.lastMs),
      message_count: one.recordCount,
      link_reason: one.linkReason,
      link_confidence: one.linkConfidence,
      ...(one.origin !== null && { station_id: one.origin }),
    })),
    transmission_technology: first?.technology ?? null,
    transmission_technologies: [...new Set(inOrder.map(({ technology }) => technology))],
    aircraft_models: aircraftModelsOf(inOrder, declared),
    seen: isSeen,
    bbox: box === null ? null : formatBbox(toBbox(box)),
    time_created: isoFromMs(model.createdMs),
    time_updated: isoFromMs(model.updatedMs),
    time_first_telemetry: timeOf(
      Math.min,
      withTelemetry.map(({ firstMs }) => firstMs),
    ),
    time_last_telemetry: timeOf(
      Math.max,
      withTelemetry.map(({ lastMs }) => lastMs),
    ),
    sources: [...Map.groupBy(inOrder, ({ sensorId, sourceType }) => `${sourceType} ${sensorId}`).values()].map(
      (ones) => ({
        message_count: ones.reduce((sum, { recordCount }) => sum + recordCount, 0),
        name: ones[0]!.sensorId,
        type: ones[0]!.sourceType,
      }),
    ),
    sensor_ids: [...new Set(inOrder.map(({ sensorId }) => sensorId))],
  };
}

/** A flight has an operation before it has telemetry; what was received always has some. */
function hasTelemetry({ sourceType, recordCount, box }: SuboperationModel): boolean {
  return sourceType !== "direct" || recordCount > 0 || box !== null;
}

function timeOf(choose: (...times: readonly number[]) => number, times: readonly number[]): string | null {
  return times.length === 0 ? null : isoFromMs(choose(...times));
}

/** Imported suboperations do not count: a log does not tell whether the operation is still current. */
function statusOf(
  { suboperations, lastMs }: Pick<OperationModel, "lastMs" | "suboperations">,
  nowMs: number,
): OperationStatus {
  if (!suboperations.some(isImported)) return statusAt(lastMs, nowMs);
  const received = suboperations.filter((suboperation) => !isImported(suboperation));
  return statusAt(Math.max(...received.map((suboperation) => suboperation.lastMs)), nowMs);
}

export function toWarning({ type, msg, distanceM, operationId }: Warning, id: string): Operation["warnings"][number] {
  return {
    type,
    msg,
    ...(distanceM !== undefined && { distance_m: distanceM }),
    // The two may have been merged since.
    ...(operationId !== undefined && operationId !== id && { operation_id: operationId }),
  };
}

/** The state of the planned flight as long as no suboperation has telemetry; null afterwards. */
function planOf(suboperations: readonly SuboperationModel[]): SuboperationModel["plan"] {
  const isFlown = suboperations.some(({ plan, recordCount, box }) => plan === null || recordCount > 0 || box !== null);
  return isFlown ? null : (suboperations[0]?.plan ?? null);
}
