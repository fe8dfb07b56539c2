import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { formatsOf } from "./formats.ts";
import { formatQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";
import { setupFailures } from "./setup.ts";

/** Many devices set up one after the other: not part of the cloud service. */

/** The step of a device in a batch, or its result; the last five are results. */
export const SETUP_BATCH_DEVICE_STATES = [
  "waiting",
  "identifying",
  "reading",
  "writing",
  "restarting",
  "verifying",
  "lost",
  "done",
  "partly",
  "failed",
  "not_recognised",
  "not_possible",
] as const;
export type SetupBatchDeviceState = (typeof SETUP_BATCH_DEVICE_STATES)[number];

export const SetupBatchDevice = z
  .object({
    time: Datetime.describe("When it was plugged in."),
    serial_number: z.string().nullable().describe("Serial number of the device; null until it is known."),
    product: z.string().nullable().describe("Name of its product, else its family; null until it is known."),
    firmware: z.string().nullable().describe("Version of its firmware; null until it is known."),
    path: z.string().describe("The port that it is at."),
    state: z
      .enum(SETUP_BATCH_DEVICE_STATES)
      .describe(
        "What is done with it, or how that ended: `done` is written and read back, or found as wanted; `partly` and `failed` say in `detail` what is missing; `not_recognised` and `not_possible` were left as they are.",
      ),
    verified: z.int().min(0).describe("Number of settings that were read back as wanted."),
    of: z.int().min(0).describe("Number of settings to write."),
    detail: z
      .string()
      .nullable()
      .describe("Why it is not done, or what was left out; null where there is nothing to say."),
  })
  .meta({ id: "SetupBatchDevice", description: "A device of a batch." });
export type SetupBatchDevice = z.infer<typeof SetupBatchDevice>;

const Flavor = z.string().min(1).max(64);

export const SetupBatch = z
  .object({
    id: Uuid.describe("Id of the batch."),
    state: z
      .enum(["running", "ending", "ended"])
      .describe("`ending`: no further device is taken, and what is being written is finished."),
    flavor: z
      .string()
      .nullable()
      .describe("The variant whose configuration set is written to all; null for the set of each device."),
    started_at: Datetime.describe("When it began."),
    ended_at: Datetime.nullable().describe("When it ended; null before."),
    version: z.int().min(0).describe("Number of its changes so far: the larger one is newer."),
    devices: z.array(SetupBatchDevice).describe("The devices in the order in which they were plugged in."),
  })
  .meta({ id: "SetupBatch", description: "Many devices that are set up one after the other." });
export type SetupBatch = z.infer<typeof SetupBatch>;

export const SetupBatchCreate = z
  .object({
    flavor: Flavor.optional().describe(
      "The variant whose configuration set is written to every device; the set of each paired device when omitted.",
    ),
    paths: z
      .array(z.string().min(1).max(1024))
      .max(64)
      .default([])
      .describe(
        "Ports that are present already and are used as well; all others are used once a device is plugged in anew.",
      ),
  })
  .meta({ id: "SetupBatchCreate", description: "A batch to begin." });
export type SetupBatchCreate = z.output<typeof SetupBatchCreate>;

const TABLE = formatsOf("table");
const PATH = "/station/v1/setup/batches";
const administrator = { tag: "Set-up over USB", who: "administrator" } as const;
const BatchPath = z.object({ id: Uuid.describe("Id of the batch.") });

export const setupBatchRoutes = defineRoutes({
  listSetupBatches: {
    ...administrator,
    method: "get",
    path: PATH,
    summary: "Batches since the station was started, newest first",
    description: "At most ten are kept; their results are also in the audit log and in the snapshots of the devices.",
    replies: { 200: z.array(SetupBatch), 401: Unauthenticated, 403: ErrorMessages },
  },
  beginSetupBatch: {
    ...administrator,
    method: "post",
    path: PATH,
    summary: "Set up every device that is plugged in from now on",
    description:
      "Each is identified, read, and written by its configuration set, as in a session of its own; what asks for a typed text is not written. The live event `setup_batch` tells how it goes on. One batch at a time.",
    body: SetupBatchCreate,
    replies: { 200: SetupBatch, ...setupFailures, 409: ErrorMessages },
  },
  endSetupBatch: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/end`,
    summary: "End a batch",
    description: "Answers when it has ended. A value that is being written is finished first.",
    params: BatchPath,
    replies: { 200: SetupBatch, ...setupFailures },
  },
  listSetupBatchDevices: {
    ...administrator,
    method: "get",
    path: `${PATH}/{id}/devices`,
    summary: "The result list of a batch",
    formats: TABLE,
    fileName: "set-up",
    params: BatchPath,
    query: z.object({ format: formatQuery(TABLE).format }),
    replies: { 200: z.array(SetupBatchDevice), ...setupFailures },
  },
});
