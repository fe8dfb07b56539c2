import type { OutputFilter } from "../../contracts/outputs.ts";
import type { SuboperationModel } from "../../features/operations/index.ts";
import { isInsideE7 } from "../../kernel/geo.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { LivePublisher } from "../recording/live-publisher.ts";
import { filterBox } from "./filter-box.ts";
import type { OutputReading } from "./record-batch.ts";

/** A position of an aircraft, before a record is made of it. */
export type LivePoint = { readonly suboperation: SuboperationModel; readonly ua: UaPoint };

/** Where an operator was, as declared by its aircraft. */
type OperatorPlaces = { operator?: OperatorPoint; takeOff?: OperatorPoint };

/** Reads what outputs send, each with the rights of its owner. */
export function createOutputRecords({ canRead }: Pick<LivePublisher, "canRead">) {
  const places = new WeakMap<SuboperationModel, OperatorPlaces>();

  const isReadable = (suboperation: SuboperationModel, owner: () => Principal) =>
    !suboperation.isPrivate || canRead(suboperation, owner());

  function newestOf(suboperations: readonly SuboperationModel[], kind: keyof OperatorPlaces): OperatorPoint | null {
    let newest: OperatorPoint | null = null;
    for (const suboperation of suboperations) {
      const place = places.get(suboperation)?.[kind];
      if (place !== undefined && (newest === null || place.timeMs > newest.timeMs)) newest = place;
    }
    return newest;
  }

  return {
    note(suboperation: SuboperationModel, operator: OperatorPoint): void {
      const known = places.get(suboperation) ?? {};
      places.set(suboperation, known);
      known[operator.sourceType === "take_off" ? "takeOff" : "operator"] = operator;
    },
    /** `undefined` where it is not to be sent any more. */
    read({ suboperation, ua }: LivePoint, owner: () => Principal): OutputReading | undefined {
      if (!isReadable(suboperation, owner)) return undefined;
      const { operation, sensorId, technology } = suboperation;
      const readable = operation.suboperations.filter((one) => isReadable(one, owner));
      return {
        operationId: operation.uuid,
        sensorId,
        technology,
        ua,
        declared: readable.map(({ declared }) => declared),
        operator: newestOf(readable, "operator"),
        takeOff: newestOf(readable, "takeOff"),
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
