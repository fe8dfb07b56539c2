import type { ReadableDb } from "../../../storage/database.ts";

/**
 * SQL condition that the viewer has, or has not, marked the operation with this id as seen; always true when `@seen` is
 * null. A mark stays valid when its operation is merged into another.
 */
export function seenCondition(operation: string): string {
  return `(@seen IS NULL OR @seen = (
    EXISTS (SELECT 1 FROM operation_seen WHERE user = @viewer AND operation = ${operation})
    OR EXISTS (SELECT 1 FROM operation AS merged JOIN operation_seen AS mark
      ON mark.user = @viewer AND mark.operation = merged.id WHERE merged.merged_into = ${operation})))`;
}

/** Which operations users have marked as seen. */
export type SeenMarks = {
  /** Those of some operations that a user marked as seen. */
  readonly listSeen: (userId: string, operations: readonly number[]) => ReadonlySet<number>;
  /** The users who marked an operation as seen. */
  readonly listUsersWhoMarkedSeen: (operation: number) => ReadonlySet<string>;
};

export function createSeenMarks(db: ReadableDb): SeenMarks {
  // Most users have no marks; this query shows that in a tenth of the time.
  const anySeen = db.prepare<[string], number>("SELECT 1 FROM operation_seen WHERE user = ? LIMIT 1").pluck();
  const seen = db
    .prepare<[{ readonly user: string; readonly operations: string }], number>(
      `SELECT operation FROM operation_seen WHERE user = @user AND operation IN (SELECT value FROM json_each(@operations))
       UNION SELECT merged.merged_into FROM operation AS merged JOIN operation_seen AS mark
         ON mark.user = @user AND mark.operation = merged.id
       WHERE merged.merged_into IN (SELECT value FROM json_each(@operations))`,
    )
    .pluck();
  const usersWhoMarkedSeen = db
    .prepare<[{ readonly operation: number }], string>(
      `SELECT user FROM operation_seen
       WHERE operation = @operation OR operation IN (SELECT id FROM operation WHERE merged_into = @operation)`,
    )
    .pluck();
  return {
    listSeen: (user, operations) =>
      new Set(anySeen.get(user) === undefined ? [] : seen.all({ user, operations: JSON.stringify(operations) })),
    listUsersWhoMarkedSeen: (operation) => new Set(usersWhoMarkedSeen.all({ operation })),
  };
}
