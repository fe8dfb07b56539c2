import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** What the station knows of the settings of devices that it has read: not part of the cloud service. */

export const SetupDifference = z
  .object({
    name: z.string().describe("Name of the setting."),
    read: z.unknown().describe("Its value in the snapshot."),
    wanted: z.unknown().describe("Its value in the configuration set."),
  })
  .meta({ id: "SetupDifference", description: "A setting that is not as its configuration set says." });
export type SetupDifference = z.infer<typeof SetupDifference>;

export const SetupDevice = z
  .object({
    serial_number: z.string().describe("Serial number of the device."),
    product: z.string().nullable().describe("Name of its product when it was read."),
    firmware: z.string().nullable().describe("Version of its firmware when it was read."),
    taken_at: Datetime.describe("When its newest snapshot was taken."),
    differences: z
      .array(SetupDifference)
      .nullable()
      .describe("What differed then from its configuration set as it is now; null without such a set."),
    not_compared: z
      .array(z.string())
      .describe("Settings of the set that the snapshot does not have: secrets, and what the device does not report."),
  })
  .meta({ id: "SetupDevice", description: "A device as it was read last." });
export type SetupDevice = z.infer<typeof SetupDevice>;

export const setupDeviceRoutes = defineRoutes({
  listSetupDevices: {
    tag: "Set-up over USB",
    who: "administrator",
    method: "get",
    path: "/station/v1/setup/devices",
    summary: "Devices as they were read last, and what differs from their configuration set",
    query: z.object({
      serial_number: z.string().min(1).max(64).optional().describe("Serial number of the device; all when omitted."),
    }),
    replies: { 200: z.array(SetupDevice), 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
});
