import type { KnownProduct } from "../../contracts/device-setup.ts";

/** A stored product. */
export type ProductModel = Omit<KnownProduct, "flavors">;

/** A stored device. */
export type DeviceModel = {
  readonly id: string;
  readonly serialNumber: string;
  /** Code of its product, possibly one that this program does not know. */
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

/** The type of a device whose product is not known yet. */
export const UNKNOWN_TYPE = "unknown";

/** A device with only its serial number known. */
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
