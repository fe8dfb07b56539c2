import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { SETUP_FAMILIES, SETUP_RESULTS, SETUP_STATES, SETUP_VALUE_SOURCES } from "./setup.states.ts";

/** Set-up of devices over USB: not part of the cloud service. */

export { SETUP_STATES, type SetupFamily, type SetupResultKind, type SetupState } from "./setup.states.ts";

export const SetupError = z
  .object({
    code: z
      .string()
      .describe(
        "`no_permission`, `no_such_port`, `port_in_use`, `device_silent`, `device_garbled`, `device_timeout`, `locked`, `lost`, `wrong_device`, `unsupported` or `disk_full`.",
      ),
    msg: z.string().describe("A sentence to show to the user, with the remedy where there is one."),
  })
  .meta({ id: "SetupError", description: "Why a step of a set-up ended." });
export type SetupError = z.infer<typeof SetupError>;

export const SetupIdentity = z
  .object({
    product: z.string().nullable().describe("Name of the product; null when the device does not report it."),
    firmware: z.string().nullable().describe("Version of its firmware, as reported by the device."),
    serial_number: z
      .string()
      .nullable()
      .describe("As reported by the device, else the serial number of its USB interface, else null."),
    hardware: z.string().nullable().describe("Board or revision, as reported by the device."),
    device_type: z
      .int()
      .nullable()
      .describe("Code of the device type in the family's protocol; the `type_id` of a product."),
  })
  .meta({ id: "SetupIdentity", description: "What a device says that it is." });
export type SetupIdentity = z.infer<typeof SetupIdentity>;

const AnyValue = z.unknown();

export const SetupValue = z
  .object({
    name: z.string().describe("Name of the setting, as the device names it."),
    value: AnyValue.describe("Its value; null for a secret."),
    type: z.enum(["int", "number", "boolean", "string", "json"]).describe("Type of the value."),
    default: AnyValue.describe("Its default; null when it is not known."),
    min: z.number().nullable().describe("Smallest value that is accepted, in the setting's unit."),
    max: z.number().nullable().describe("Largest value that is accepted, in the setting's unit."),
    unit: z.string().nullable().describe("Unit, for example `Hz` or `dBm`."),
    needs_restart: z.boolean().describe("Whether it takes effect when the device starts again."),
    is_dangerous: z.boolean().describe("Whether a change of it asks for a typed confirmation."),
    is_secret: z.boolean().describe("Whether its value is never shown, logged or kept."),
    is_known: z
      .boolean()
      .describe("Whether the station knows its meaning; others are sent only if a person changed them."),
    description: z.string().nullable().describe("What it does, in one sentence; null when it is not known."),
  })
  .meta({ id: "SetupValue", description: "A setting of a device." });
export type SetupValue = z.infer<typeof SetupValue>;

export const SetupChange = z
  .object({
    name: z.string().describe("Name of the setting; `uas_id` for the Basic ID."),
    from: AnyValue.describe("Its value on the device; null when it cannot be read."),
    to: AnyValue.describe("The wanted value."),
    source: z.enum(SETUP_VALUE_SOURCES).describe("Where the wanted value comes from."),
    needs_restart: z.boolean().describe("Whether it takes effect when the device starts again."),
    is_dangerous: z.boolean().describe("Whether it asks for a typed confirmation."),
    confirmation: z.string().nullable().describe("The text that has to be typed; null when none is needed."),
  })
  .meta({ id: "SetupChange", description: "A planned change of a setting." });
export type SetupChange = z.infer<typeof SetupChange>;

export const SetupPlan = z
  .object({
    hash: z.string().describe("Fingerprint of the plan and of the values on the device; `apply` carries it."),
    changes: z.array(SetupChange).describe("What will be written, in this order; empty when nothing differs."),
    warnings: z.array(z.string()).describe("Warnings about values that are permitted but unusual."),
  })
  .meta({ id: "SetupPlan", description: "What would be written to a device." });
export type SetupPlan = z.infer<typeof SetupPlan>;

export const SetupResult = z
  .object({
    name: z.string().describe("Name of the setting."),
    wanted: AnyValue.describe("What was to be written; null for a secret."),
    read: AnyValue.describe("What was read back; null when it could not be read."),
    result: z
      .enum(SETUP_RESULTS)
      .describe(
        "`verified`: read back and equal; `unproven`: sent without a proof; `refused` by the device; `unsent`.",
      ),
    detail: z.string().nullable().describe("The device's message, or why there is no proof."),
  })
  .meta({ id: "SetupResult", description: "What became of a planned change." });
export type SetupResult = z.infer<typeof SetupResult>;

export const SetupSession = z
  .object({
    id: Uuid.describe("Id of the session."),
    path: z.string().describe("The port, as it is called now; another name after the device was plugged in again."),
    state: z.enum(SETUP_STATES).describe("What is being done, or how it ended."),
    family: z.enum(SETUP_FAMILIES).nullable().describe("Family of the device; null until it is recognised."),
    identity: SetupIdentity.nullable().describe("What the device reports about itself; null until it is recognised."),
    registration_serial: z
      .string()
      .nullable()
      .describe(
        "Serial number by which `pair` pairs it: the device's, else one that was written as its UAS id, else null.",
      ),
    can_set_up: z.boolean().describe("Whether the station can change settings of this family."),
    can_be_source: z
      .boolean()
      .describe("Whether the device can become a source: of telemetry, or of where the station stands."),
    baud_rate: z
      .int()
      .nullable()
      .describe(
        "Rate at which the device was recognised, bits per second; native USB ignores it. Null until it was recognised.",
      ),
    repair_crlf: z.boolean().describe("Whether the conversion of line feeds inside binary frames is reversed."),
    is_locked: z.boolean().describe("Whether the device refuses unsigned changes."),
    opens_with_key: z.boolean().describe("Whether, when locked, the station can change it with its key."),
    message: z.string().nullable().describe("A sentence to show to the user: what happens, or what to do next."),
    error: SetupError.nullable().describe("Why the last step failed; null when it did not."),
    progress: z
      .object({
        done: z.int().min(0).describe("Number of values done."),
        total: z.int().min(0).describe("Total number of values."),
      })
      .nullable()
      .describe("Progress of reading or writing; null when neither is running."),
    values: z.array(SetupValue).nullable().describe("The settings, as last read; null until they were."),
    plan: SetupPlan.nullable().describe("The last plan; null without one."),
    results: z.array(SetupResult).nullable().describe("Result of the last plan; null until it was applied."),
    check: z
      .object({
        passed: z.boolean().describe("Whether nothing but the aircraft's own position is missing."),
        texts: z
          .array(
            z.object({
              text: z.string().describe("The device's message, verbatim."),
              explanation: z.string().nullable().describe("What it means; null when it is not known."),
              is_blocking: z.boolean().describe("Whether it keeps the device from being ready."),
            }),
          )
          .describe("What the device reports as missing, in its newest state."),
      })
      .nullable()
      .describe("The ready-to-fly check; null until it was asked for."),
    received: z
      .object({
        uas_id: z.string().describe("The identifier that was received."),
        time: Datetime.describe("When it was received."),
        sensor_id: z.string().describe("The sensor that received it."),
      })
      .nullable()
      .describe("Whether a receiver of this station received the device since its id was written or its check began."),
    paired: z
      .object({
        device_id: Uuid.describe("Id of the registered device."),
        issues: z.array(z.string()).describe("What the eligibility of the device lacks, as sentences."),
      })
      .nullable()
      .describe("The paired device; null before."),
    snapshot_id: Uuid.nullable().describe("The snapshot taken before the first write; null until it was taken."),
    needs_replug: z
      .boolean()
      .describe("Whether some settings take effect only once the device was unplugged and plugged in again."),
    is_ended: z
      .boolean()
      .describe("Whether the set-up has ended and its port is free; only the last live event of it has true."),
    version: z.int().min(0).describe("Number of its changes so far: the larger one is newer."),
  })
  .meta({ id: "SetupSession", description: "A set-up of the device at a port." });
export type SetupSession = z.infer<typeof SetupSession>;

export const SetupSnapshot = z
  .object({
    id: Uuid.describe("Id of the snapshot."),
    serial_number: z.string().nullable().describe("Serial number of the device, if it has one."),
    family: z.enum(SETUP_FAMILIES).describe("Family of the device."),
    product: z.string().nullable().describe("Name of the product."),
    firmware: z.string().nullable().describe("Version of its firmware."),
    taken_at: Datetime.describe("When it was read."),
    values: z.record(z.string(), AnyValue).describe("Settings by name; secrets are left out."),
  })
  .meta({ id: "SetupSnapshot", description: "The settings of a device at a moment." });
export type SetupSnapshot = z.infer<typeof SetupSnapshot>;

const Path = z.string().trim().min(1).max(1024);

export const SetupSessionCreate = z
  .object({
    path: Path.describe("The serial port: one that is listed, or any path, pseudo terminals included."),
    baud_rate: z.int().min(1200).max(4_000_000).optional().describe("Baud rate to try first, bits per second."),
    repair_crlf: z
      .boolean()
      .default(false)
      .describe("Reverses the conversion of line feeds that some consoles do inside binary frames."),
  })
  .meta({ id: "SetupSessionCreate", description: "A port to look at." });
export type SetupSessionCreate = z.output<typeof SetupSessionCreate>;

/** A Basic ID that a module stores: it takes neither an unknown type of aircraft nor of id. */
export const SetupUasId = z
  .object({
    id: z
      .string()
      .min(1)
      .max(20)
      .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
      .describe("The UAS id, 1 to 20 printable ASCII characters; a serial number follows ANSI/CTA-2063-A."),
    id_type: z.int().min(1).max(4).describe("ASTM F3411 id type, 1 (serial number) to 4 (specific session id)."),
    ua_type: z.int().min(1).max(15).describe("ASTM F3411 code of the UA type, 1 to 15."),
  })
  .meta({ id: "SetupUasId", description: "A Basic ID to store in a module." });
export type SetupUasId = z.infer<typeof SetupUasId>;

const Key = z.base64().length(44).describe("Key of a locked device, 32 bytes in base64. It is never stored or logged.");

export const SetupPlanRequest = z
  .object({
    values: z.record(z.string().min(1).max(128), AnyValue).optional().describe("Wanted values by name."),
    snapshot_id: Uuid.optional().describe("The snapshot to go back to."),
    configuration_set: z
      .literal(true)
      .optional()
      .describe("Takes the wanted values from the configuration set of the paired device."),
    uas_id: SetupUasId.optional().describe("The Basic ID to store, where the family permits it."),
    key: Key.optional(),
  })
  .refine(
    ({ values, snapshot_id, configuration_set }) =>
      [values, snapshot_id, configuration_set].filter((given) => given !== undefined).length <= 1,
    "only one of values, snapshot_id and configuration_set can be given",
  )
  .refine(
    ({ values, snapshot_id, configuration_set, uas_id }) =>
      [values, snapshot_id, configuration_set, uas_id].some((given) => given !== undefined),
    "one of values, snapshot_id, configuration_set and uas_id is required",
  )
  .meta({ id: "SetupPlanRequest", description: "What a device shall be set to." });
export type SetupPlanRequest = z.output<typeof SetupPlanRequest>;

export const SetupApply = z
  .object({
    hash: z.string().min(1).max(128).describe("The plan's `hash`."),
    confirmation: z.string().max(128).optional().describe("The typed text, where a change asks for one."),
    key: Key.optional(),
  })
  .meta({ id: "SetupApply", description: "A plan to write." });
export type SetupApply = z.output<typeof SetupApply>;

export const SetupCheck = z
  .object({
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .optional()
      .describe("Place of the operator, degrees; by default the station's."),
    longitude: z.number().min(-180).max(180).optional().describe("Place of the operator, degrees."),
    altitude: z
      .number()
      .min(-1000)
      .max(30_000)
      .optional()
      .describe("Height of the operator above the WGS84 ellipsoid, metres."),
    operator_id: z.string().max(20).optional().describe("Operator id to send to the module."),
    description: z.string().max(23).optional().describe("Description of the flight (Self ID) to send to the module."),
  })
  .meta({ id: "SetupCheck", description: "What the ready-to-fly check tells the module." });
export type SetupCheck = z.output<typeof SetupCheck>;

export const SetupPair = z
  .object({
    name: z.string().trim().min(1).max(255).optional().describe("Name of the device; its product's by default."),
    default_aircraft: Uuid.nullable().optional().describe("Id of the aircraft that it flies on by default."),
  })
  .meta({ id: "SetupPair", description: "How a device is paired." });
export type SetupPair = z.output<typeof SetupPair>;

export const SetupProtect = z
  .object({
    confirmation: z
      .string()
      .max(128)
      .optional()
      .describe("The typed text; without it the answer says what will happen."),
  })
  .meta({ id: "SetupProtect", description: "A request to lock a device with a key of its own." });
export type SetupProtect = z.output<typeof SetupProtect>;

export const setupFailures = {
  400: ErrorMessages,
  401: Unauthenticated,
  403: ErrorMessages,
  404: ErrorMessages,
} as const;
