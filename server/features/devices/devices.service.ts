import type { DeviceEdit, DeviceRegistration, EligibilityIssue } from "../../contracts/devices.ts";
import { patchValue } from "../../kernel/patch-value.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import { type DeviceModel, unknownDevice } from "./devices.model.ts";
import { accessTo, type DeviceAccess, deviceIssues } from "./devices.rules.ts";
import {
  findDevice,
  findDeviceBySerial,
  isSharedWith,
  listDevicesOf,
  listReadableDevices,
  removeShares,
  saveDevice,
} from "./devices.store.ts";
import { toSummary } from "./devices.wire.ts";
import { findConfigurationSet } from "./configuration-sets.store.ts";
import { findProductByTypeId, listFlavors, productOf, withFlavor } from "./products.store.ts";
import type { DeviceSummary } from "../../contracts/devices.ts";

/** The longest version that the API accepts. */
const MAX_VERSION_CHARACTERS = 32;

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export type SaveOutcome =
  | { readonly kind: "saved"; readonly device: DeviceModel }
  | { readonly kind: "missing" }
  | { readonly kind: "read_only" }
  | { readonly kind: "paired" }
  | { readonly kind: "unknown_aircraft" };

/** The values that a device reports of itself. */
type ReportedIdentity = {
  readonly typeId: number | null;
  readonly firmware: string | null;
  readonly hardware: string | null;
};

export type DevicesService = {
  /** A device by id or serial number, with the caller's access. */
  readonly find: (
    idOrSerial: string,
    caller: Caller,
    isSharedToo: boolean,
  ) => { readonly device: DeviceModel; readonly access: Exclude<DeviceAccess, "none"> } | undefined;
  readonly register: (input: DeviceRegistration, caller: Caller) => SaveOutcome;
  /**
   * Registers a device that reported its own identity. Its product is that with the device type of the firmware, if the
   * station has one.
   */
  readonly registerIdentified: (device: DeviceRegistration & ReportedIdentity, caller: Caller) => SaveOutcome;
  /** The configuration set of the device with this serial number, or of its variant. */
  readonly findSettings: (serialNumber: string) => Readonly<Record<string, unknown>> | undefined;
  /** The configuration set of a variant. */
  readonly findVariantSettings: (flavor: string) => Readonly<Record<string, unknown>> | undefined;
  readonly edit: (idOrSerial: string, input: DeviceEdit, caller: Caller, isSharedToo: boolean) => SaveOutcome;
  /** False when there is none that the caller can unpair. */
  readonly unregister: (idOrSerial: string, caller: Caller) => boolean;
  /** Undefined when the product of the device has no such variant. */
  readonly assignFlavor: (device: DeviceModel, flavor: string) => DeviceModel | undefined;
  /** Reasons why a new flight with the device in that time may not be possible. */
  readonly listIssues: (device: DeviceModel, window: TimeRange) => readonly EligibilityIssue[];
  readonly listSummaries: (ownerId: string) => readonly DeviceSummary[];
  /** A device by id or serial number, without an access check. */
  readonly findAny: (
    idOrSerial: string,
  ) =>
    | (Pick<DeviceModel, "owner" | "groups"> & { readonly summary: DeviceSummary; readonly aircraft: string | null })
    | undefined;
  /** Issues of a flight that come from the device itself. */
  readonly listOwnIssues: (deviceId: string) => readonly EligibilityIssue[];
  /** Names of the devices that a caller can access, those shared with it as well, for search. */
  readonly listNames: (caller: Caller) => readonly DeviceSummary[];
};

export function createDevicesService(deps: DevicesDeps): DevicesService {
  const { db, clock, ids } = deps;

  function find(idOrSerial: string, caller: Caller, isSharedToo: boolean) {
    const device = findDevice(db, idOrSerial);
    if (device === undefined) return undefined;
    const access = accessTo(caller, device, isSharedToo && isSharedWith(db, device.id, caller.userId));
    return access === "none" ? undefined : { device, access };
  }

  function save(device: DeviceModel): Extract<SaveOutcome, { readonly kind: "saved" }> {
    const saved = { ...withFlavor(db, device), modifiedMs: clock.now() };
    saveDevice(db, saved);
    return { kind: "saved", device: saved };
  }

  function ownIssues({ owner, defaultAircraft, ...device }: DeviceModel): readonly EligibilityIssue[] {
    const hasAircraft =
      owner !== null &&
      ((defaultAircraft !== null && deps.findAircraft(defaultAircraft, owner) !== undefined) ||
        deps.hasDefaultAircraft(owner));
    return deviceIssues({ owner, ...device }, hasAircraft);
  }

  const summaryOf = (device: DeviceModel) => toSummary(device, productOf(db, device.type));

  const service: DevicesService = {
    find,

    findAny(idOrSerial) {
      const device = findDevice(db, idOrSerial);
      if (device === undefined) return undefined;
      const { owner, groups, defaultAircraft } = device;
      const aircraft =
        owner !== null && defaultAircraft !== null && deps.findAircraft(defaultAircraft, owner) !== undefined
          ? defaultAircraft
          : null;
      return { summary: summaryOf(device), owner, groups, aircraft };
    },

    listOwnIssues(deviceId) {
      const device = findDevice(db, deviceId);
      return device === undefined ? [] : ownIssues(device);
    },

    listNames: (caller) => listReadableDevices(db, caller.isAdministrator ? null : caller.userId).map(summaryOf),

    register(input, caller) {
      const nowMs = clock.now();
      const known = findDeviceBySerial(db, input.serial_number);
      if (known !== undefined && known.owner !== null && known.owner !== caller.userId) return { kind: "paired" };
      const aircraft = input.default_aircraft_override ?? null;
      if (aircraft !== null && deps.findAircraft(aircraft, caller.userId) === undefined) {
        return { kind: "unknown_aircraft" };
      }
      const device = known ?? unknownDevice(ids.random(), input.serial_number, nowMs);
      return save({
        ...device,
        owner: caller.userId,
        name: input.name ?? device.name,
        activatedMs: device.activatedMs ?? (input.activation_confirmed ? nowMs : null),
        defaultAircraft: aircraft ?? device.defaultAircraft,
      });
    },

    registerIdentified: (device, caller) =>
      db
        .transaction((): SaveOutcome => {
          const outcome = service.register(device, caller);
          return outcome.kind === "saved" ? save(withIdentity(db, outcome.device, device)) : outcome;
        })
        .immediate(),

    findSettings: (serialNumber) => findSettings(db, serialNumber),
    findVariantSettings: (flavor) => findConfigurationSet(db, { id: null, flavor })?.data,

    edit(idOrSerial, input, caller, isSharedToo) {
      const found = find(idOrSerial, caller, isSharedToo);
      if (found === undefined) return { kind: "missing" };
      if (found.access === "read") return { kind: "read_only" };
      const { device } = found;
      const aircraft = patchValue(input.default_aircraft_override, device.defaultAircraft);
      const isOther = aircraft !== null && aircraft !== device.defaultAircraft;
      if (isOther && deps.findAircraft(aircraft, device.owner ?? caller.userId) === undefined) {
        return { kind: "unknown_aircraft" };
      }
      return save({ ...edited(device, input), defaultAircraft: aircraft });
    },

    unregister(idOrSerial, caller) {
      const found = find(idOrSerial, caller, false);
      if (found === undefined || found.device.owner === null) return false;
      db.transaction(() => {
        save({ ...found.device, owner: null, defaultAircraft: null });
        removeShares(db, found.device.id);
      }).immediate();
      return true;
    },

    assignFlavor(device, flavor) {
      const isOfProduct = listFlavors(db, device.type).some(({ code }) => code === flavor);
      return isOfProduct ? save({ ...device, flavor }).device : undefined;
    },

    listIssues: (device, window) => [...ownIssues(device), ...deps.listFlightIssues(device.id, window)],

    listSummaries: (ownerId) => listDevicesOf(db, ownerId).map(summaryOf),
  };
  return service;
}

/** The device with the values that a person edited, except its aircraft. */
function edited(device: DeviceModel, input: DeviceEdit): DeviceModel {
  return {
    ...device,
    name: patchValue(input.name, device.name),
    fwBundle: patchValue(input.fw_bundle, device.fwBundle),
    provisioningStatus: patchValue(input.provisioning_status, device.provisioningStatus),
    groups: patchValue(input.groups, device.groups),
    colorTag: patchValue(input.color_tag, device.colorTag),
    callsign: patchValue(input.callsign, device.callsign),
  };
}

/** The device with the values that it reports; other values are unchanged. */
function withIdentity(
  db: ReadableDb,
  device: DeviceModel,
  { typeId, firmware, hardware }: ReportedIdentity,
): DeviceModel {
  return {
    ...device,
    type: (typeId === null ? undefined : findProductByTypeId(db, typeId)?.code) ?? device.type,
    fwBundle: firmware?.slice(0, MAX_VERSION_CHARACTERS) ?? device.fwBundle,
    hwRevision: hardware?.slice(0, MAX_VERSION_CHARACTERS) ?? device.hwRevision,
  };
}

function findSettings(db: ReadableDb, serialNumber: string): Readonly<Record<string, unknown>> | undefined {
  const device = findDeviceBySerial(db, serialNumber);
  return device && findConfigurationSet(db, device)?.data;
}
