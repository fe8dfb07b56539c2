import type { WritableDb } from "../../storage/database.ts";

/** The annotations' part in a purge: operations to keep, and rows to remove. */
export type AnnotationsPurge = {
  /** Operations with annotations, including those of operations merged into them. */
  readonly listKept: (operations: readonly number[]) => readonly number[];
  readonly removeOfOperation: (operation: number) => void;
};

export function createAnnotationsPurge(db: WritableDb): AnnotationsPurge {
  const annotated = db
    .prepare<[string], number>(
      `SELECT DISTINCT wanted.value FROM json_each(?) AS wanted
       JOIN operation AS o ON o.id = wanted.value OR o.merged_into = wanted.value
       JOIN annotation ON annotation.operation = o.id`,
    )
    .pluck();
  const remove = ["annotation", "operation_seen"].map((table) =>
    db.prepare<[{ readonly id: number }]>(
      `DELETE FROM ${table} WHERE operation IN (SELECT id FROM operation WHERE id = @id OR merged_into = @id)`,
    ),
  );
  return {
    listKept: (operations) => annotated.all(JSON.stringify(operations)),
    removeOfOperation(id) {
      for (const statement of remove) statement.run({ id });
    },
  };
}
