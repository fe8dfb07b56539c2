import { z } from "zod";
import { Datetime, Moment, QueryBoolean, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

const nullableText = (description: string) => z.string().nullable().describe(description);

export const SimCard = z
  .object({
    iccid: z.string().describe("Id of the card (ITU-T E.118)."),
    imsi: nullableText("International mobile subscriber identity (IMSI)."),
    msisdn: nullableText("Telephone number."),
    ip: nullableText("IP address."),
    activated: Datetime.nullable().describe("When it was activated; null when unknown."),
    provider_name: nullableText("Mobile network operator."),
    provider_acronym: nullableText("Abbreviation of the operator's name."),
    note: nullableText("Note."),
    device_id: Uuid.nullable().describe("Id of the device it is installed in; null for none."),
    device_serial_number: nullableText("Serial number of that device."),
  })
  .meta({ id: "SimCard", description: "A SIM card." });
export type SimCard = z.infer<typeof SimCard>;

export const SimBundle = z
  .object({
    id: Uuid.describe("Id of the bundle."),
    code: z.string().describe("Code of the bundle."),
    name: z.string().describe("Name of the bundle."),
    is_paid: z.boolean().describe("Whether it has been paid."),
    is_available: z.boolean().describe("Whether it can be used."),
    is_activated: z.boolean().describe("Whether it is in use."),
    is_expired: z.boolean().describe("Whether it has expired."),
    data_allowance: z.int().describe("Data allowance, bytes."),
    data_used: z.int().describe("Data used, bytes."),
    data_used_pct: z.number().describe("Data used, percent of the allowance."),
    date_purchased: Datetime.nullable().describe("When it was purchased."),
    date_paid: Datetime.nullable().describe("When it was paid for."),
    date_expiration: Datetime.nullable().describe("When it expires if it is not activated."),
    date_activated: Datetime.nullable().describe("When it was activated."),
    date_active_until: Datetime.nullable().describe("Until when it can be used."),
    activated_for: nullableText("What it was activated for."),
  })
  .meta({ id: "SimBundle", description: "A purchased data bundle." });
export type SimBundle = z.infer<typeof SimBundle>;

export const SimDataUsage = z
  .object({
    used_data_bytes: z.string().nullable().describe("Data used, bytes; null when unknown."),
    data_quota_bytes: z.string().nullable().describe("Data quota, bytes; null when unknown."),
    scan_hours_left_estimate: z
      .string()
      .nullable()
      .describe("Estimated flight hours left in the quota; null when unknown."),
    active_data_bundles: z.array(SimBundle).describe("Data bundles in use."),
  })
  .meta({ id: "SimDataUsage", description: "Data usage of a SIM card." });
export type SimDataUsage = z.infer<typeof SimDataUsage>;

/** A bundle as it is sent: its times may have any offset. */
const SimBundleInput = SimBundle.extend({
  date_purchased: Moment.nullable().describe("When it was purchased."),
  date_paid: Moment.nullable().describe("When it was paid for."),
  date_expiration: Moment.nullable().describe("When it expires if it is not activated."),
  date_activated: Moment.nullable().describe("When it was activated."),
  date_active_until: Moment.nullable().describe("Until when it can be used."),
}).meta({ id: "SimBundleInput", description: "A purchased data bundle." });
export type SimBundleInput = z.output<typeof SimBundleInput>;

const text = (maxLength: number, description: string) =>
  z.string().min(1).max(maxLength).nullable().describe(description);

export const SimCardUpdate = z
  .object({
    imsi: z
      .string()
      .regex(/^\d{6,15}$/, "must be 6 to 15 digits")
      .nullable()
      .describe("International mobile subscriber identity (IMSI)."),
    msisdn: text(32, "Telephone number."),
    ip: text(45, "IP address."),
    activated: Moment.nullable().describe("When it was activated."),
    provider_name: text(255, "Mobile network operator."),
    provider_acronym: text(32, "Abbreviation of the operator's name."),
    note: text(1000, "Note."),
    used_data_bytes: z.int().min(0).nullable().describe("Data used, bytes."),
    data_quota_bytes: z.int().min(0).nullable().describe("Data quota, bytes."),
    active_data_bundles: z.array(SimBundleInput).max(100).describe("Data bundles in use."),
  })
  .partial()
  .meta({ id: "SimCardUpdate", description: "Fields to change; omitted fields stay as they are." });
export type SimCardUpdate = z.output<typeof SimCardUpdate>;

const DeviceIdPath = z.object({ id: Uuid.describe("Id of the device.") });
const IccidPath = z.object({
  iccid: z
    .string()
    .regex(/^\d{1,32}$/, "must be digits")
    .describe("ICCID of the card."),
});
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TAG = "SIM cards";

export const simCardRoutes = defineRoutes({
  createSimProfile: {
    method: "post",
    path: "/v1/devices/{id}/sim-profile",
    tag: TAG,
    summary: "Create a new SIM profile for a device",
    description: "Returns DER bytes. The key in the profile is returned only in this response and not stored.",
    who: "user",
    params: DeviceIdPath,
    bytes: "application/octet-stream",
    hasSecret: true,
    replies: {
      200: z.custom<Uint8Array>((value) => value instanceof Uint8Array).describe("The profile."),
      ...failures,
      409: ErrorMessages,
    },
  },
  getDeviceSimCard: {
    method: "get",
    path: "/v1/devices/{id}/sim-card",
    tag: TAG,
    summary: "The SIM card of a device",
    who: "user",
    params: DeviceIdPath,
    replies: { 200: SimCard, ...failures },
  },
  getSimDataUsage: {
    method: "get",
    path: "/v1/devices/{id}/sim-card/data-usage",
    tag: TAG,
    summary: "Data usage of the SIM card of a device",
    who: "user",
    params: DeviceIdPath,
    query: z.object({
      include_shared: QueryBoolean.default(false).describe("Includes devices shared with the caller."),
    }),
    replies: { 200: SimDataUsage, ...failures },
  },
  getSimCard: {
    method: "get",
    path: "/v1/sim-cards/{iccid}",
    tag: TAG,
    summary: "A SIM card by its ICCID",
    who: "user",
    params: IccidPath,
    replies: { 200: SimCard, ...failures },
  },
  updateSimCard: {
    method: "put",
    path: "/station/v1/sim-cards/{iccid}",
    tag: TAG,
    summary: "Set the data of a SIM card",
    who: "administrator",
    params: IccidPath,
    body: SimCardUpdate,
    replies: { 200: SimCard, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
});
