import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { MqttSettings, NetridSettings, PositionSettings, StationPosition, WithStation } from "./receiver-settings.ts";
import { Packing } from "./packing.ts";
import { IngestReceipt, PushedBody } from "./receivers.ts";
import { AdsbSettings } from "./traffic.ts";
import { defineRoutes } from "./route.ts";
import { MavlinkVehicleSettings, SourceVehicles } from "./vehicles.ts";

/** The station's own paths (`/station/v1`): not part of the cloud service. */

export const StationProblem = z
  .object({
    code: z.string().describe("Short code: `disk_full`, `recording_damaged`."),
    msg: z.string().describe("A sentence to show to the user."),
  })
  .meta({ id: "StationProblem", description: "Something that keeps the station from doing all it should." });
export type StationProblem = z.infer<typeof StationProblem>;

export const Health = z
  .object({
    status: z
      .enum(["ok", "degraded"])
      .describe("`ok`: the station is responding and its database is open; `degraded`: it cannot do all it should."),
    problems: z.array(StationProblem).describe("Why it is `degraded`; empty otherwise."),
    database: z
      .object({
        sqlite: z.string().describe("Version of SQLite."),
        spatialite: z.string().describe("Version of SpatiaLite."),
      })
      .describe("Versions of the database."),
    has_accounts: z.boolean().describe("False until the first account is registered, which anyone may do."),
    needs_sign_in: z
      .boolean()
      .describe(
        "Whether this caller has to sign in: true without a credential, unless the station trusts its own computer.",
      ),
  })
  .meta({ id: "Health", description: "Health of the station." });
export type Health = z.infer<typeof Health>;

export const StationInfo = z
  .object({
    name: z.string().describe("Always `Fieldstation`."),
    version: z.string().describe("Version of the software."),
    demo: z.boolean().describe("True when the data is simulated."),
    started_at: Datetime.describe("When it was started."),
    server_time: Datetime.describe("Current time of the station's clock."),
    data_dir: z
      .string()
      .nullable()
      .describe("Data directory of the recording; null for callers who do not administer the station."),
    sync: z
      .int()
      .describe("Version id of what stations say to each other for synchronisation; absent where there is none."),
    operations: z.int().describe("Number of operations recorded."),
    ua_records: z.int().describe("Number of aircraft telemetry records stored."),
    problems: z.array(StationProblem).describe("What keeps the station from doing all it should; usually empty."),
    position: StationPosition.optional().describe("Where it stands, by its own receiver; absent while none knows."),
    packing: Packing.optional().describe("How far the packing of telemetry is; absent while none is packed."),
    open_documents: z.int().describe("Number of telemetry responses being written at the moment."),
    evidence_key: z.string().nullable().describe("Public key (Ed25519, PEM) of evidence packs; null if there is none."),
  })
  .meta({ id: "StationInfo", description: "Information on this station." });
export type StationInfo = z.infer<typeof StationInfo>;

export const SOURCE_STATES = ["stopped", "starting", "running", "waiting", "finished"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

const SourceName = z.string().trim().min(1).max(64).describe("Display name.");
const SourceSensorId = z.string().trim().min(1).max(128).describe("Sensor id for received data that names none.");

/** What is spoken on a serial port. */
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
        "Number of frames rejected since it was started, by reason and field: `missing_field: Location.Latitude`.",
      ),
    refused_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Share of frames rejected in the last ten seconds, 0 to 1; null when none arrived."),
    last_frame_at: Datetime.nullable().describe("When the last frame arrived."),
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

export const stationRoutes = defineRoutes({
  getHealth: {
    method: "get",
    path: "/station/v1/health",
    tag: "Station",
    summary: "Health of the station",
    who: "anyone",
    replies: { 200: Health },
  },
  getInfo: {
    method: "get",
    path: "/station/v1/info",
    tag: "Station",
    summary: "Information on this station",
    who: "user",
    replies: { 200: StationInfo, 401: Unauthenticated },
  },
});

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
