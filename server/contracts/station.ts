import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { PushedBody } from "./receivers.ts";
import { defineRoutes } from "./route.ts";

/** The station's own paths (`/station/v1`): not part of the cloud service. */

export const Health = z
  .object({
    status: z.literal("ok").describe("The station answers and its database is open."),
    database: z
      .object({
        sqlite: z.string().describe("Version of SQLite."),
        spatialite: z.string().describe("Version of SpatiaLite."),
      })
      .describe("What stores the flights."),
    has_accounts: z.boolean().describe("False until the first account is made, which anyone may make."),
    needs_sign_in: z
      .boolean()
      .describe(
        "Whether this caller is a stranger: true without a credential, unless the station trusts its computer.",
      ),
  })
  .meta({ id: "Health", description: "Whether the station works." });

export const StationInfo = z
  .object({
    name: z.string().describe("Always `Fieldstation`."),
    version: z.string().describe("Version of the software."),
    demo: z.boolean().describe("True when the picture is simulated."),
    started_at: Datetime.describe("When it was started."),
    server_time: Datetime.describe("The station's clock."),
    data_dir: z
      .string()
      .nullable()
      .describe("Where flights are kept; null for callers that do not administer the station."),
    operations: z.int().describe("Operations recorded."),
    ua_records: z.int().describe("Aircraft telemetry records stored."),
    open_documents: z.int().describe("How many telemetry answers are being read and written at this moment."),
  })
  .meta({ id: "StationInfo", description: "What this station is." });
export type StationInfo = z.infer<typeof StationInfo>;

export const SOURCE_STATES = ["stopped", "starting", "running", "waiting", "finished"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

const SourceName = z.string().trim().min(1).max(64).describe("A name for people.");
const SourceSensorId = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .describe("Sensor id given to what it hears, where the input names none.");

export const SourceSettings = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("file").describe("Replay of a recording."),
      path: z
        .string()
        .min(1)
        .max(4096)
        .describe("The file: pcap, pcapng, btsnoop, tlog, MAVLink bytes, or JSON lines or objects of a receiver."),
      speed: z
        .number()
        .min(0)
        .max(1000)
        .default(1)
        .describe("1 = as recorded, 10 = ten times faster, 0 = as fast as it can be stored."),
      loop: z.boolean().default(false).describe("Starts again at its end."),
    }),
    z.object({
      kind: z.literal("udp").describe("JSON lines or MAVLink over UDP."),
      host: z.string().min(1).max(253).default("127.0.0.1").describe("Address to listen on."),
      port: z.int().min(1).max(65535).default(9999).describe("Port to listen on."),
    }),
    z.object({
      kind: z.literal("serial").describe("MAVLink Open Drone ID over a serial port."),
      path: z.string().min(1).max(1024).describe("The port, for example `/dev/ttyACM0` or `COM3`."),
      baud_rate: z.int().min(300).max(4_000_000).default(57600).describe("Bits per second."),
      repair_crlf: z.boolean().default(false).describe("Undoes LF → CRLF inside binary MAVLink (some ESP consoles)."),
    }),
    z.object({
      kind: z
        .literal("push")
        .describe("HTTP push in the shape of SCOUT or another receiver, at `/station/v1/ingest/scout`."),
    }),
    z.object({
      kind: z.literal("demo").describe("A simulated picture."),
    }),
  ])
  .meta({ id: "SourceSettings", description: "What a source listens to." });
export type SourceSettings = z.output<typeof SourceSettings>;
export type SourceKind = SourceSettings["kind"];

export const Source = z
  .object({
    id: Uuid.describe("Id of the source."),
    name: SourceName,
    sensor_id: SourceSensorId,
    enabled: z.boolean().describe("Whether it should run."),
    settings: SourceSettings.describe("What it listens to."),
    state: z
      .enum(SOURCE_STATES)
      .describe("`waiting`: failed, and tried again by itself; `finished`: a replay at its end."),
    progress: z.number().min(0).max(1).nullable().describe("How far a replay is; null for others."),
    frames: z.int().describe("Frames taken since it was started."),
    frames_per_second: z.number().describe("Over the last ten seconds."),
    refused: z
      .record(z.string(), z.int())
      .describe("Frames refused since it was started, by reason and field: `missing_field: Location.Latitude`."),
    refused_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Of what came in the last ten seconds, the part that was refused; null where nothing came."),
    last_frame_at: Datetime.nullable().describe("When the last frame arrived."),
    last_error: z.string().nullable().describe("What went wrong last, in a sentence."),
    last_error_at: Datetime.nullable().describe("When that was."),
  })
  .meta({ id: "Source", description: "A receiver, feed or recording the station listens to." });
export type Source = z.infer<typeof Source>;

export const SourceCreate = z
  .object({
    name: SourceName,
    sensor_id: SourceSensorId.optional(),
    enabled: z.boolean().default(true).describe("Whether it starts at once."),
    settings: SourceSettings.describe("What it listens to."),
  })
  .meta({ id: "SourceCreate", description: "A new source." });
export type SourceCreate = z.output<typeof SourceCreate>;

export const SourceUpdate = z
  .object({
    name: SourceName.optional(),
    sensor_id: SourceSensorId.optional(),
    enabled: z.boolean().optional().describe("Switches it on or off."),
    settings: SourceSettings.optional().describe("Replaces its settings; it is started anew."),
  })
  .meta({ id: "SourceUpdate", description: "What to change; what is not given stays." });
export type SourceUpdate = z.output<typeof SourceUpdate>;

export const SerialPortInfo = z
  .object({
    path: z.string().describe("The port's path or name."),
    manufacturer: z.string().nullable().describe("As the USB device says."),
    product: z.string().nullable().describe("As the USB device says."),
    vendor_id: z.string().nullable().describe("USB vendor id, four hexadecimal digits."),
    product_id: z.string().nullable().describe("USB product id, four hexadecimal digits."),
    serial_number: z.string().nullable().describe("As the USB device says."),
  })
  .meta({ id: "SerialPortInfo", description: "A serial port of this computer." });
export type SerialPortInfo = z.infer<typeof SerialPortInfo>;

export const IngestReceipt = z
  .object({
    frames: z.int().describe("Detections taken; they are on disk."),
    sensors: z.int().describe("Heartbeats taken."),
    refused: z
      .record(z.string(), z.int())
      .describe("What was refused, by reason and field: `missing_field: Location.Latitude`."),
  })
  .meta({
    id: "IngestReceipt",
    description: "What became of a push. Answered after the data is on disk.",
  });
export type IngestReceipt = z.infer<typeof IngestReceipt>;

const SourcePath = z.object({ source_id: Uuid.describe("Id of a source.") });
const refusals = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;

export const stationRoutes = defineRoutes({
  getHealth: {
    method: "get",
    path: "/station/v1/health",
    tag: "Station",
    summary: "Whether the station works",
    who: "anyone",
    replies: { 200: Health },
  },
  getInfo: {
    method: "get",
    path: "/station/v1/info",
    tag: "Station",
    summary: "What this station is",
    who: "user",
    replies: { 200: StationInfo, 401: Unauthenticated },
  },
});

export const sourceRoutes = defineRoutes({
  listSources: {
    method: "get",
    path: "/station/v1/sources",
    tag: "Sources",
    summary: "The sources and how they do",
    who: "user",
    replies: { 200: z.array(Source), 401: Unauthenticated },
  },
  createSource: {
    method: "post",
    path: "/station/v1/sources",
    tag: "Sources",
    summary: "Add a source",
    who: "administrator",
    body: SourceCreate,
    replies: { 200: Source, 400: ErrorMessages, 401: Unauthenticated },
  },
  updateSource: {
    method: "patch",
    path: "/station/v1/sources/{source_id}",
    tag: "Sources",
    summary: "Change a source, or switch it on or off",
    who: "administrator",
    params: SourcePath,
    body: SourceUpdate,
    replies: { 200: Source, ...refusals },
  },
  removeSource: {
    method: "delete",
    path: "/station/v1/sources/{source_id}",
    tag: "Sources",
    summary: "Remove a source; what it heard stays",
    who: "administrator",
    params: SourcePath,
    replies: { 204: null, ...refusals },
  },
  listSerialPorts: {
    method: "get",
    path: "/station/v1/serial-ports",
    tag: "Sources",
    summary: "Serial ports of this computer",
    who: "administrator",
    replies: { 200: z.array(SerialPortInfo), 401: Unauthenticated },
  },
  pushScout: {
    method: "post",
    path: "/station/v1/ingest/scout",
    tag: "Sources",
    summary: "Push detections and heartbeats of a receiver",
    description:
      "In the shape of a Dronetag SCOUT, or in that of DroneScout, WarDragon with DragonSync, or mesh-mapper, told by their fields. One JSON object, several joined or in lines, or an array; the body may be gzip. Answered after the data is on disk.",
    who: "user",
    textBody: ["application/json", "application/x-ndjson", "text/plain"],
    textBodySchema: PushedBody,
    replies: { 200: IngestReceipt, 400: ErrorMessages, 401: Unauthenticated, 503: ErrorMessages },
  },
});
