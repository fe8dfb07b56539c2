import type { TransmissionTechnology } from "../../contracts/common.ts";
import type { OutputFilter } from "../../contracts/outputs.ts";
import { declaredBy, type SuboperationModel } from "../../features/operations/index.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Identifier } from "../../kernel/sighting.ts";
import { toOperatorTelemetry, toUaTelemetry } from "../../kernel/telemetry-records.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { OutputRecord } from "../../outputs/output.ts";
import type { LivePublisher } from "../recording/live-publisher.ts";
import { filterBox, isInsideE7 } from "./filter-box.ts";

/** A position of an aircraft, before a record is made of it. */
export type LivePoint = { readonly suboperation: SuboperationModel; readonly ua: UaPoint };

/** Where an operator was, as its aircraft declared. */
type OperatorPlaces = { operator?: OperatorPoint; takeOff?: OperatorPoint };

/** Makes the records of outputs, each with the rights of its owner. */
export function createOutputRecords({ canRead }: Pick<LivePublisher, "canRead">) {
  const places = new WeakMap<SuboperationModel, OperatorPlaces>();

  const isReadable = (suboperation: SuboperationModel, owner: () => Principal) =>
    !suboperation.isPrivate || canRead(suboperation, owner());

  return {
    note(suboperation: SuboperationModel, operator: OperatorPoint): void {
      const known = places.get(suboperation) ?? {};
      places.set(suboperation, known);
      known[operator.sourceType === "take_off" ? "takeOff" : "operator"] = operator;
    },
    /** `undefined` where it is not to be sent any more. */
    makeRecord({ suboperation, ua }: LivePoint, owner: () => Principal): OutputRecord | undefined {
      if (!isReadable(suboperation, owner)) return undefined;
      const readable = suboperation.operation.suboperations.filter((one) => isReadable(one, owner));
      const declared = declaredBy(readable);
      const origin = { sensorId: suboperation.sensorId, operationId: suboperation.operation.uuid };
      const newest = (kind: keyof OperatorPlaces) => {
        const points = readable.flatMap((one) => places.get(one)?.[kind] ?? []);
        if (points.length === 0) return null;
        return toOperatorTelemetry(
          points.reduce((a, b) => (b.timeMs > a.timeMs ? b : a)),
          origin,
        );
      };
      return {
        operationId: origin.operationId,
        ua: toUaTelemetry(ua, origin),
        uasId: uasIdOf(declared.identifiers),
        declared,
        technology: suboperation.technology as TransmissionTechnology,
        operator: newest("operator"),
        takeOff: newest("takeOff"),
      };
    },
    /** The key of a point; `undefined` where the output does not send it. Called for every point of every output. */
    keyOf(ownerId: string, filter: OutputFilter | null, owner: () => Principal) {
      const box = filterBox(filter);
      return ({ suboperation, ua }: LivePoint): string | undefined => {
        if (filter?.technology !== undefined && suboperation.technology !== filter.technology) return undefined;
        if (box !== undefined && !isInsideE7(box, ua)) return undefined;
        const { operation } = suboperation;
        if (filter?.own === true && !operation.suboperations.some((one) => one.ownerId === ownerId)) return undefined;
        return isReadable(suboperation, owner) ? operation.uuid : undefined;
      };
    },
  };
}

/** The serial number if there is one, because it stays the same; else what else names the aircraft. */
function uasIdOf(identifiers: readonly Identifier[]): string | null {
  const order = ["serial_number", "caa_registration_id", "utm_assigned_uuid", "specific_session_id"] as const;
  for (const type of order) {
    const found = identifiers.findLast((one) => one.type === type);
    if (found !== undefined) return found.value;
  }
  return null;
}
