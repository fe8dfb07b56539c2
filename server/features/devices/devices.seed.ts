import type { Product } from "../../contracts/devices.ts";

export type SeedProduct = Product & { readonly has_softsim: boolean; readonly can_be_provisioned: boolean };

/** Kinds of device, by the number that the firmware gives them (DeviceInfo of the Dronetag USB protocol). */
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
  };
}

function receiver(typeId: number, code: string, name: string): SeedProduct {
  return {
    ...transmitter(typeId, code, name, {}),
    product_type: "rid_receiver",
    has_network_features: true,
  };
}
