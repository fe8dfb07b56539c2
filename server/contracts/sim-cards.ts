import { z } from "zod";
import { Datetime, Moment, QueryBoolean, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

const nullableText = (description: string) => z.string().nullable().describe(description);

export const SimCard = z
  .object({
    iccid: z.string().describe("Id of the card (ITU-T E.118)."),
    imsi: nullableText("Identity of its subscriber."),
    msisdn: nullableText("Telephone number."),
    ip: nullableText("IP address."),
    activated: Datetime.nullable().describe("When it was activated; null when not known."),
    provider_name: nullableText("Mobile network operator."),
    provider_acronym: nullableText("The operator, in short."),
    note: nullableText("A remark."),
    device_id: Uuid.nullable().describe("Id of the device it is in; null when in none."),
    device_serial_number: nullableText("Serial number of that device."),
  })
  .meta({ id: "SimCard", description: "A SIM card." });
export type SimCard = z.infer<typeof SimCard>;

export const SimBundle = z
  .object({
    id: Uuid.describe("Id of the bundle."),
    code: z.string().describe("Code of the bundle."),
    name: z.string().describe("Name of the bundle."),
    is_paid: z.boolean().describe("Whether it was paid."),
    is_available: z.boolean().describe("Whether it can be used."),
    is_activated: z.boolean().describe("Whether it is in use."),
    is_expired: z.boolean().describe("Whether its time is over."),
    data_allowance: z.int().describe("Data it holds, bytes."),
    data_used: z.int().describe("Data used of it, bytes."),
    data_used_pct: z.number().describe("Data used of it, percent."),
    date_purchased: Datetime.nullable().describe("When it was bought."),
    date_paid: Datetime.nullable().describe("When it was paid."),
    date_expiration: Datetime.nullable().describe("When it ends, used or not."),
    date_activated: Datetime.nullable().describe("When its use began."),
    date_active_until: Datetime.nullable().describe("When its use ends."),
    activated_for: nullableText("What it was activated for."),
  })
  .meta({ id: "SimBundle", description: "An amount of data that was bought." });
export type SimBundle = z.infer<typeof SimBundle>;

export const SimDataUsage = z
  .object({
    used_data_bytes: z.string().nullable().describe("Data used, bytes; null when not known."),
    data_quota_bytes: z.string().nullable().describe("Data there is, bytes; null when not known."),
    scan_hours_left_estimate: z.string().nullable().describe("Hours of flight left of it; null when not known."),
    active_data_bundles: z.array(SimBundle).describe("Amounts of data in use."),
  })
  .meta({ id: "SimDataUsage", description: "How much data a SIM card used." });
export type SimDataUsage = z.infer<typeof SimDataUsage>;

const text = (most: number, description: string) => z.string().min(1).max(most).nullable().describe(description);

export const SimCardUpdate = z
  .object({
    imsi: z
      .string()
      .regex(/^\d{6,15}$/, "must be 6 to 15 digits")
      .nullable()
      .describe("Identity of its subscriber."),
    msisdn: text(32, "Telephone number."),
    ip: text(45, "IP address."),
    activated: Moment.nullable().describe("When it was activated."),
    provider_name: text(255, "Mobile network operator."),
    provider_acronym: text(32, "The operator, in short."),
    note: text(1000, "A remark."),
    used_data_bytes: z.int().min(0).nullable().describe("Data used, bytes."),
    data_quota_bytes: z.int().min(0).nullable().describe("Data there is, bytes."),
    active_data_bundles: z.array(SimBundle).max(100).describe("Amounts of data in use."),
  })
  .partial()
  .meta({ id: "SimCardUpdate", description: "What to change; what is not given stays." });
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
    summary: "A new SIM profile for a device",
    description: "Bytes of DER. The key in it is said this once and kept nowhere.",
    who: "user",
    params: DeviceIdPath,
    bytes: "application/octet-stream",
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
    summary: "How much data the SIM card of a device used",
    who: "user",
    params: DeviceIdPath,
    query: z.object({
      include_shared: QueryBoolean.default(false).describe("Also of a device that was shared with the caller by name."),
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
    summary: "Say what is known of a SIM card",
    who: "administrator",
    params: IccidPath,
    body: SimCardUpdate,
    replies: { 200: SimCard, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
});
