import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { MqttSettings, NetridSettings, PositionSettings, WithStation } from "./receiver-settings.ts";
import { IngestReceipt, PushedBody } from "./receivers.ts";
import { AdsbSettings } from "./traffic.ts";
import { defineRoutes } from "./route.ts";
import { MavlinkVehicleSettings, SourceVehicles } from "./vehicles.ts";

export const SOURCE_STATES = ["stopped", "starting", "running", "waiting", "finished"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

const SourceName = z.string().trim().min(1).max(64).describe("Display name.");
const SourceSensorId = z.string().trim().min(1).max(128).describe("Sensor id for received data that names none.");

/** The protocol on a serial port. */
export const SERIAL_PROTOCOLS = ["mavlink", "rider"] as const;
export type SerialProtocol = (typeof SERIAL_PROTOCOLS)[number];

export const SourceSettings = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("file").describe("Replay of a recording."),
      path: z
        .string()
        .min(1)
        .max(4096)
        .describe(
          "Path of the file: pcap, pcapng, btsnoop, tlog, raw MAVLink bytes, or JSON lines or objects of a receiver.",
        ),
      speed: z
        .number()
        .min(0)
        .max(1000)
        .default(1)
        .describe("Replay speed: 1 = as recorded, 10 = ten times faster, 0 = as fast as possible."),
      loop: z.boolean().default(false).describe("Whether to start over at the end."),
    }),
    z.object({
      kind: z.literal("udp").describe("JSON lines or MAVLink over UDP."),
      host: z.string().min(1).max(253).default("127.0.0.1").describe("Address to listen on."),
      port: z.int().min(1).max(65535).default(9999).describe("Port to listen on."),
    }),
    z.object({
      kind: z.literal("serial").describe("A receiver or transmitter on a serial port."),
      path: z.string().min(1).max(1024).describe("The port, for example `/dev/ttyACM0` or `COM3`."),
      baud_rate: z
        .int()
        .min(300)
        .max(4_000_000)
        .default(57600)
        .describe("Bits per second; a Dronetag RIDER uses 115200."),
      protocol: z
        .enum(SERIAL_PROTOCOLS)
        .default("mavlink")
        .describe("`mavlink`: MAVLink Open Drone ID; `rider`: the stream of a Dronetag RIDER."),
      repair_crlf: z
        .boolean()
        .default(false)
        .describe("Reverses an LF → CRLF conversion inside binary MAVLink (done by some ESP32 consoles)."),
    }),
    z.object({
      kind: z
        .literal("push")
        .describe("HTTP push in the format of SCOUT or another receiver, at `/station/v1/ingest/scout`."),
    }),
    z.object({
      kind: z.literal("cloud").describe("The live stream of a peer of synchronisation."),
      peer_id: Uuid.describe("Id of the peer, which is signed in by code: personal access tokens open no live stream."),
      bbox: z
        .string()
        .min(1)
        .max(128)
        .describe("The region, `lon_min,lat_min,lon_max,lat_max` in degrees; at most 6 000 000 km²."),
    }),
    AdsbSettings,
    MavlinkVehicleSettings,
    MqttSettings,
    PositionSettings,
    NetridSettings,
    z.object({ kind: z.literal("demo").describe("Simulated air traffic.") }),
  ])
  .meta({ id: "SourceSettings", description: "Settings of a source." });
export type SourceSettings = z.output<typeof SourceSettings>;
export type SourceKind = SourceSettings["kind"];

export const Source = z
  .object({
    id: Uuid.describe("Id of the source."),
    name: SourceName,
    sensor_id: SourceSensorId,
    enabled: z.boolean().describe("Whether it is switched on."),
    with_station: WithStation,
    settings: SourceSettings.describe("Its settings."),
    state: z
      .enum(SOURCE_STATES)
      .describe("`waiting`: failed, and will be retried automatically; `finished`: a replay that has ended."),
    progress: z.number().min(0).max(1).nullable().describe("Progress of a replay, 0 to 1; null for other sources."),
    frames: z.int().describe("Number of frames accepted since it was started."),
    frames_per_second: z.number().describe("Accepted frames per second, averaged over the last ten seconds."),
    refused: z
      .record(z.string(), z.int())
      .describe(
        "Number of frames rejected since it was started, by reason and field: `missing_field: Location.Latitude`. `unusable_field` counts frames that were accepted without that field.",
      ),
    refused_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Share of frames rejected in the last ten seconds, 0 to 1; null when none arrived."),
    last_frame_at: Datetime.nullable().describe("When the last frame arrived."),
    behind_s: z
      .int()
      .nullable()
      .describe(
        "How far what arrived last is behind the station's clock, seconds: a receiver's clock is wrong, or it sends history. Null up to two minutes, where it has no times, and for recordings.",
      ),
    peer_name: z
      .string()
      .nullable()
      .describe("Name of the peer of a `cloud` source; null for other sources, and when the peer was removed."),
    vehicles: SourceVehicles.optional(),
    last_error: z
      .string()
      .nullable()
      .describe("The last error as a sentence, its reason for administrators only; or null."),
    last_error_at: Datetime.nullable().describe("When the last error occurred; null when there was none."),
  })
  .meta({ id: "Source", description: "A receiver, feed or recording that the station takes data from." });
export type Source = z.infer<typeof Source>;

/** The fields of a source that change while it runs. */
export type SourceStatus = Pick<
  Source,
  | "state"
  | "progress"
  | "frames"
  | "frames_per_second"
  | "refused"
  | "refused_share"
  | "last_frame_at"
  | "behind_s"
  | "last_error"
  | "last_error_at"
>;

export const SourceCreate = z
  .object({
    name: SourceName,
    sensor_id: SourceSensorId.optional(),
    enabled: z.boolean().default(true).describe("Whether it starts immediately; default true."),
    with_station: WithStation.optional(),
    settings: SourceSettings.describe("Its settings."),
  })
  .meta({ id: "SourceCreate", description: "A new source." });
export type SourceCreate = z.output<typeof SourceCreate>;

export const SourceUpdate = z
  .object({
    name: SourceName.optional(),
    sensor_id: SourceSensorId.optional(),
    enabled: z.boolean().optional().describe("Switches it on or off."),
    with_station: WithStation.optional(),
    settings: SourceSettings.optional().describe("Replaces its settings and restarts it."),
  })
  .meta({ id: "SourceUpdate", description: "Fields to change; omitted fields stay as they are." });
export type SourceUpdate = z.output<typeof SourceUpdate>;

export const SerialPortInfo = z
  .object({
    path: z.string().describe("The port's path or name."),
    manufacturer: z.string().nullable().describe("As reported by the USB device; null when it reports none."),
    product: z.string().nullable().describe("As reported by the USB device; null when it reports none."),
    vendor_id: z.string().nullable().describe("USB vendor id, four hexadecimal digits."),
    product_id: z.string().nullable().describe("USB product id, four hexadecimal digits."),
    serial_number: z.string().nullable().describe("As reported by the USB device; null when it reports none."),
  })
  .meta({ id: "SerialPortInfo", description: "A serial port of this computer." });
export type SerialPortInfo = z.infer<typeof SerialPortInfo>;

const SourcePath = z.object({ source_id: Uuid.describe("Id of a source.") });
const refusals = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;

export const sourceRoutes = defineRoutes({
  listSources: {
    method: "get",
    path: "/station/v1/sources",
    tag: "Sources",
    summary: "The sources and their state",
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
    summary: "Change a source or switch it on or off",
    who: "administrator",
    params: SourcePath,
    body: SourceUpdate,
    replies: { 200: Source, ...refusals },
  },
  removeSource: {
    method: "delete",
    path: "/station/v1/sources/{source_id}",
    tag: "Sources",
    summary: "Remove a source; its recorded data is kept",
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
      "Accepts the formats of Dronetag SCOUT, DroneScout, WarDragon with DragonSync, and mesh-mapper, recognised by their fields. One JSON object, several objects concatenated or one per line, or an array. The body may be gzip-compressed (`Content-Encoding`), or be the payload of a DroneScout receiver that compresses with LZMA (`.xz` or `.lzma`): it is recognised by its bytes, under any of the content types. At most 10 MiB after decompression and 50,000 objects; an LZMA body of more than 1 MiB may grow to a thousand times its size. The response is sent once the data is on disk.",
    who: "user",
    textBody: ["application/json", "application/x-ndjson", "text/plain"],
    textBodySchema: PushedBody,
    lzmaBody: ["application/octet-stream", "application/x-xz", "application/x-lzma"],
    replies: { 200: IngestReceipt, 400: ErrorMessages, 401: Unauthenticated, 503: ErrorMessages },
  },
});
