import { z } from "zod";

/** Settings of sources that connect to another program. Secrets are written and never shown again. */

/** The formats of receivers that publish over MQTT. */
export const MQTT_SHAPES = ["scout", "dronescout"] as const;
export type MqttShape = (typeof MQTT_SHAPES)[number];

/** A URL with one of these schemes and without a user name or password: secrets do not belong in an address. */
function urlOf(...schemes: readonly string[]) {
  return z
    .string()
    .trim()
    .max(1024)
    .refine((text) => schemes.includes(URL.parse(text)?.protocol ?? ""), {
      message: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`,
    })
    .refine((text) => (URL.parse(text)?.username ?? "") === "" && (URL.parse(text)?.password ?? "") === "", {
      message: "must not contain a user name or password: they have fields of their own",
    });
}

/** MQTT 3.1.1, 4.7: `+` stands for one whole level, `#` for all that follow and only at the end. */
const TOPIC_FILTER = /^(?:\+|[^+#\0/]*)(?:\/(?:\+|[^+#\0/]*))*(?:\/#)?$|^#$/;

const storedSecret = (what: string) =>
  z
    .string()
    .max(1024)
    .optional()
    .describe(
      `${what}; never in a response. Left out, the stored one stays while address and user are the same; empty removes it.`,
    );
const isStored = (what: string) => z.boolean().optional().describe(`Only in responses: whether ${what} is stored.`);

export const MqttSettings = z.object({
  kind: z.literal("mqtt").describe("A topic of an MQTT broker that receivers publish to."),
  url: urlOf("mqtt:", "mqtts:", "ws:", "wss:").describe(
    "The broker: `mqtt://host:1883`, `mqtts://host:8883`, or `ws://` and `wss://` for WebSocket.",
  ),
  topic: z
    .string()
    .min(1)
    .max(512)
    .regex(TOPIC_FILTER, { message: "must be a topic; + stands for one level, # for the rest" })
    .describe("The topic, also with the wildcards `+` and `#`."),
  shape: z
    .enum(MQTT_SHAPES)
    .describe(
      "`scout`: as Dronetag SCOUT and the other receivers of the push publish; `dronescout`: BlueMark DroneScout (ds230 and related).",
    ),
  username: z.string().max(256).optional().describe("User name at the broker."),
  password: storedSecret("Password at the broker"),
  has_password: isStored("a password"),
});

/** Names a serial port (`/dev/ttyACM0`, `COM3`), or a gpsd with nothing but its host and port. */
const isPositionUrl = (text: string) => {
  if (!text.includes("://")) return true;
  const url = URL.parse(text);
  return url?.protocol === "gpsd:" && url.hostname !== "" && /^gpsd:\/\/[^/@?#]+\/?$/.test(text);
};

export const PositionSettings = z.object({
  kind: z.literal("position").describe("A GNSS receiver that reports the position of the station."),
  url: z
    .string()
    .trim()
    .min(1)
    .max(1024)
    .refine(isPositionUrl, { message: "must be gpsd://host:port or the name of a serial port" })
    .describe("`gpsd://host:2947`, or the serial port of a receiver that sends NMEA 0183, for example `/dev/ttyACM0`."),
  baud_rate: z
    .int()
    .min(300)
    .max(4_000_000)
    .default(9600)
    .describe("Bits per second of the serial port; ignored with gpsd."),
});

export const NetridSettings = z.object({
  kind: z.literal("netrid").describe("What the network Remote ID services of a region report (ASTM F3411-22a)."),
  dss_url: urlOf("https:", "http:").describe(
    "Base URL of the discovery and synchronisation service (DSS), with or without `/rid/v2`.",
  ),
  token_url: urlOf("https:", "http:")
    .optional()
    .describe("Token endpoint of OAuth 2.0 (client credentials); without one no token is sent."),
  client_id: z.string().max(256).optional().describe("Client id at the token endpoint."),
  client_secret: storedSecret("Client secret at the token endpoint"),
  has_client_secret: isStored("a client secret"),
  scope: z.string().min(1).max(256).default("rid.display_provider").describe("Scope that is asked for."),
  bbox: z
    .string()
    .min(1)
    .max(128)
    .describe("The region, `lon_min,lat_min,lon_max,lat_max` in degrees; at most 16 views of 7 km diagonally."),
});

export const StationPosition = z
  .object({
    latitude: z.number().min(-90).max(90).describe("Latitude, degrees, WGS84."),
    longitude: z.number().min(-180).max(180).describe("Longitude, degrees, WGS84."),
    altitude_m: z.number().nullable().describe("Altitude in metres; null when the receiver does not know it."),
    altitude_reference: z
      .enum(["MSL", "WGS84"])
      .nullable()
      .describe("What `altitude_m` is above: `MSL` mean sea level, `WGS84` the ellipsoid; null without an altitude."),
    accuracy_m: z
      .number()
      .nullable()
      .describe("Horizontal accuracy in metres as the receiver states it; null when it states none."),
    time: z.iso.datetime().describe("When the station received it, by its own clock."),
    source_id: z.uuid().describe("Id of the source that it is from."),
  })
  .meta({ id: "StationPosition", description: "Where the station stands, by its own GNSS receiver." });
export type StationPosition = z.infer<typeof StationPosition>;

export const StationPositionChange = z
  .object({
    position: StationPosition.nullable().describe(
      "Where the station stands now; null when that is not known any more.",
    ),
  })
  .meta({ id: "StationPositionChange", description: "Where the station stands, whenever that changes." });
export type StationPositionChange = z.infer<typeof StationPositionChange>;

export const WithStation = z
  .boolean()
  .describe("Whether its sensors move with the station: they are where its `position` source says.");
