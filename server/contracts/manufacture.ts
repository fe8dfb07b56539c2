import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { Device, DeviceSummary, PROVISIONING_STATUSES } from "./devices.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

const SerialNumber = z.string().min(1).max(20).describe("Serial number (CTA-2063-A), 1 to 20 characters.");

export const ManufactureReportCreate = z
  .object({
    serial_number: z.string().min(1).describe("Serial number of the device."),
    station_id: z.string().min(1).max(64).describe("Id of the workstation where it was done, 1 to 64 characters."),
    operator: z.string().max(64).default("").describe("Who did it, at most 64 characters."),
    action: z.string().max(128).default("").describe("What was done, at most 128 characters."),
  })
  .meta({ id: "ManufactureReportCreate", description: "A manufacturing step of a device." });
export type ManufactureReportCreate = z.output<typeof ManufactureReportCreate>;

export const ManufactureReport = z
  .object({
    device: DeviceSummary,
    station_id: z.string().describe("Id of the workstation where it was done."),
    operator: z.string().describe("Who did it."),
    action: z.string().describe("What was done."),
  })
  .meta({ id: "ManufactureReport", description: "A recorded manufacturing step of a device." });
export type ManufactureReport = z.infer<typeof ManufactureReport>;

const text = (maxLength: number, description: string) => z.string().max(maxLength).nullable().describe(description);

const fields = {
  serial_number: SerialNumber,
  name: z.string().max(255).describe("Name, at most 255 characters."),
  type: z.string().min(1).max(64).describe("Code of the product; not empty."),
  owner: z.email().nullable().describe("E-mail address of the account it is paired with; null for none."),
  works: z.boolean().describe("Whether it passed its tests."),
  purpose: z
    .enum(["retail", "development", "user-testing", "obsolete", ""])
    .describe("Purpose of the device; empty when not specified."),
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
    .describe("State of its provisioning; empty or null when it is not provisioned at all."),
  hw_notes: z.string().max(10_000).nullable().describe("Remarks on the hardware."),
  manufacture_batch: text(32, "Batch it was made in, at most 32 characters."),
  groups: z.array(z.string().min(1).max(255)).max(100).describe("Groups it belongs to."),
};

export const ManufacturedDeviceUpdate = z.object(fields).partial().required({ serial_number: true }).meta({
  id: "ManufacturedDeviceUpdate",
  description: "Fields of a device to change; omitted fields stay as they are.",
});
export type ManufacturedDeviceUpdate = z.output<typeof ManufacturedDeviceUpdate>;

export const ManufacturedDeviceCreate = z
  .object(fields)
  .partial()
  .required({ serial_number: true, type: true })
  .meta({ id: "ManufacturedDeviceCreate", description: "A manufactured device." });
export type ManufacturedDeviceCreate = z.output<typeof ManufacturedDeviceCreate>;

export const ManufacturedDevice = z
  .object({
    id: Uuid.describe("Id of the device."),
    ...fields,
    date_created: Datetime.describe("When it was added."),
    date_modified: Datetime.describe("When it was last changed."),
  })
  .meta({ id: "ManufacturedDevice", description: "A device as its manufacturer sees it." });
export type ManufacturedDevice = z.infer<typeof ManufacturedDevice>;

const failures = { 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages, 404: ErrorMessages } as const;
const TAG = "Manufacture";

export const manufactureRoutes = defineRoutes({
  createManufactureReport: {
    method: "post",
    path: "/v1/manufacture/reports",
    tag: TAG,
    summary: "Record a manufacturing step of a device",
    who: "administrator",
    body: ManufactureReportCreate,
    replies: { 200: ManufactureReport, ...failures },
  },
  createManufacturedDevice: {
    method: "post",
    path: "/v1/manufacture/devices",
    tag: TAG,
    summary: "Add a manufactured device",
    who: "administrator",
    body: ManufacturedDeviceCreate,
    replies: { 200: ManufacturedDevice, ...failures, 409: ErrorMessages },
  },
  updateManufacturedDevice: {
    method: "patch",
    path: "/v1/manufacture/devices",
    tag: TAG,
    summary: "Update a manufactured device",
    who: "administrator",
    body: ManufacturedDeviceUpdate,
    replies: { 200: ManufacturedDevice, ...failures },
  },
  makeRetailReady: {
    method: "post",
    path: "/v1/manufacture/devices/retail-ready",
    tag: TAG,
    summary: "Prepare devices for sale",
    description: "All or nothing: if one of them cannot be prepared, none is changed.",
    who: "administrator",
    body: z.object({
      serial_number_list: z.array(z.string().min(1)).max(1000).default([]).describe("Serial numbers of devices."),
      id_list: z.array(Uuid).max(1000).default([]).describe("Ids of devices."),
    }),
    replies: { 200: z.array(Device), ...failures, 409: ErrorMessages },
  },
});
