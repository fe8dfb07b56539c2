import type { WritableDb } from "../../../storage/database.ts";
import type { SuboperationModel } from "../model/operation.model.ts";

/** What is stored of a flight's suboperation beside what the fusion writes; call inside transactions. */
export type FlightSuboperationStore = {
  readonly change: (suboperation: number, plan: SuboperationModel["plan"], isPrivate: boolean) => void;
  readonly describe: (suboperation: number, aircraft: SuboperationModel["aircraft"]) => void;
  /** Lets an account read and write it. */
  readonly share: (suboperation: number, userId: string) => void;
};

export function createFlightSuboperationStore(db: WritableDb): FlightSuboperationStore {
  const change = db.prepare("UPDATE suboperation SET plan = ?, is_private = ? WHERE id = ?");
  // Not among what the fusion writes: with every record of every aircraft it would be written again.
  const describe = db.prepare("UPDATE suboperation SET aircraft = ? WHERE id = ?");
  const share = db.prepare(
    `INSERT OR IGNORE INTO suboperation_access (user, suboperation, level)
     SELECT id, ?, 'write' FROM user_account WHERE id = ?`,
  );
  return {
    change: (suboperation, plan, isPrivate) => void change.run(plan, Number(isPrivate), suboperation),
    describe: (suboperation, aircraft) => void describe.run(aircraft && JSON.stringify(aircraft), suboperation),
    share: (suboperation, userId) => void share.run(suboperation, userId),
  };
}
