import { z } from "zod";
import { Aircraft } from "./aircraft.ts";
import { Datetime, Moment, QueryBoolean, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { formatsOf } from "./formats.ts";
import { pageQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";

export const DeviceId = Uuid.brand("DeviceId");
export type DeviceId = z.infer<typeof DeviceId>;

export const PROVISIONING_STATUSES = ["pending", "provisioned", "revoked"] as const;

export const DeviceSummary = z
  .object({
    id: Uuid.describe("Id of the device."),
    serial_number: z.string().describe("Serial number (CTA-2063-A)."),
    name: z.string().describe("Name the owner gave it."),
    type: z.string().describe("Code of the kind of device."),
  })
  .meta({ id: "DeviceSummary", description: "A device, in short." });
export type DeviceSummary = z.infer<typeof DeviceSummary>;

export const Product = z
  .object({
    code: z.string().describe("Code of the product, the same as the device's type."),
    name: z.string().describe("Name of the product."),
    product_type: z.string().describe("`rid_transmitter` or `rid_receiver`."),
    type_id: z.int().describe("Id number that the device's firmware gives its kind."),
    has_network_features: z.boolean().describe("Whether it can report over a mobile network."),
    deprecated: z.boolean().describe("Whether it is no longer made."),
    has_trial: z.boolean().describe("Whether a trial of a plan comes with it."),
  })
  .meta({ id: "Product", description: "A kind of device." });
export type Product = z.infer<typeof Product>;

const Person = z.object({
  id: Uuid.describe("Id of the user."),
  name: z.string().describe("Full name, or the e-mail address where there is none."),
});
const nullableText = (description: string) => z.string().nullable().describe(description);

export const Device = DeviceSummary.extend({
  product: Product,
  owner: Person.nullable().describe("Whose account it is paired with; null when with none."),
  operator: Person.nullable().describe("Who flies with it; null when nobody is paired with it."),
  hw_revision: nullableText("Revision of the hardware."),
  flavor: nullableText("Variant of the product."),
  iccid: nullableText("ICCID of its SIM card."),
  fw_bundle: nullableText("Version of the firmware bundle."),
  has_network_features: z.boolean().describe("Whether it can report over a mobile network."),
  date_activated: z.iso.date().nullable().describe("Day of its activation; null before that."),
  groups: z.array(z.string()).describe("Groups it belongs to."),
  is_userless_allowed: z.boolean().describe("Whether it may fly without being paired."),
  default_aircraft_override: Aircraft.nullable().describe(
    "Aircraft of its new flights; null for the owner's default aircraft.",
  ),
  access_list: nullableText("Who may use it, as the device keeps it."),
  color_tag: nullableText("Colour it is marked with."),
  callsign: nullableText("Call sign."),
  shared_acl_items_count: z.int().describe("Number of people it is shared with."),
}).meta({ id: "Device", description: "A Remote ID device." });
export type Device = z.infer<typeof Device>;

export const DeviceRegistration = z
  .object({
    serial_number: z.string().trim().min(1).max(64).describe("Serial number (CTA-2063-A), as printed on the device."),
    name: z.string().min(1).max(255).nullish().describe("Name to give it; its product's name and number when omitted."),
    activation_confirmed: z.boolean().nullish().describe("Activates the device, where that was not done before."),
    default_aircraft_override: Uuid.nullish().describe("Id of the aircraft of its new flights."),
  })
  .meta({ id: "DeviceRegistration", description: "A device to pair with the caller's account." });
export type DeviceRegistration = z.output<typeof DeviceRegistration>;

const Groups = z.array(z.string().min(1).max(255)).max(100);

export const DeviceEdit = z
  .object({
    name: z.string().min(1).max(255).nullable().describe("Name; null for its product's name and number."),
    fw_bundle: z.string().min(1).max(32).describe("Version of the firmware bundle."),
    provisioning_status: z.enum(PROVISIONING_STATUSES).describe("State of its provisioning."),
    groups: Groups.describe("Groups it belongs to."),
    default_aircraft_override: Uuid.nullable().describe("Id of the aircraft of its new flights; null for none."),
    color_tag: z.string().min(1).max(25).nullable().describe("Colour it is marked with."),
    callsign: z.string().min(1).max(20).nullable().describe("Call sign."),
  })
  .partial()
  .meta({ id: "DeviceEdit", description: "What to change; what is not given stays." });
export type DeviceEdit = z.output<typeof DeviceEdit>;

export const DeviceCapabilities = z
  .object({
    product_has_network_features: z.boolean().describe("Whether its product can report over a mobile network."),
    has_softsim: z.boolean().describe("Whether its SIM is software that can be given a new profile."),
    can_be_provisioned: z.boolean().describe("Whether it takes part in provisioning."),
  })
  .meta({ id: "DeviceCapabilities", description: "What a device can do." });
export type DeviceCapabilities = z.infer<typeof DeviceCapabilities>;

export const ConfigurationSet = z
  .object({
    date_created: Datetime.describe("When it was made."),
    name: z.string().describe("Its name."),
    data: z.record(z.string(), z.unknown()).describe("Settings by their key."),
    is_default: z.boolean().describe("Whether it came with the product's variant."),
    is_merged: z.boolean().describe("Whether it was put together from several sets."),
  })
  .meta({ id: "ConfigurationSet", description: "Settings for a device." });
export type ConfigurationSet = z.infer<typeof ConfigurationSet>;

export const ELIGIBILITY_ISSUES = [
  "device_not_activated",
  "no_default_aircraft",
  "device_provisioning_revoked",
  "flight_hours_exhausted",
  "planned_window_overlaps",
] as const;

export const EligibilityIssue = z
  .object({
    id: z.string().describe(`Code: ${ELIGIBILITY_ISSUES.join(", ")}, or a newer one.`),
    description: z.string().describe("One sentence for a person."),
    is_blocking: z.boolean().describe("Whether it prevents a new flight."),
  })
  .meta({ id: "EligibilityIssue", description: "What stands in the way of a new flight." });
export type EligibilityIssue = z.infer<typeof EligibilityIssue>;

const SharedQuery = z.object({
  include_shared: QueryBoolean.default(false).describe("Also a device that was shared with the caller by name."),
});
const DevicePath = z.object({ id: z.string().min(1).max(64).describe("Id or serial number of the device.") });
export const DeviceIdPath = z.object({ id: Uuid.describe("Id of the device.") });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TABLE = formatsOf("table");
const TAG = "Devices";

export const DEVICE_ORDER = ["name", "serial_number", "type", "date_activated", "callsign"] as const;

export const deviceRoutes = defineRoutes({
  listDevices: {
    method: "get",
    path: "/v1/devices",
    tag: TAG,
    summary: "Devices that the caller can access",
    description: "The caller's own; an administrator's list has everybody's.",
    who: "user",
    pages: true,
    formats: TABLE,
    fileName: "devices",
    query: z.object({
      ...pageQuery(DEVICE_ORDER, TABLE),
      ...SharedQuery.shape,
      owner: Uuid.optional().describe("Only devices of this user."),
      iccid: z.string().optional().describe("Only the device with this SIM card."),
      serial_number: z.string().optional().describe("Only the device with this serial number."),
      serial_number_prefix: z.string().optional().describe("Only devices whose serial number begins so."),
      type: z.string().optional().describe("Only devices of this type."),
    }),
    replies: { 200: z.array(Device), 400: ErrorMessages, 401: Unauthenticated },
  },
  registerDevice: {
    method: "post",
    path: "/v1/devices",
    tag: TAG,
    summary: "Pair a device with the caller's account",
    description:
      "A device that is paired with another account is refused. One that the station has not heard of is taken down. The same call again is safe.",
    who: "user",
    body: DeviceRegistration,
    replies: { 200: Device, 400: ErrorMessages, 401: Unauthenticated, 409: ErrorMessages },
  },
  getDevice: {
    method: "get",
    path: "/v1/devices/{id}",
    tag: TAG,
    summary: "One device",
    who: "user",
    params: DevicePath,
    query: SharedQuery,
    replies: { 200: Device, ...failures },
  },
  editDevice: {
    method: "patch",
    path: "/v1/devices/{id}",
    tag: TAG,
    summary: "Edit a device",
    description: "A device that was shared with the caller is read, not edited.",
    who: "user",
    params: DevicePath,
    query: SharedQuery,
    body: DeviceEdit,
    replies: { 200: Device, ...failures, 403: ErrorMessages },
  },
  unregisterDevice: {
    method: "delete",
    path: "/v1/devices/{id}",
    tag: TAG,
    summary: "Unpair a device from its account",
    description: "Its data stays, and another account can pair with it.",
    who: "user",
    params: DevicePath,
    replies: { 204: null, ...failures },
  },
  getDeviceCapabilities: {
    method: "get",
    path: "/v1/devices/{id}/capabilities",
    tag: TAG,
    summary: "What a device can do",
    who: "user",
    params: DeviceIdPath,
    replies: { 200: DeviceCapabilities, ...failures },
  },
  getConfigurationSet: {
    method: "get",
    path: "/v1/devices/{id}/configuration-set",
    tag: TAG,
    summary: "The default configuration set of a device",
    description: "The one assigned to the device itself, else the one of its variant; 404 when neither is set.",
    who: "user",
    params: DeviceIdPath,
    replies: { 200: ConfigurationSet, ...failures },
  },
  listEligibilityIssues: {
    method: "get",
    path: "/v1/devices/{id}/eligibility-issues",
    tag: TAG,
    summary: "What stands in the way of a new flight with the device",
    description:
      "Of one that would be planned for the time given. Where `planned_window_overlaps` blocks, no other flight of the device can be planned for that time; a take-off is taken down all the same.",
    who: "user",
    params: DeviceIdPath,
    query: z.object({
      date_planned_start: Moment.optional().describe("Ours: planned begin, with its offset; now when omitted."),
      date_planned_finish: Moment.optional().describe(
        "Ours: planned end, not before its begin; 30 minutes after it when omitted.",
      ),
    }),
    replies: { 200: z.array(EligibilityIssue), ...failures },
  },
});
