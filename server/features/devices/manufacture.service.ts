import type {
  ManufacturedDeviceCreate,
  ManufacturedDeviceUpdate,
  ManufactureReportCreate,
} from "../../contracts/manufacture.ts";
import { patchValue } from "../../kernel/patch-value.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import { type DeviceModel, unknownDevice } from "./devices.model.ts";
import { retailObstacle } from "./devices.rules.ts";
import {
  findDevice,
  findDeviceByIccid,
  findDeviceBySerial,
  insertManufactureReport,
  removeShares,
  saveDevice,
} from "./devices.store.ts";
import { withFlavor } from "./products.store.ts";

export type ManufactureOutcome =
  | { readonly kind: "saved"; readonly device: DeviceModel }
  | { readonly kind: "missing" }
  | { readonly kind: "exists" }
  | { readonly kind: "unknown_owner" }
  | { readonly kind: "iccid_taken" };

export type RetailOutcome =
  | { readonly kind: "ready"; readonly devices: readonly DeviceModel[] }
  | { readonly kind: "missing"; readonly field: string; readonly value: string }
  | { readonly kind: "impossible"; readonly reasons: readonly string[] };

export type ManufactureService = {
  readonly report: (report: ManufactureReportCreate) => ManufactureOutcome;
  readonly create: (input: ManufacturedDeviceCreate) => ManufactureOutcome;
  readonly update: (input: ManufacturedDeviceUpdate) => ManufactureOutcome;
  /** All or nothing. */
  readonly makeRetailReady: (serialNumbers: readonly string[], ids: readonly string[]) => RetailOutcome;
};

export function createManufactureService(deps: DevicesDeps): ManufactureService {
  const { db, clock, ids } = deps;

  function save(device: DeviceModel, input: ManufacturedDeviceUpdate): ManufactureOutcome {
    const owner = input.owner ? deps.findUserByEmail(input.owner) : null;
    if (owner === undefined) return { kind: "unknown_owner" };
    const holder = input.iccid ? findDeviceByIccid(db, input.iccid) : undefined;
    if (holder !== undefined && holder.id !== device.id) return { kind: "iccid_taken" };
    const newOwner = input.owner === undefined ? device.owner : owner;
    const saved = withFlavor(db, {
      ...device,
      type: input.type ?? device.type,
      owner: newOwner,
      defaultAircraft: newOwner === device.owner ? device.defaultAircraft : null,
      name: input.name === undefined ? device.name : input.name || null,
      works: input.works ?? device.works,
      purpose: input.purpose ?? device.purpose,
      fwBundle: patchValue(input.fw_bundle, device.fwBundle),
      hwRevision: patchValue(input.hw_revision, device.hwRevision),
      mfwVersion: patchValue(input.mfw_version, device.mfwVersion),
      iccid: patchValue(input.iccid, device.iccid),
      mmcuId: patchValue(input.mmcu_id, device.mmcuId),
      provisioningStatus: patchValue(input.provisioning_status, device.provisioningStatus),
      hwNotes: patchValue(input.hw_notes, device.hwNotes),
      manufactureBatch: patchValue(input.manufacture_batch, device.manufactureBatch),
      groups: input.groups ?? device.groups,
      modifiedMs: clock.now(),
    });
    db.transaction(() => {
      saveDevice(db, saved);
      // Shares of the former owner do not carry over to the next one.
      if (saved.owner !== device.owner) removeShares(db, saved.id);
    }).immediate();
    return { kind: "saved", device: saved };
  }

  return {
    report({ serial_number, station_id, operator, action }) {
      const device = findDeviceBySerial(db, serial_number);
      if (device === undefined) return { kind: "missing" };
      insertManufactureReport(db, { device: device.id, place: station_id, operator, action }, clock.now());
      return { kind: "saved", device };
    },

    create(input) {
      if (findDeviceBySerial(db, input.serial_number) !== undefined) return { kind: "exists" };
      return save(unknownDevice(ids.random(), input.serial_number, clock.now()), input);
    },

    update(input) {
      const device = findDeviceBySerial(db, input.serial_number);
      return device === undefined ? { kind: "missing" } : save(device, input);
    },

    makeRetailReady(serialNumbers, deviceIds) {
      const devices = new Map<string, DeviceModel>();
      const named = [
        ...serialNumbers.map((value) => ({ field: "serial_number_list", value, find: findDeviceBySerial })),
        ...deviceIds.map((value) => ({ field: "id_list", value, find: findDevice })),
      ];
      for (const { field, value, find } of named) {
        const device = find(db, value);
        if (device === undefined) return { kind: "missing", field, value };
        devices.set(device.id, device);
      }
      const reasons = [...devices.values()].flatMap((device) => {
        const obstacle = retailObstacle(device);
        return obstacle === undefined ? [] : [`${device.serialNumber}: ${obstacle}.`];
      });
      if (reasons.length > 0) return { kind: "impossible", reasons };
      const ready = [...devices.values()].map((device) => ({ ...device, purpose: "retail", modifiedMs: clock.now() }));
      db.transaction(() => ready.forEach((device) => saveDevice(db, device))).immediate();
      return { kind: "ready", devices: ready };
    },
  };
}
