import type { WritableDb } from "../../storage/database.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { StoredAnnotation } from "./annotations.rules.ts";

/** An annotation and when it was written, Unix milliseconds. */
export type WrittenAnnotation = { readonly operation: number; readonly note: string; readonly writtenMs: number };

export type AnnotationsStore = {
  /** Oldest first, including those of operations that were merged into this one. */
  readonly list: (operation: number) => readonly StoredAnnotation[];
  /** Those that were written in a range of time, in that order; each with the operation it was written for. */
  readonly listWritten: (range: TimeRange, limit: number) => readonly WrittenAnnotation[];
  readonly insert: (annotation: StoredAnnotation, operation: number, nowMs: number) => void;
  readonly update: (id: string, note: string | null, nowMs: number) => void;
  readonly remove: (id: string) => void;
  readonly insertSeenMark: (operation: number, userId: string) => void;
  /** Also removes the marks of operations that were merged into this one. */
  readonly removeSeenMark: (operation: number, userId: string) => void;
  /** Anonymises a user's annotations and removes their seen marks. */
  readonly removeUser: (userId: string) => void;
};

/** SQL condition: the operation is the given one or was merged into it. */
const WITH_MERGED =
  "(operation = @operation OR operation IN (SELECT id FROM operation WHERE merged_into = @operation))";

export function createAnnotationsStore(db: WritableDb): AnnotationsStore {
  const list = db.prepare<[{ operation: number }], StoredAnnotation>(
    `SELECT id, user AS userId, note FROM annotation WHERE ${WITH_MERGED} ORDER BY created_ms, id`,
  );
  const listWritten = db.prepare<[TimeRange & { limit: number }], WrittenAnnotation>(
    `SELECT operation, note, created_ms AS writtenMs FROM annotation
     WHERE created_ms BETWEEN @fromMs AND @toMs AND note IS NOT NULL ORDER BY created_ms, id LIMIT @limit`,
  );
  const insert = db.prepare(
    "INSERT INTO annotation (id, operation, user, note, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const update = db.prepare("UPDATE annotation SET note = ?, updated_ms = ? WHERE id = ?");
  const remove = db.prepare("DELETE FROM annotation WHERE id = ?");
  const insertSeenMark = db.prepare("INSERT OR IGNORE INTO operation_seen (user, operation) VALUES (?, ?)");
  const removeSeenMark = db.prepare<[{ user: string; operation: number }]>(
    `DELETE FROM operation_seen WHERE user = @user AND ${WITH_MERGED}`,
  );
  const anonymise = db.prepare("UPDATE annotation SET user = NULL WHERE user = ?");
  const removeSeenMarksOfUser = db.prepare("DELETE FROM operation_seen WHERE user = ?");
  return {
    list: (operation) => list.all({ operation }),
    listWritten: (range, limit) => listWritten.all({ ...range, limit }),
    insert: ({ id, userId, note }, operation, nowMs) => void insert.run(id, operation, userId, note, nowMs, nowMs),
    update: (id, note, nowMs) => void update.run(note, nowMs, id),
    remove: (id) => void remove.run(id),
    insertSeenMark: (operation, userId) => void insertSeenMark.run(userId, operation),
    removeSeenMark: (operation, user) => void removeSeenMark.run({ user, operation }),
    removeUser(userId) {
      anonymise.run(userId);
      removeSeenMarksOfUser.run(userId);
    },
  };
}
