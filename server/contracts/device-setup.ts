import { z } from "zod";
import { Uuid } from "./common.ts";
import { ConfigurationSet, Device, DeviceIdPath, Product } from "./devices.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

const Code = z
  .string()
  .max(64)
  .regex(/^[a-z0-9_]+$/, "must be lower-case letters, digits and underscores");
const Name = z.string().trim().min(1).max(255);

export const Flavor = z
  .object({
    code: z.string().describe("Code of the variant, the value of a device's `flavor`."),
    name: z.string().describe("Its name."),
    is_default: z.boolean().describe("Whether it is assumed for devices of the product whose variant is unknown."),
  })
  .meta({ id: "Flavor", description: "A variant of a product." });
export type Flavor = z.infer<typeof Flavor>;

export const KnownProduct = Product.extend({
  has_softsim: z.boolean().describe("Whether it has a software SIM that accepts a new profile."),
  can_be_provisioned: z.boolean().describe("Whether it takes part in provisioning."),
  flavors: z.array(Flavor).describe("Its variants."),
}).meta({ id: "KnownProduct", description: "A product with its variants." });
export type KnownProduct = z.infer<typeof KnownProduct>;

export const ProductCreate = z
  .object({
    code: Code.describe("Code of the product: lower-case letters, digits and underscores, at most 64."),
    name: Name.describe("Name of the product, 1 to 255 characters."),
    product_type: z.enum(["rid_transmitter", "rid_receiver"]).describe("Whether it transmits or receives Remote ID."),
    type_id: z.int().default(-1).describe("Numeric product id in the device's firmware; -1 for none."),
    has_network_features: z.boolean().default(false).describe("Whether it can report over a mobile network."),
    deprecated: z.boolean().default(false).describe("Whether it is no longer made."),
    has_trial: z.boolean().default(false).describe("Whether it comes with a trial subscription."),
    has_softsim: z.boolean().default(false).describe("Whether it has a software SIM that accepts a new profile."),
    can_be_provisioned: z.boolean().default(false).describe("Whether it takes part in provisioning."),
  })
  .meta({ id: "ProductCreate", description: "A product to add." });

export const FlavorCreate = z
  .object({
    code: Code.describe(
      "Code of the variant, unique among the variants of all products: lower-case letters, digits and underscores, at most 64.",
    ),
    name: Name.describe("Name of the variant, 1 to 255 characters."),
    is_default: z
      .boolean()
      .default(false)
      .describe("Whether it becomes the product's default variant; the first variant of a product always does."),
  })
  .meta({ id: "FlavorCreate", description: "A new variant of a product." });

export const ConfigurationSetCreate = z
  .object({
    name: Name.describe("Its name, 1 to 255 characters."),
    data: z.record(z.string(), z.unknown()).describe("Settings by key, as the device names them."),
  })
  .meta({ id: "ConfigurationSetCreate", description: "Settings to assign." });

const ProductPath = z.object({ product: z.string().min(1).max(64).describe("Code of the product.") });
const FlavorPath = z.object({ flavor: z.string().min(1).max(64).describe("Code of the variant.") });
const SharePath = DeviceIdPath.extend({ user_id: Uuid.describe("Id of the user.") });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TAG = "Devices";

/** Not part of the cloud service, which manages this setup internally; on a station an administrator does. */
export const deviceSetupRoutes = defineRoutes({
  listProducts: {
    method: "get",
    path: "/station/v1/products",
    tag: TAG,
    summary: "The products that the station knows",
    who: "user",
    replies: { 200: z.array(KnownProduct), 401: Unauthenticated },
  },
  createProduct: {
    method: "post",
    path: "/station/v1/products",
    tag: TAG,
    summary: "Add a product",
    description: "Takes effect immediately for devices of this type.",
    who: "administrator",
    body: ProductCreate,
    replies: { 200: KnownProduct, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages, 409: ErrorMessages },
  },
  createFlavor: {
    method: "post",
    path: "/station/v1/products/{product}/flavors",
    tag: TAG,
    summary: "Add a variant to a product",
    description: "Devices of the product without a variant get the default variant immediately.",
    who: "administrator",
    params: ProductPath,
    body: FlavorCreate,
    replies: { 200: Flavor, ...failures, 403: ErrorMessages, 409: ErrorMessages },
  },
  assignDeviceFlavor: {
    method: "put",
    path: "/station/v1/devices/{id}/flavor",
    tag: TAG,
    summary: "Assign a variant to a device",
    description: "One of the variants of its product.",
    who: "administrator",
    params: DeviceIdPath,
    body: z.object({ flavor: z.string().min(1).max(64).describe("Code of the variant.") }),
    replies: { 200: Device, ...failures, 403: ErrorMessages },
  },
  assignConfigurationSet: {
    method: "put",
    path: "/station/v1/devices/{id}/configuration-set",
    tag: TAG,
    summary: "Assign a configuration set to a device",
    who: "administrator",
    params: DeviceIdPath,
    body: ConfigurationSetCreate,
    replies: { 200: ConfigurationSet, ...failures, 403: ErrorMessages },
  },
  unassignConfigurationSet: {
    method: "delete",
    path: "/station/v1/devices/{id}/configuration-set",
    tag: TAG,
    summary: "Remove a device's own configuration set",
    who: "administrator",
    params: DeviceIdPath,
    replies: { 204: null, ...failures, 403: ErrorMessages },
  },
  getFlavorConfigurationSet: {
    method: "get",
    path: "/station/v1/flavors/{flavor}/configuration-set",
    tag: TAG,
    summary: "The configuration set of a variant",
    who: "user",
    params: FlavorPath,
    replies: { 200: ConfigurationSet, ...failures },
  },
  assignFlavorConfigurationSet: {
    method: "put",
    path: "/station/v1/flavors/{flavor}/configuration-set",
    tag: TAG,
    summary: "Assign a configuration set to a variant",
    description: "Applies to every device of the variant without a configuration set of its own.",
    who: "administrator",
    params: FlavorPath,
    body: ConfigurationSetCreate,
    replies: { 200: ConfigurationSet, ...failures, 403: ErrorMessages },
  },
  unassignFlavorConfigurationSet: {
    method: "delete",
    path: "/station/v1/flavors/{flavor}/configuration-set",
    tag: TAG,
    summary: "Remove the configuration set of a variant",
    description: "Permanent, also for a set that came with the station.",
    who: "administrator",
    params: FlavorPath,
    replies: { 204: null, ...failures, 403: ErrorMessages },
  },
  shareDevice: {
    method: "put",
    path: "/station/v1/devices/{id}/shares/{user_id}",
    tag: TAG,
    summary: "Share a device read-only with another account",
    who: "user",
    params: SharePath,
    replies: { 204: null, ...failures },
  },
  unshareDevice: {
    method: "delete",
    path: "/station/v1/devices/{id}/shares/{user_id}",
    tag: TAG,
    summary: "Stop sharing a device with an account",
    who: "user",
    params: SharePath,
    replies: { 204: null, ...failures },
  },
});
