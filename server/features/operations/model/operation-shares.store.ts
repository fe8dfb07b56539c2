import type { AccessLevel } from "../../../contracts/operation-access.ts";
import type { ReadableDb } from "../../../storage/database.ts";

/** A share of an operation: of all that `owner` has in it, the station's for an empty text. */
type WholeShare = { readonly operation: number; readonly owner: string; readonly level: AccessLevel };
/** A share of one suboperation. */
type SingleShare = { readonly suboperation: number; readonly level: AccessLevel };

/** What was shared with a user, of operations and of suboperations given by their numbers. */
export type ShareReader = {
  readonly listWhole: (userId: string, operations: readonly number[]) => readonly WholeShare[];
  readonly listSingle: (userId: string, suboperations: readonly number[]) => readonly SingleShare[];
};

export function createShareReader(db: ReadableDb): ShareReader {
  // Found by operation, because a suboperation that was just received may not be on disk yet.
  const wholeShares = db.prepare<[string, string], WholeShare>(
    `SELECT coalesce(o.merged_into, o.id) AS operation, access.owner AS owner, access.level AS level
     FROM operation_access AS access JOIN operation AS o ON o.id = access.operation
     WHERE access.user = ? AND coalesce(o.merged_into, o.id) IN (SELECT value FROM json_each(?))`,
  );
  const singleShares = db.prepare<[string, string], SingleShare>(
    `SELECT suboperation, level FROM suboperation_access
     WHERE user = ? AND suboperation IN (SELECT value FROM json_each(?))`,
  );
  return {
    listWhole: (userId, operations) => wholeShares.all(userId, JSON.stringify(operations)),
    listSingle: (userId, suboperations) => singleShares.all(userId, JSON.stringify(suboperations)),
  };
}
