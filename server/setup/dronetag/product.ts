import type { SetupFamily, SetupIdentity } from "../../contracts/setup.ts";
import type { Identified } from "../identify.ts";
import type { DeviceInfo, FirmwareVersion } from "./firmware-info.ts";

/** Names by `DeviceType`. */
const PRODUCTS: readonly string[] = [
  "Dronetag Mini",
  "Dronetag Beacon",
  "Dronetag DRI",
  "Dronetag NDRI",
  "Dronetag BS",
  "Dronetag Beacon 2",
  "Dronetag Mini 2",
  "Dronetag Mini 4G",
  "Dronetag DRI GNSS",
  "Dronetag RIDER",
  "Dronetag Receiver",
];

/** The types that receive: they are set up as the others, and can become a source as well. */
const RECEIVER_TYPES: ReadonlySet<number> = new Set([9, 10]);

export function identifiedOf(info: DeviceInfo, version: FirmwareVersion | undefined): Identified {
  const identity = identityOf(info, version);
  const family: SetupFamily = RECEIVER_TYPES.has(info.type) ? "rider" : "dronetag";
  const product = identity.product ?? "Dronetag device of a type that this station does not know";
  const message =
    family === "rider"
      ? `A ${product}. Its settings can be changed here, and it can become a source of this station.`
      : `A ${product}. Its settings can be changed here.`;
  return { family, identity, isLocked: null, message };
}

function identityOf(info: DeviceInfo, version: FirmwareVersion | undefined): SetupIdentity {
  return {
    product: PRODUCTS[info.type] ?? null,
    firmware: version?.version ?? null,
    serial_number: info.serialNumber,
    hardware: `revision ${info.revision}.${info.subRevision}`,
    device_type: info.type,
  };
}
