import type { ProductModel } from "./devices.model.ts";

type SeedFlavor = {
  readonly code: string;
  readonly name: string;
  readonly set: { readonly name: string; readonly data: Readonly<Record<string, unknown>> };
};
export type SeedProduct = ProductModel & { readonly flavor: SeedFlavor };

/**
 * Default settings common to all devices, from the description of the Dronetag USB protocol. Settings that lock a
 * device (`settings/lock`, its keys and their access vectors) are for the owner to choose and have no default.
 */
const SETTINGS = { "app/brightness": 25, "dt_log_mux/enable": true } as const;

/** Products, by their numeric id in the firmware (DeviceInfo of the Dronetag USB protocol). */
export const PRODUCT_SEED: readonly SeedProduct[] = [
  transmitter(0, "mini", "Dronetag Mini", { network: true }),
  transmitter(1, "beacon", "Dronetag Beacon", {}),
  transmitter(2, "dri", "Dronetag DRI", {}),
  transmitter(3, "ndri", "Dronetag NDRI", { network: true }),
  receiver(4, "bs", "Dronetag base station"),
  transmitter(5, "beacon2", "Dronetag Beacon 2", {}),
  transmitter(6, "mini2", "Dronetag Mini 2", { network: true }),
  transmitter(7, "mini_4g", "Dronetag Mini 4G", { network: true, softsim: true }),
  transmitter(8, "dri_gnss", "Dronetag DRI with GNSS", {}),
  receiver(9, "rider", "Dronetag RIDER"),
  receiver(10, "receiver", "Dronetag receiver"),
];

type Features = { readonly network?: boolean; readonly softsim?: boolean };

function transmitter(typeId: number, code: string, name: string, { network, softsim }: Features): SeedProduct {
  const has_network_features = network ?? false;
  return {
    code,
    name,
    product_type: "rid_transmitter",
    type_id: typeId,
    has_network_features,
    deprecated: false,
    has_trial: has_network_features,
    has_softsim: softsim ?? false,
    can_be_provisioned: has_network_features,
    flavor: { code: `${code}_standard`, name: "Standard", set: { name: `${name}, standard`, data: SETTINGS } },
  };
}

function receiver(typeId: number, code: string, name: string): SeedProduct {
  return {
    ...transmitter(typeId, code, name, {}),
    product_type: "rid_receiver",
    has_network_features: true,
  };
}
