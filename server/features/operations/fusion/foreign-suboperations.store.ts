import type { WritableDb } from "../../../storage/database.ts";

type StoredSuboperation = {
  readonly id: number;
  readonly origin: string | null;
  readonly sender: string | null;
  readonly lastMs: number;
  readonly deletedMs: number | null;
};

/** What is stored under the ids of other stations. */
export type ForeignSuboperationStore = {
  readonly find: (uuid: string) => StoredSuboperation | undefined;
  /** Whether it has become part of another suboperation. */
  readonly isMerged: (uuid: string) => boolean;
  /** Notes that what has this id is part of `into` now, and leaves what is stored of it, if anything, to the purge. */
  readonly noteMerged: (uuid: string, stored: number | undefined, into: number) => void;
};

export function createForeignSuboperationStore(db: WritableDb): ForeignSuboperationStore {
  const byUuid = db.prepare<[string], StoredSuboperation>(
    "SELECT id, origin, sender, last_ms AS lastMs, deleted_ms AS deletedMs FROM suboperation WHERE uuid = ?",
  );
  const merged = db.prepare<[string], number>("SELECT 1 FROM suboperation_united WHERE uuid = ?").pluck();
  const insertMerged = db.prepare("INSERT OR IGNORE INTO suboperation_united (uuid, suboperation) VALUES (?, ?)");
  const markForPurge = db.prepare("UPDATE suboperation SET deleted_ms = 0 WHERE id = ?");
  return {
    find: (uuid) => byUuid.get(uuid),
    isMerged: (uuid) => merged.get(uuid) !== undefined,
    noteMerged(uuid, stored, into) {
      db.transaction(() => {
        if (stored !== undefined) markForPurge.run(stored);
        insertMerged.run(uuid, into);
      }).immediate();
    },
  };
}
