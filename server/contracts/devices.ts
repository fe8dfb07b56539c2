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
    type: z.string().describe("Code of the product."),
  })
  .meta({ id: "DeviceSummary", description: "Summary of a device." });
export type DeviceSummary = z.infer<typeof DeviceSummary>;

export const Product = z
  .object({
    code: z.string().describe("Code of the product, the same as the device's type."),
    name: z.string().describe("Name of the product."),
    product_type: z.string().describe("`rid_transmitter` or `rid_receiver`."),
    type_id: z.int().describe("Numeric product id in the device's firmware."),
    has_network_features: z.boolean().describe("Whether it can report over a mobile network."),
    deprecated: z.boolean().describe("Whether it is no longer made."),
    has_trial: z.boolean().describe("Whether it comes with a trial subscription."),
  })
  .meta({ id: "Product", description: "A product: a kind of device." });
export type Product = z.infer<typeof Product>;

const Person = z.object({
  id: Uuid.describe("Id of the user."),
  name: z.string().describe("Full name, or the e-mail address where there is none."),
});
const nullableText = (description: string) => z.string().nullable().describe(description);

export const Device = DeviceSummary.extend({
  product: Product,
  owner: Person.nullable().describe("Owner of the account it is paired with; null when unpaired."),
  operator: Person.nullable().describe("Operator of its flights; null when unpaired."),
  hw_revision: nullableText("Revision of the hardware."),
  flavor: nullableText("Variant of the product."),
  iccid: nullableText("ICCID of its SIM card."),
  fw_bundle: nullableText("Version of the firmware bundle."),
  has_network_features: z.boolean().describe("Whether it can report over a mobile network."),
  date_activated: z.iso.date().nullable().describe("Date of activation; null before that."),
  groups: z.array(z.string()).describe("Groups it belongs to."),
  is_userless_allowed: z.boolean().describe("Whether it may be used without being paired."),
  default_aircraft_override: Aircraft.nullable().describe(
    "Aircraft for its new flights; null for the owner's default aircraft.",
  ),
  access_list: nullableText("Access list as stored on the device."),
  color_tag: nullableText("Colour tag."),
  callsign: nullableText("Call sign."),
  shared_acl_items_count: z.int().describe("Number of accounts it is shared with."),
}).meta({ id: "Device", description: "A Remote ID device." });
export type Device = z.infer<typeof Device>;

export const DeviceRegistration = z
  .object({
    serial_number: z.string().trim().min(1).max(64).describe("Serial number (CTA-2063-A), as printed on the device."),
    name: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe("Name; derived from the product's name and the serial number when omitted."),
    activation_confirmed: z.boolean().nullish().describe("True activates the device if it is not active yet."),
    default_aircraft_override: Uuid.nullish().describe("Id of the aircraft for its new flights."),
  })
  .meta({ id: "DeviceRegistration", description: "A device to pair with the caller's account." });
export type DeviceRegistration = z.output<typeof DeviceRegistration>;

const Groups = z.array(z.string().min(1).max(255)).max(100);

export const DeviceEdit = z
  .object({
    name: z
      .string()
      .min(1)
      .max(255)
      .nullable()
      .describe("Name; null derives it from the product's name and the serial number."),
    fw_bundle: z.string().min(1).max(32).describe("Version of the firmware bundle."),
    provisioning_status: z.enum(PROVISIONING_STATUSES).describe("State of its provisioning."),
    groups: Groups.describe("Groups it belongs to."),
    default_aircraft_override: Uuid.nullable().describe("Id of the aircraft for its new flights; null for none."),
    color_tag: z.string().min(1).max(25).nullable().describe("Colour tag."),
    callsign: z.string().min(1).max(20).nullable().describe("Call sign."),
  })
  .partial()
  .meta({ id: "DeviceEdit", description: "Fields to change; omitted fields stay as they are." });
export type DeviceEdit = z.output<typeof DeviceEdit>;

export const DeviceCapabilities = z
  .object({
    product_has_network_features: z.boolean().describe("Whether its product can report over a mobile network."),
    has_softsim: z.boolean().describe("Whether it has a software SIM that accepts a new profile."),
    can_be_provisioned: z.boolean().describe("Whether it takes part in provisioning."),
  })
  .meta({ id: "DeviceCapabilities", description: "What a device can do." });
export type DeviceCapabilities = z.infer<typeof DeviceCapabilities>;

export const ConfigurationSet = z
  .object({
    date_created: Datetime.describe("When it was created."),
    name: z.string().describe("Its name."),
    data: z.record(z.string(), z.unknown()).describe("Settings by key."),
    is_default: z.boolean().describe("Whether it came with the product's variant."),
    is_merged: z.boolean().describe("Whether it was merged from several sets."),
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
  .meta({ id: "EligibilityIssue", description: "A reason why a new flight may not be possible." });
export type EligibilityIssue = z.infer<typeof EligibilityIssue>;

const SharedQuery = z.object({
  include_shared: QueryBoolean.default(false).describe("Includes devices shared with the caller."),
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
    description: "The caller's own devices; administrators get the devices of all users.",
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
      serial_number_prefix: z.string().optional().describe("Only devices whose serial number starts with this text."),
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
      "A device paired with another account is refused with 409. An unknown device is added. Repeating the call is safe.",
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
    description: "A device shared with the caller is read-only.",
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
    description: "Its data is kept, and another account can pair with it.",
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
    summary: "Reasons why a new flight with the device may not be possible",
    description:
      "Checks a flight planned for the given time. When `planned_window_overlaps` is blocking, no other flight of the device can be planned for that time; a take-off is still recorded.",
    who: "user",
    params: DeviceIdPath,
    query: z.object({
      date_planned_start: Moment.optional().describe(
        "Planned start, with offset; now when omitted. Not part of the cloud service.",
      ),
      date_planned_finish: Moment.optional().describe(
        "Planned end, with offset, not before the start; 30 minutes after it when omitted. Not part of the cloud service.",
      ),
    }),
    replies: { 200: z.array(EligibilityIssue), ...failures },
  },
});
