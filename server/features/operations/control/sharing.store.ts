import type { AccessLevel } from "../../../contracts/operation-access.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import type { SuboperationModel } from "../model/operation.model.ts";

/** The scope of a share: single suboperations, or all that their owners have in the operation. */
export type ShareScope = {
  readonly operation: number;
  readonly suboperations: readonly SuboperationModel[];
  readonly isSingle: boolean;
};

export type ShareRow = { readonly userId: string; readonly level: AccessLevel; readonly suboperationId: string | null };

/** Shares of operations and suboperations; the tables are those of migration `0003-operation-access.ts`. */
export type SharingStore = {
  readonly listShares: (scope: ShareScope) => readonly ShareRow[];
  readonly saveShare: (userId: string, scope: ShareScope, level: AccessLevel) => void;
  /** False when there was none. */
  readonly removeShare: (userId: string, scope: ShareScope) => boolean;
  readonly saveVisibility: (suboperations: readonly SuboperationModel[], isPrivate: boolean) => void;
};

/** Shares of an operation and of those that were merged into it. */
const OF_OPERATION = `operation IN (SELECT id FROM operation AS o WHERE o.id = @operation OR o.merged_into = @operation)
  AND owner IN (SELECT value FROM json_each(@owners))`;
const OF_SUBOPERATIONS = "suboperation IN (SELECT value FROM json_each(@suboperations))";

type Parameters = { readonly operation: number; readonly owners: string; readonly suboperations: string };

export function createSharingStore(reader: ReadableDb, db: WritableDb): SharingStore {
  const ofOperation = reader.prepare<[Parameters], ShareRow>(
    `SELECT user AS userId, max(level) AS level, NULL AS suboperationId FROM operation_access
     WHERE ${OF_OPERATION} GROUP BY user ORDER BY user`,
  );
  const ofSuboperations = reader.prepare<[Parameters], ShareRow>(
    `SELECT access.user AS userId, access.level AS level, s.uuid AS suboperationId
     FROM suboperation_access AS access JOIN suboperation AS s ON s.id = access.suboperation
     WHERE access.${OF_SUBOPERATIONS} ORDER BY user, s.first_ms, s.id`,
  );
  const removeOfOperation = db.prepare<[Parameters & { userId: string }]>(
    `DELETE FROM operation_access WHERE user = @userId AND ${OF_OPERATION}`,
  );
  const removeOfSuboperations = db.prepare<[Parameters & { userId: string }]>(
    `DELETE FROM suboperation_access WHERE user = @userId AND ${OF_SUBOPERATIONS}`,
  );
  const insertOfOperation = db.prepare<[Parameters & { userId: string; level: AccessLevel }]>(
    `INSERT INTO operation_access (user, operation, owner, level)
     SELECT @userId, @operation, value, @level FROM json_each(@owners)`,
  );
  const insertOfSuboperations = db.prepare<[Parameters & { userId: string; level: AccessLevel }]>(
    `INSERT INTO suboperation_access (user, suboperation, level)
     SELECT @userId, value, @level FROM json_each(@suboperations)`,
  );
  const setPrivate = db.prepare<[number, string]>(
    "UPDATE suboperation SET is_private = ? WHERE id IN (SELECT value FROM json_each(?))",
  );

  function remove(userId: string, scope: ShareScope): boolean {
    const parameters = { userId, ...parametersOf(scope) };
    const single = removeOfSuboperations.run(parameters).changes;
    return single + (scope.isSingle ? 0 : removeOfOperation.run(parameters).changes) > 0;
  }
  const save = db.transaction((userId: string, scope: ShareScope, level: AccessLevel) => {
    remove(userId, scope);
    (scope.isSingle ? insertOfSuboperations : insertOfOperation).run({ userId, level, ...parametersOf(scope) });
  });
  const removeAll = db.transaction(remove);

  return {
    listShares: (scope) => [...ofOperation.all(parametersOf(scope)), ...ofSuboperations.all(parametersOf(scope))],
    saveShare: (userId, scope, level) => save.immediate(userId, scope, level),
    removeShare: (userId, scope) => removeAll.immediate(userId, scope),
    saveVisibility: (suboperations, isPrivate) =>
      void setPrivate.run(Number(isPrivate), JSON.stringify(suboperations.map(({ id }) => id))),
  };
}

function parametersOf({ operation, suboperations }: ShareScope): Parameters {
  const owners = new Set(suboperations.map(({ ownerId }) => ownerId ?? ""));
  return {
    operation,
    owners: JSON.stringify([...owners]),
    suboperations: JSON.stringify(suboperations.map(({ id }) => id)),
  };
}
