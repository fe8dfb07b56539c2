import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";
import {
  findSnapshot,
  insertSnapshot,
  listLastSnapshots,
  listSnapshots,
  type SnapshotModel,
} from "./snapshots.store.ts";

export type SnapshotStore = {
  /** Returns the id when it is on disk; throws where it cannot be stored. */
  readonly save: (snapshot: Omit<SnapshotModel, "id" | "takenMs">) => string;
  readonly find: (id: string) => SnapshotModel | undefined;
  /** Newest first. */
  readonly list: (serialNumber: string | undefined) => readonly SnapshotModel[];
  /** The newest one of each device that has a serial number, newest first. */
  readonly listLast: (serialNumber: string | undefined) => readonly SnapshotModel[];
};

export function createSnapshotStore(deps: {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
}): SnapshotStore {
  const { db, clock, ids } = deps;
  return {
    save(snapshot) {
      const takenMs = clock.now();
      const id = ids.timed(takenMs);
      insertSnapshot(db, { ...snapshot, id, takenMs });
      return id;
    },
    find: (id) => findSnapshot(db, id),
    list: (serialNumber) => listSnapshots(db, serialNumber),
    listLast: (serialNumber) => listLastSnapshots(db, serialNumber),
  };
}
