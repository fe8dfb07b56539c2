import { NOTHING_DECLARED } from "../model/operation.model.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { FusionState } from "./fusion-state.model.ts";
import type { WritableDb } from "../../../storage/database.ts";

/** A flight of an account, as it is entered into the airspace. */
export type FlightEntry = {
  readonly id: string;
  readonly owner: string;
  /** Who flies: reads and writes it as its owner does. */
  readonly pilot: string;
  readonly isPrivate: boolean;
  readonly plan: SuboperationModel["plan"];
  /** Of the Remote ID device on board. */
  readonly serialNumber: string | null;
  readonly sourceType: "direct" | "import";
  readonly timeMs: number;
};

export type FlightSuboperations = {
  /**
   * Enters a flight: its operation, under the flight's id, and the suboperation that its telemetry will lie in, whose number
   * it gives. `alongside` writes what belongs to it in the same transaction.
   */
  readonly enter: (flight: FlightEntry, alongside: (suboperation: number) => void) => number;
  /** Changes what its plan says; `alongside` as above. */
  readonly update: (
    suboperation: number,
    change: Pick<FlightEntry, "plan" | "isPrivate">,
    alongside: () => void,
  ) => void;
  /** The suboperation itself, for records to be added; `undefined` when it was removed. */
  readonly find: (suboperation: number) => SuboperationModel | undefined;
};

/** What the flights of logs are heard by. */
const IMPORTED = "import";

export function createFlightSuboperations(db: WritableDb, fusionState: FusionState): FlightSuboperations {
  const operationOf = db
    .prepare<[number], number>("SELECT operation FROM suboperation WHERE id = ? AND deleted_ms IS NULL")
    .pluck();
  const change = db.prepare("UPDATE suboperation SET plan = ?, is_private = ? WHERE id = ?");
  const share = db.prepare(
    `INSERT OR IGNORE INTO suboperation_access (user, suboperation, level)
     SELECT id, ?, 'write' FROM user_account WHERE id = ?`,
  );
  const uuidTaken = db.prepare<[string], number>("SELECT 1 FROM operation WHERE uuid = ?").pluck();

  return {
    enter({ id, owner, pilot, isPrivate, plan, serialNumber, sourceType, timeMs }, alongside) {
      if (uuidTaken.get(id) !== undefined) throw new Error(`an operation has the id ${id} already`);
      const suboperation = fusionState.openFlight({
        uuid: id,
        ownerId: owner,
        isPrivate,
        plan,
        // Without a device nobody but the flight itself has reported it.
        sensorId: sourceType === "import" ? IMPORTED : (serialNumber ?? id),
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
          if (pilot !== owner) share.run(suboperation.id, pilot);
          alongside(suboperation.id);
          return saved;
        })
        .immediate();
      confirm();
      return suboperation.id;
    },

    update(suboperation, { plan, isPrivate }, alongside) {
      db.transaction(() => {
        change.run(plan, Number(isPrivate), suboperation);
        alongside();
      }).immediate();
      fusionState.setPlan(suboperation, plan);
      fusionState.setPrivate(new Set([suboperation]), isPrivate);
    },

    find(suboperation) {
      const operation = operationOf.get(suboperation);
      if (operation === undefined) return undefined;
      const [gathered] = fusionState.loadOperations([operation]);
      return gathered?.suboperations.find(({ id }) => id === suboperation);
    },
  };
}
