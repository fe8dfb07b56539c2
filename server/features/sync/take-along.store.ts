import type { SyncDevice, TakeAlong, TakeAlongPart } from "../../contracts/sync-region.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A region that was taken along; times in Unix milliseconds. */
export type TakeAlongModel = {
  readonly peer: string;
  readonly bbox: string;
  readonly days: number;
  readonly state: TakeAlong["state"];
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly parts: readonly TakeAlongPart[];
};

/** A peer's data of a device. */
export type DeviceCopyModel = Pick<SyncDevice, "eligibility" | "configuration_set" | "name"> & {
  readonly peer: string;
  readonly serialNumber: string;
  readonly device: string | null;
  readonly asOfMs: number;
};

type Row = Omit<TakeAlongModel, "parts"> & { readonly parts: string };
type DeviceRow = Omit<DeviceCopyModel, "eligibility" | "configuration_set"> & {
  readonly eligibility: string;
  readonly configurationSet: string | null;
};

export function findTakeAlong(db: ReadableDb, peer: string): TakeAlongModel | undefined {
  const row = db
    .prepare<[string], Row>(
      `SELECT peer, bbox, days, state, started_ms AS startedMs, ended_ms AS endedMs, parts
       FROM sync_take_along WHERE peer = ?`,
    )
    .get(peer);
  return row && { ...row, parts: JSON.parse(row.parts) as readonly TakeAlongPart[] };
}

/** Stores it, unless the peer was removed meanwhile. */
export function saveTakeAlong(db: WritableDb, takeAlong: TakeAlongModel): void {
  db.prepare(
    `INSERT INTO sync_take_along (peer, bbox, days, state, started_ms, ended_ms, parts)
     SELECT @peer, @bbox, @days, @state, @startedMs, @endedMs, @parts
     WHERE EXISTS (SELECT 1 FROM sync_peer WHERE id = @peer)
     ON CONFLICT (peer) DO UPDATE SET bbox = excluded.bbox, days = excluded.days, state = excluded.state,
       started_ms = excluded.started_ms, ended_ms = excluded.ended_ms, parts = excluded.parts`,
  ).run({ ...takeAlong, parts: JSON.stringify(takeAlong.parts) });
}

/** Replaces a peer's data of devices. */
export function saveDeviceCopies(db: WritableDb, peer: string, copies: readonly DeviceCopyModel[]): void {
  const insert = db.prepare(
    `INSERT INTO sync_device (peer, serial_number, device, name, as_of_ms, eligibility, configuration_set)
     VALUES (@peer, @serialNumber, @device, @name, @asOfMs, @eligibility, @configurationSet)`,
  );
  db.transaction(() => {
    db.prepare("DELETE FROM sync_device WHERE peer = ?").run(peer);
    for (const { eligibility, configuration_set, ...copy } of copies) {
      const configurationSet = configuration_set === null ? null : JSON.stringify(configuration_set);
      insert.run({ ...copy, eligibility: JSON.stringify(eligibility), configurationSet });
    }
  }).immediate();
}

/** Copies from the peers of an account, or from all for `null`. */
export function listDeviceCopies(db: ReadableDb, localUser: string | null): readonly DeviceCopyModel[] {
  return db
    .prepare<[object], DeviceRow>(
      `SELECT peer, serial_number AS serialNumber, device, name, as_of_ms AS asOfMs, eligibility,
         configuration_set AS configurationSet
       FROM sync_device WHERE peer IN (SELECT id FROM sync_peer WHERE @localUser IS NULL OR local_user = @localUser)
       ORDER BY name, serial_number`,
    )
    .all({ localUser })
    .map(({ configurationSet, ...row }) => ({
      ...row,
      eligibility: JSON.parse(row.eligibility) as DeviceCopyModel["eligibility"],
      configuration_set:
        configurationSet === null ? null : (JSON.parse(configurationSet) as DeviceCopyModel["configuration_set"]),
    }));
}

/** The zone set on this station that is the copy of a peer's. */
export function findZoneCopy(db: ReadableDb, peer: string, remoteSet: string): string | undefined {
  return db
    .prepare<[string, string], string>("SELECT zone_set FROM sync_zone_set WHERE peer = ? AND remote_set = ?")
    .pluck()
    .get(peer, remoteSet);
}

export function saveZoneCopy(db: WritableDb, peer: string, remoteSet: string, zoneSet: string): void {
  db.prepare("INSERT OR REPLACE INTO sync_zone_set (peer, remote_set, zone_set) VALUES (?, ?, ?)").run(
    peer,
    remoteSet,
    zoneSet,
  );
}
