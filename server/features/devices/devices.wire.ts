import type { Device, DeviceSummary } from "../../contracts/devices.ts";
import type { ManufacturedDevice } from "../../contracts/manufacture.ts";
import type { SimCard, SimDataUsage } from "../../contracts/sim-cards.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import type { DeviceModel, ProductModel } from "./devices.model.ts";
import { countShares } from "./devices.store.ts";
import { productOf } from "./products.store.ts";
import type { SimCardModel } from "./sim-cards.store.ts";

export function toSummary(device: DeviceModel, product: Pick<ProductModel, "name">): DeviceSummary {
  return {
    id: device.id,
    serial_number: device.serialNumber,
    // Without a name: the product and the last digits of the serial number.
    name: device.name ?? `${product.name} ${device.serialNumber.slice(-6)}`,
    type: device.type,
  };
}

export function toDevice(device: DeviceModel, deps: DevicesDeps): Device {
  const { has_softsim: _softsim, can_be_provisioned: _provisioned, ...product } = productOf(deps.db, device.type);
  const { owner } = device;
  const person = owner === null ? null : { id: owner, name: deps.nameOfUser(owner) };
  const override =
    owner === null || device.defaultAircraft === null ? undefined : deps.findAircraft(device.defaultAircraft, owner);
  return {
    ...toSummary(device, product),
    product,
    owner: person,
    operator: person,
    hw_revision: device.hwRevision,
    flavor: device.flavor,
    iccid: device.iccid,
    fw_bundle: device.fwBundle,
    has_network_features: product.has_network_features,
    date_activated: device.activatedMs === null ? null : isoFromMs(device.activatedMs).slice(0, 10),
    groups: [...device.groups],
    is_userless_allowed: device.isUserlessAllowed,
    default_aircraft_override: override ?? null,
    access_list: device.accessList,
    color_tag: device.colorTag,
    callsign: device.callsign,
    shared_acl_items_count: countShares(deps.db, device.id),
  };
}

export function toManufactured(device: DeviceModel, emailOfUser: DevicesDeps["emailOfUser"]): ManufacturedDevice {
  return {
    id: device.id,
    serial_number: device.serialNumber,
    name: device.name ?? "",
    type: device.type,
    owner: device.owner === null ? null : emailOfUser(device.owner),
    works: device.works,
    purpose: device.purpose as ManufacturedDevice["purpose"],
    fw_bundle: device.fwBundle,
    hw_revision: device.hwRevision,
    mfw_version: device.mfwVersion,
    iccid: device.iccid,
    mmcu_id: device.mmcuId,
    provisioning_status: device.provisioningStatus as ManufacturedDevice["provisioning_status"],
    hw_notes: device.hwNotes,
    manufacture_batch: device.manufactureBatch,
    groups: [...device.groups],
    date_created: isoFromMs(device.createdMs),
    date_modified: isoFromMs(device.modifiedMs),
  };
}

export function toSimCard(card: SimCardModel, device: DeviceModel | undefined): SimCard {
  return {
    iccid: card.iccid,
    imsi: card.imsi,
    msisdn: card.msisdn,
    ip: card.ip,
    activated: isoOrNull(card.activatedMs),
    provider_name: card.providerName,
    provider_acronym: card.providerAcronym,
    note: card.note,
    device_id: device?.id ?? null,
    device_serial_number: device?.serialNumber ?? null,
  };
}

/** Approximate data volume per hour of flight of a device that reports once a second. */
const BYTES_PER_HOUR = 2_000_000;

export function toDataUsage({ usedDataBytes, dataQuotaBytes, bundles }: SimCardModel): SimDataUsage {
  const leftBytes = usedDataBytes === null || dataQuotaBytes === null ? null : dataQuotaBytes - usedDataBytes;
  return {
    used_data_bytes: usedDataBytes === null ? null : String(usedDataBytes),
    data_quota_bytes: dataQuotaBytes === null ? null : String(dataQuotaBytes),
    scan_hours_left_estimate: leftBytes === null ? null : String(Math.max(0, Math.floor(leftBytes / BYTES_PER_HOUR))),
    active_data_bundles: [...bundles],
  };
}
