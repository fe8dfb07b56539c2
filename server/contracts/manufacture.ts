import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { Device, DeviceSummary, PROVISIONING_STATUSES } from "./devices.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

const SerialNumber = z.string().min(1).max(20).describe("Serial number (CTA-2063-A), 1 to 20 characters.");

export const ManufactureReportCreate = z
  .object({
    serial_number: z.string().min(1).describe("Serial number of the device."),
    station_id: z.string().min(1).max(64).describe("Id of the place at which it was done, 1 to 64 characters."),
    operator: z.string().max(64).default("").describe("Who did it, at most 64 characters."),
    action: z.string().max(128).default("").describe("What was done, at most 128 characters."),
  })
  .meta({ id: "ManufactureReportCreate", description: "A step of making a device." });
export type ManufactureReportCreate = z.output<typeof ManufactureReportCreate>;

export const ManufactureReport = z
  .object({
    device: DeviceSummary,
    station_id: z.string().describe("Id of the place at which it was done."),
    operator: z.string().describe("Who did it."),
    action: z.string().describe("What was done."),
  })
  .meta({ id: "ManufactureReport", description: "A step of making a device, as it was taken down." });
export type ManufactureReport = z.infer<typeof ManufactureReport>;

const text = (most: number, description: string) => z.string().max(most).nullable().describe(description);

const fields = {
  serial_number: SerialNumber,
  name: z.string().max(255).describe("Name, at most 255 characters."),
  type: z.string().min(1).max(64).describe("Code of the kind of device; not empty."),
  owner: z.email().nullable().describe("E-mail address of the account it is paired with; null for none."),
  works: z.boolean().describe("Whether it passed its tests."),
  purpose: z
    .enum(["retail", "development", "user-testing", "obsolete", ""])
    .describe("What it is for; blank where that is not said."),
  fw_bundle: text(32, "Version of the firmware bundle, at most 32 characters."),
  hw_revision: text(256, "Revision of the hardware, at most 256 characters."),
  mfw_version: text(32, "Version of the modem's firmware, at most 32 characters."),
  iccid: z
    .string()
    .regex(/^\d+$/, "must be digits only")
    .max(32)
    .nullable()
    .describe("ICCID of its SIM card, digits only."),
  mmcu_id: text(255, "Id of the main microcontroller, at most 255 characters."),
  provisioning_status: z
    .enum([...PROVISIONING_STATUSES, ""])
    .nullable()
    .describe("State of its provisioning; blank or null where it takes no part."),
  hw_notes: z.string().max(10_000).nullable().describe("Remarks on the hardware."),
  manufacture_batch: text(32, "Batch it was made in, at most 32 characters."),
  groups: z.array(z.string().min(1).max(255)).max(100).describe("Groups it belongs to."),
};

export const ManufacturedDeviceUpdate = z
  .object(fields)
  .partial()
  .required({ serial_number: true })
  .meta({ id: "ManufacturedDeviceUpdate", description: "What to change of a device; what is not given stays." });
export type ManufacturedDeviceUpdate = z.output<typeof ManufacturedDeviceUpdate>;

export const ManufacturedDeviceCreate = z
  .object(fields)
  .partial()
  .required({ serial_number: true, type: true })
  .meta({ id: "ManufacturedDeviceCreate", description: "A device that was made." });
export type ManufacturedDeviceCreate = z.output<typeof ManufacturedDeviceCreate>;

export const ManufacturedDevice = z
  .object({
    id: Uuid.describe("Id of the device."),
    ...fields,
    date_created: Datetime.describe("When it was taken down."),
    date_modified: Datetime.describe("When it was changed last."),
  })
  .meta({ id: "ManufacturedDevice", description: "A device, as its maker sees it." });
export type ManufacturedDevice = z.infer<typeof ManufacturedDevice>;

const failures = { 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages, 404: ErrorMessages } as const;
const TAG = "Manufacture";

export const manufactureRoutes = defineRoutes({
  createManufactureReport: {
    method: "post",
    path: "/v1/manufacture/reports",
    tag: TAG,
    summary: "Take down a step of making a device",
    who: "administrator",
    body: ManufactureReportCreate,
    replies: { 200: ManufactureReport, ...failures },
  },
  createManufacturedDevice: {
    method: "post",
    path: "/v1/manufacture/devices",
    tag: TAG,
    summary: "Take down a device that was made",
    who: "administrator",
    body: ManufacturedDeviceCreate,
    replies: { 200: ManufacturedDevice, ...failures, 409: ErrorMessages },
  },
  updateManufacturedDevice: {
    method: "patch",
    path: "/v1/manufacture/devices",
    tag: TAG,
    summary: "Change what is known of a device",
    who: "administrator",
    body: ManufacturedDeviceUpdate,
    replies: { 200: ManufacturedDevice, ...failures },
  },
  makeRetailReady: {
    method: "post",
    path: "/v1/manufacture/devices/retail-ready",
    tag: TAG,
    summary: "Make devices ready to be sold",
    description: "All or nothing: where one of them cannot be, none is changed.",
    who: "administrator",
    body: z.object({
      serial_number_list: z.array(z.string().min(1)).max(1000).default([]).describe("Serial numbers of devices."),
      id_list: z.array(Uuid).max(1000).default([]).describe("Ids of devices."),
    }),
    replies: { 200: z.array(Device), ...failures, 409: ErrorMessages },
  },
});
