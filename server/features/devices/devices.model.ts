import type { KnownProduct } from "../../contracts/device-setup.ts";

/** A kind of device as it is kept. */
export type ProductModel = Omit<KnownProduct, "flavors">;

/** A device as it is kept. */
export type DeviceModel = {
  readonly id: string;
  readonly serialNumber: string;
  /** Code of its product, or one that this program does not know. */
  readonly type: string;
  /** Id of the account it is paired with. */
  readonly owner: string | null;
  readonly name: string | null;
  readonly hwRevision: string | null;
  readonly flavor: string | null;
  readonly iccid: string | null;
  readonly fwBundle: string | null;
  readonly activatedMs: number | null;
  readonly groups: readonly string[];
  readonly isUserlessAllowed: boolean;
  readonly defaultAircraft: string | null;
  readonly accessList: string | null;
  readonly colorTag: string | null;
  readonly callsign: string | null;
  readonly provisioningStatus: string | null;
  readonly works: boolean;
  readonly purpose: string;
  readonly mfwVersion: string | null;
  readonly mmcuId: string | null;
  readonly hwNotes: string | null;
  readonly manufactureBatch: string | null;
  readonly createdMs: number;
  readonly modifiedMs: number;
};

/** The type of a device that was registered before the station learned what it is. */
export const UNKNOWN_TYPE = "unknown";

/** A device of which nothing but the serial number is known. */
export function unknownDevice(id: string, serialNumber: string, nowMs: number): DeviceModel {
  return {
    id,
    serialNumber,
    type: UNKNOWN_TYPE,
    owner: null,
    name: null,
    hwRevision: null,
    flavor: null,
    iccid: null,
    fwBundle: null,
    activatedMs: null,
    groups: [],
    isUserlessAllowed: false,
    defaultAircraft: null,
    accessList: null,
    colorTag: null,
    callsign: null,
    provisioningStatus: null,
    works: true,
    purpose: "",
    mfwVersion: null,
    mmcuId: null,
    hwNotes: null,
    manufactureBatch: null,
    createdMs: nowMs,
    modifiedMs: nowMs,
  };
}
