import { z } from "zod";
import { Datetime, TRANSMISSION_TECHNOLOGIES, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { liveEvents, type LiveEventName } from "./live.ts";
import { defineRoutes } from "./route.ts";

/** What the station sends to other systems while it is received: not part of the cloud service. */

export const OUTPUT_KINDS = ["tak", "mqtt", "mavlink", "webhook"] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

export const OUTPUT_STATES = ["stopped", "starting", "running", "waiting"] as const;
export type OutputState = (typeof OUTPUT_STATES)[number];

export type OutputEventName = Exclude<LiveEventName, "notice">;
/** Live events that a webhook can deliver: all but `notice`, which is about one connection. */
export const OUTPUT_EVENTS = Object.keys(liveEvents).filter(
  (name): name is OutputEventName => name !== "notice",
) as readonly OutputEventName[];

const MAX_CERTIFICATE_CHARACTERS = 64 * 1024;

const url = (protocols: readonly string[], description: string) =>
  z
    .string()
    .max(1024)
    .refine((text) => protocols.includes(protocolOf(text)), { message: `must begin with ${listed(protocols)}` })
    .describe(description);

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol.replace(":", "") : "";
}

function listed(protocols: readonly string[]): string {
  return protocols.map((name) => `${name}://`).join(", ");
}

const tak = {
  kind: z.literal("tak").describe("Cursor on Target for TAK: ATAK, WinTAK, TAK Server and others."),
  url: url(
    ["udp", "tcp", "tls"],
    "`udp://239.2.3.1:6969` (multicast or one address), `tcp://host:8087` or `tls://host:8089`.",
  ),
  stale_seconds: z
    .int()
    .min(1)
    .max(3600)
    .default(10)
    .describe("How long after its time an event is shown as current, seconds."),
  ttl: z
    .int()
    .min(1)
    .max(255)
    .default(1)
    .describe("Networks that a multicast datagram may pass (time to live); 1 stays in the local network."),
  interface: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .describe("Address of the network interface for multicast; null for the one that the system chooses."),
};
const Certificate = z
  .string()
  .max(MAX_CERTIFICATE_CHARACTERS)
  .nullish()
  .describe(
    "For `tls`: one PEM text with the certificate of the client, its private key, and the authority that signed the server's certificate. Never shown again; left out, the stored one stays; null removes it.",
  );

const mqtt = {
  kind: z.literal("mqtt").describe("A broker of MQTT 5 or 3.1.1."),
  url: url(
    ["mqtt", "mqtts", "ws", "wss"],
    "Address of the broker, for example `mqtt://host:1883` or `mqtts://host:8883`.",
  ),
  topic: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[^+#\0]+$/, "must be a topic without wildcards")
    .describe("Topic that the records are published on, without wildcards."),
  username: z.string().min(1).max(256).nullable().default(null).describe("User name at the broker; null for none."),
  qos: z
    .union([z.literal(0), z.literal(1), z.literal(2)])
    .default(1)
    .describe("Quality of service: 0 at most once, 1 at least once, 2 exactly once."),
};
const Password = z
  .string()
  .max(1024)
  .nullish()
  .describe(
    "Password at the broker. Never shown again; left out, the stored one stays unless the address or the user name changes; null removes it.",
  );

const mavlink = {
  kind: z.literal("mavlink").describe("A ground control station: ADSB_VEHICLE and OPEN_DRONE_ID over UDP."),
  host: z.string().min(1).max(253).describe("Address of the ground control station."),
  port: z.int().min(1).max(65535).default(14550).describe("Its UDP port."),
  system_id: z.int().min(1).max(255).default(1).describe("MAVLink system id that the station sends as."),
};

const webhook = {
  kind: z.literal("webhook").describe("Live events as signed HTTP requests."),
  url: url(["http", "https"], "Address that each event is posted to."),
  events: z
    .array(z.enum(OUTPUT_EVENTS as readonly [OutputEventName, ...OutputEventName[]]))
    .min(1)
    .max(OUTPUT_EVENTS.length)
    .describe("Names of the live events to deliver."),
};
const Secret = z
  .string()
  .min(1)
  .max(1024)
  .optional()
  .describe(
    "Key of the signature (HMAC-SHA256) in `X-Station-Signature`; required when the output is added. Never shown again; left out, the stored one stays.",
  );

/** Settings as they are sent, with credentials. */
export const OutputSettings = z
  .discriminatedUnion("kind", [
    z.object({ ...tak, certificate: Certificate }),
    z.object({ ...mqtt, password: Password }),
    z.object(mavlink),
    z.object({ ...webhook, secret: Secret }),
  ])
  .meta({ id: "OutputSettings", description: "Settings of an output. Credentials can be written, never read." });
export type OutputSettings = z.output<typeof OutputSettings>;

const has = (what: string) => z.boolean().describe(`Whether ${what} is stored; it is never shown.`);

/** Settings as they are shown, without credentials. */
export const OutputSettingsShown = z
  .discriminatedUnion("kind", [
    z.object({ ...tak, has_certificate: has("a certificate") }),
    z.object({ ...mqtt, has_password: has("a password") }),
    z.object(mavlink),
    z.object({ ...webhook, has_secret: has("a secret") }),
  ])
  .meta({ id: "OutputSettingsShown", description: "Settings of an output, without its credentials." });
export type OutputSettingsShown = z.output<typeof OutputSettingsShown>;

export const OutputFilter = z
  .object({
    bbox: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe("Only what is inside `lon_min,lat_min,lon_max,lat_max`, degrees; everywhere when omitted."),
    technology: z
      .enum(TRANSMISSION_TECHNOLOGIES)
      .optional()
      .describe("Only what was received over this technology; over any when omitted."),
    own: z
      .boolean()
      .default(false)
      .describe("Whether only flights of the account that the output belongs to are sent, and what is shared with it."),
  })
  .meta({ id: "OutputFilter", description: "What an output sends; conditions that are given must all hold." });
export type OutputFilter = z.output<typeof OutputFilter>;

const Name = z.string().trim().min(1).max(64).describe("Display name.");
const Filter = OutputFilter.nullable().describe("What is sent; null for everything that its account may read.");

export const Output = z
  .object({
    id: Uuid.describe("Id of the output."),
    name: Name,
    enabled: z.boolean().describe("Whether it is switched on."),
    settings: OutputSettingsShown.describe("Its settings, without credentials."),
    filter: Filter,
    owner_id: Uuid.describe("The account that it belongs to: what that account may not read is not sent."),
    state: z.enum(OUTPUT_STATES).describe("`waiting`: failed, and will be retried automatically."),
    rate: z.number().describe("Records or events sent per second, averaged over the last ten seconds."),
    sent: z.int().describe("Number of records or events sent since it was started."),
    dropped: z
      .int()
      .describe(
        "Number of records that a newer one of the same aircraft replaced while the receiver was away or slow, and of events that became too old.",
      ),
    coalesced: z
      .int()
      .describe(
        "Number of records that a newer one of the same aircraft replaced because an aircraft is sent at most once a second.",
      ),
    waiting: z.int().describe("Number of aircraft or events that wait to be sent."),
    last_sent_at: Datetime.nullable().describe("When something was sent last; null when nothing was since the start."),
    last_error: z.string().nullable().describe("The last error as a sentence, or null."),
    last_error_at: Datetime.nullable().describe("When the last error occurred; null when there was none."),
  })
  .meta({ id: "Output", description: "Another system that the station sends to." });
export type Output = z.infer<typeof Output>;

export const OutputCreate = z
  .object({
    name: Name,
    enabled: z.boolean().default(true).describe("Whether it starts immediately; default true."),
    settings: OutputSettings.describe("Its settings."),
    filter: Filter.optional(),
  })
  .meta({ id: "OutputCreate", description: "A new output." });
export type OutputCreate = z.output<typeof OutputCreate>;
export type OutputInput = z.input<typeof OutputCreate>;

export const OutputUpdate = z
  .object({
    name: Name.optional(),
    enabled: z.boolean().optional().describe("Switches it on or off."),
    settings: OutputSettings.optional().describe(
      "Replaces its settings and restarts it; credentials that are left out stay.",
    ),
    filter: Filter.optional(),
  })
  .meta({ id: "OutputUpdate", description: "Fields to change; omitted fields stay as they are." });
export type OutputUpdate = z.output<typeof OutputUpdate>;

const OutputPath = z.object({ output_id: Uuid.describe("Id of an output.") });
const PATH = "/station/v1/outputs";
const administrator = { tag: "Outputs", who: "administrator" } as const;
const refusals = { 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages } as const;

export const outputRoutes = defineRoutes({
  listOutputs: {
    ...administrator,
    method: "get",
    path: PATH,
    summary: "The outputs and their state",
    replies: { 200: z.array(Output), 401: Unauthenticated, 403: ErrorMessages },
  },
  createOutput: {
    ...administrator,
    method: "post",
    path: PATH,
    summary: "Add an output",
    description:
      "It belongs to the account that adds it, and sends what everybody may read and what belongs to that account or is shared with it. While its receiver is away, the newest record of each aircraft waits.",
    body: OutputCreate,
    replies: { 200: Output, ...refusals },
  },
  getOutput: {
    ...administrator,
    method: "get",
    path: `${PATH}/{output_id}`,
    summary: "One output",
    params: OutputPath,
    replies: { 200: Output, ...refusals, 404: ErrorMessages },
  },
  updateOutput: {
    ...administrator,
    method: "patch",
    path: `${PATH}/{output_id}`,
    summary: "Change an output or switch it on or off",
    params: OutputPath,
    body: OutputUpdate,
    replies: { 200: Output, ...refusals, 404: ErrorMessages },
  },
  removeOutput: {
    ...administrator,
    method: "delete",
    path: `${PATH}/{output_id}`,
    summary: "Remove an output",
    params: OutputPath,
    replies: { 204: null, ...refusals, 404: ErrorMessages },
  },
});
