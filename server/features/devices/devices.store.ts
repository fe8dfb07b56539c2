import type { DEVICE_ORDER } from "../../contracts/devices.ts";
import type { Page } from "../../contracts/pages.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { orderBy } from "../../storage/order-by.ts";
import type { DeviceModel } from "./devices.model.ts";

type Row = Omit<DeviceModel, "groups" | "isUserlessAllowed" | "works"> & {
  readonly groups: string;
  readonly isUserlessAllowed: number;
  readonly works: number;
};

const COLUMNS = `device.id, serial_number AS serialNumber, type, owner, device.name, hw_revision AS hwRevision, flavor, iccid,
  fw_bundle AS fwBundle, activated_ms AS activatedMs, groups, is_userless_allowed AS isUserlessAllowed,
  default_aircraft AS defaultAircraft, access_list AS accessList, color_tag AS colorTag, callsign,
  provisioning_status AS provisioningStatus, works, purpose, mfw_version AS mfwVersion, mmcu_id AS mmcuId,
  hw_notes AS hwNotes, manufacture_batch AS manufactureBatch, created_ms AS createdMs, modified_ms AS modifiedMs`;

type Field = (typeof DEVICE_ORDER)[number];

const ORDER: Readonly<Record<Field, string>> = {
  name: "device.name COLLATE NOCASE",
  serial_number: "serial_number",
  type: "type",
  date_activated: "activated_ms",
  callsign: "callsign COLLATE NOCASE",
};

export type DeviceFilter = {
  /** The account whose devices to list; `null` for all devices. */
  readonly viewer: string | null;
  readonly isSharedToo: boolean;
  readonly owner: string | null;
  readonly iccid: string | null;
  readonly serialNumber: string | null;
  readonly serialNumberPrefix: string | null;
  readonly type: string | null;
};

const IS_SHARED_WITH_VIEWER = "EXISTS (SELECT 1 FROM device_share WHERE device = device.id AND user = @viewer)";

export function listDevicePage(
  db: ReadableDb,
  filter: DeviceFilter,
  page: Page<Field>,
): { readonly devices: readonly DeviceModel[]; readonly total: number } {
  const where = `WHERE (@viewer IS NULL OR owner = @viewer OR (@isSharedToo AND ${IS_SHARED_WITH_VIEWER}))
    AND (@owner IS NULL OR owner = @owner) AND (@iccid IS NULL OR iccid = @iccid)
    AND (@serialNumber IS NULL OR serial_number = @serialNumber)
    AND (@serialNumberPrefix IS NULL
      OR substr(serial_number, 1, length(@serialNumberPrefix)) = @serialNumberPrefix COLLATE NOCASE)
    AND (@type IS NULL OR type = @type)`;
  const bound = { ...filter, isSharedToo: Number(filter.isSharedToo) };
  const total = db.prepare<[object], number>(`SELECT count(*) FROM device ${where}`).pluck().get(bound)!;
  const order = orderBy(page.ordering, ORDER, "created_ms, device.id");
  const rows = db
    .prepare<[object], Row>(`SELECT ${COLUMNS} FROM device ${where} ${order} LIMIT @limit OFFSET @offset`)
    .all({ ...bound, limit: page.limit, offset: page.offset });
  return { devices: rows.map(fromRow), total };
}

/** Devices of an owner, in the order in which they were added. */
export function listDevicesOf(db: ReadableDb, owner: string): readonly DeviceModel[] {
  return db
    .prepare<[string], Row>(`SELECT ${COLUMNS} FROM device WHERE owner = ? ORDER BY created_ms, id`)
    .all(owner)
    .map(fromRow);
}

/** Devices that a viewer may read, those shared with it as well, or all devices for `null`. */
export function listReadableDevices(db: ReadableDb, viewer: string | null): readonly DeviceModel[] {
  return db
    .prepare<[object], Row>(
      `SELECT ${COLUMNS} FROM device WHERE @viewer IS NULL OR owner = @viewer OR ${IS_SHARED_WITH_VIEWER}
       ORDER BY created_ms, id`,
    )
    .all({ viewer })
    .map(fromRow);
}

/** By id or serial number; an id takes precedence over an equal serial number. */
export function findDevice(db: ReadableDb, idOrSerial: string): DeviceModel | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM device WHERE id = ?`).get(idOrSerial.toLowerCase());
  return row === undefined ? findDeviceBySerial(db, idOrSerial) : fromRow(row);
}

export function findDeviceBySerial(db: ReadableDb, serialNumber: string): DeviceModel | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM device WHERE serial_number = ?`).get(serialNumber);
  return row && fromRow(row);
}

export function findDeviceByIccid(db: ReadableDb, iccid: string): DeviceModel | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM device WHERE iccid = ?`).get(iccid);
  return row && fromRow(row);
}

export function saveDevice(db: WritableDb, device: DeviceModel): void {
  db.prepare(
    `INSERT INTO device (id, serial_number, type, owner, name, hw_revision, flavor, iccid, fw_bundle, activated_ms, groups,
       is_userless_allowed, default_aircraft, access_list, color_tag, callsign, provisioning_status, works, purpose,
       mfw_version, mmcu_id, hw_notes, manufacture_batch, created_ms, modified_ms)
     VALUES (@id, @serialNumber, @type, @owner, @name, @hwRevision, @flavor, @iccid, @fwBundle, @activatedMs, @groups,
       @isUserlessAllowed, @defaultAircraft, @accessList, @colorTag, @callsign, @provisioningStatus, @works, @purpose,
       @mfwVersion, @mmcuId, @hwNotes, @manufactureBatch, @createdMs, @modifiedMs)
     ON CONFLICT (id) DO UPDATE SET type = excluded.type, owner = excluded.owner, name = excluded.name,
       hw_revision = excluded.hw_revision, flavor = excluded.flavor, iccid = excluded.iccid,
       fw_bundle = excluded.fw_bundle, activated_ms = excluded.activated_ms, groups = excluded.groups,
       is_userless_allowed = excluded.is_userless_allowed, default_aircraft = excluded.default_aircraft,
       access_list = excluded.access_list, color_tag = excluded.color_tag, callsign = excluded.callsign,
       provisioning_status = excluded.provisioning_status, works = excluded.works, purpose = excluded.purpose,
       mfw_version = excluded.mfw_version, mmcu_id = excluded.mmcu_id, hw_notes = excluded.hw_notes,
       manufacture_batch = excluded.manufacture_batch, modified_ms = excluded.modified_ms`,
  ).run({
    ...device,
    groups: JSON.stringify(device.groups),
    isUserlessAllowed: Number(device.isUserlessAllowed),
    works: Number(device.works),
  });
}

/** Notes what was done with a device where it is manufactured. */
export function insertManufactureReport(
  db: WritableDb,
  report: { readonly device: string; readonly place: string; readonly operator: string; readonly action: string },
  nowMs: number,
): void {
  db.prepare("INSERT INTO manufacture_report (device, place, operator, action, created_ms) VALUES (?, ?, ?, ?, ?)").run(
    report.device,
    report.place,
    report.operator,
    report.action,
    nowMs,
  );
}

function fromRow(row: Row): DeviceModel {
  return {
    ...row,
    groups: JSON.parse(row.groups) as readonly string[],
    isUserlessAllowed: row.isUserlessAllowed === 1,
    works: row.works === 1,
  };
}

export function isSharedWith(db: ReadableDb, deviceId: string, userId: string): boolean {
  return db.prepare("SELECT 1 FROM device_share WHERE device = ? AND user = ?").get(deviceId, userId) !== undefined;
}

export function countShares(db: ReadableDb, deviceId: string): number {
  return db.prepare<[string], number>("SELECT count(*) FROM device_share WHERE device = ?").pluck().get(deviceId)!;
}

export function insertShare(db: WritableDb, deviceId: string, userId: string): void {
  db.prepare("INSERT OR IGNORE INTO device_share (device, user) VALUES (?, ?)").run(deviceId, userId);
}

export function removeShare(db: WritableDb, deviceId: string, userId: string): void {
  db.prepare("DELETE FROM device_share WHERE device = ? AND user = ?").run(deviceId, userId);
}

export function removeShares(db: WritableDb, deviceId: string): void {
  db.prepare("DELETE FROM device_share WHERE device = ?").run(deviceId);
}
