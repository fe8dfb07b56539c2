import type { WritableDb } from "../../../storage/database.ts";
import { NOTHING_DECLARED } from "../model/operation.model.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createOperationNumbers } from "../model/operation.store.ts";
import { createFlightSuboperationStore } from "./flight-suboperations.store.ts";
import type { FusionState } from "./fusion-state.model.ts";

/** An account's flight, for its entry among the operations of the airspace. */
export type FlightEntry = {
  readonly id: string;
  readonly owner: string;
  /** The account of the pilot, which may read and write it as the owner may. */
  readonly pilot: string;
  readonly isPrivate: boolean;
  readonly plan: SuboperationModel["plan"];
  readonly aircraft: SuboperationModel["aircraft"];
  /** Serial number of the Remote ID device on board. */
  readonly serialNumber: string | null;
  readonly sourceType: "direct" | "import";
  readonly timeMs: number;
};

export type FlightSuboperations = {
  /**
   * Enters a flight: its operation, under the flight's id, and the suboperation for its telemetry, whose number is
   * returned. `alongside` writes what belongs to it in the same transaction. Throws where the id is taken.
   */
  readonly enter: (flight: FlightEntry, alongside: (suboperation: number) => void) => number;
  /** Changes its plan, visibility and aircraft; `alongside` as above. */
  readonly update: (
    suboperation: number,
    change: Pick<FlightEntry, "plan" | "isPrivate" | "aircraft">,
    alongside: () => void,
  ) => void;
  /** The suboperation, for records to be added to it; `undefined` when it was deleted. */
  readonly find: (suboperation: number) => SuboperationModel | undefined;
  /** Whether an operation has the id already. */
  readonly isTaken: (id: string) => boolean;
};

/** The sensor id of flights that were imported from logs. */
const IMPORT_SENSOR = "import";

export function createFlightSuboperations(db: WritableDb, fusionState: FusionState): FlightSuboperations {
  const store = createFlightSuboperationStore(db);
  const numbers = createOperationNumbers(db);
  const isTaken = (id: string) => numbers.findOperation(id) !== undefined;

  return {
    isTaken,

    enter({ id, owner, pilot, isPrivate, plan, aircraft, serialNumber, sourceType, timeMs }, alongside) {
      if (isTaken(id)) throw new Error(`an operation has the id ${id} already`);
      const suboperation = fusionState.openFlight({
        uuid: id,
        ownerId: owner,
        isPrivate,
        plan,
        aircraft,
        // Without a device on board the flight is its own sensor.
        sensorId: sourceType === "import" ? IMPORT_SENSOR : (serialNumber ?? id),
        declared:
          serialNumber === null
            ? NOTHING_DECLARED
            : { ...NOTHING_DECLARED, identifiers: [{ type: "serial_number", value: serialNumber }] },
        sourceType,
        timeMs,
      });
      const confirm = db
        .transaction(() => {
          const saved = fusionState.save(new Map());
          if (aircraft !== null) store.describe(suboperation.id, aircraft);
          if (pilot !== owner) store.share(suboperation.id, pilot);
          alongside(suboperation.id);
          return saved;
        })
        .immediate();
      confirm();
      return suboperation.id;
    },

    update(suboperation, { plan, isPrivate, aircraft }, alongside) {
      db.transaction(() => {
        store.change(suboperation, plan, isPrivate);
        store.describe(suboperation, aircraft);
        alongside();
      }).immediate();
      fusionState.setFlight(suboperation, { plan, aircraft });
      fusionState.setPrivate(new Set([suboperation]), isPrivate);
    },

    find(suboperation) {
      const operation = numbers.findOperationOf(suboperation);
      if (operation === undefined) return undefined;
      const [found] = fusionState.loadOperations([operation]);
      return found?.suboperations.find(({ id }) => id === suboperation);
    },
  };
}
