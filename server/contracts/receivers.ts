import { z } from "zod";

/**
 * The formats in which receivers push. They document the API and do not validate it: names may be spelled in any way,
 * numbers may be text, unknown fields are ignored, and an invalid object is refused and counted by its invalid field. A
 * field that is neither identity, position nor capture time only counts, and is left out.
 */

const text = (description: string) => z.string().optional().describe(description);
const number = (description: string) => z.number().optional().describe(description);
const latitude = number("Degrees, WGS84; 0 together with longitude 0 means unknown.");
const longitude = number("Degrees, WGS84; 0 together with latitude 0 means unknown.");
const rssi = number("Signal strength in dBm.");
const Moment = z.union([z.string(), z.number()]).optional();
const moment = (what: string) => Moment.describe(`${what}: ISO 8601 with an offset, or Unix time in any usual unit.`);
const code = (description: string) =>
  z.union([z.int(), z.string()]).optional().describe(`${description}: the code of ASTM F3411, or its name.`);

const OdidMessages = z
  .looseObject({
    BasicID: z
      .array(
        z.looseObject({
          UASID: text("Identifier of the aircraft; hexadecimal for UTM and session ids."),
          IDType: code("Type of the identifier"),
          UAType: code("Type of the aircraft"),
        }),
      )
      .optional()
      .describe("One or two identifiers."),
    Location: z
      .looseObject({
        Status: code("Operational status"),
        Latitude: latitude,
        Longitude: longitude,
        AltitudeGeo: number("Metres above the WGS84 ellipsoid; -1000 means unknown."),
        AltitudeBaro: number("Metres, pressure altitude; -1000 means unknown."),
        Height: number("Metres above take-off or ground, as given by `HeightType`; -1000 means unknown."),
        HeightType: code("Reference of `Height`"),
        Direction: number("Degrees from true north; 361 means unknown."),
        SpeedHorizontal: number("Metres per second; 255 means unknown."),
        SpeedVertical: number("Metres per second; 63 means unknown."),
        Timestamp: Moment.describe(
          "Time of the aircraft's clock: seconds after the full hour, or date and time, in UTC where it has no offset.",
        ),
      })
      .optional()
      .describe("Position and movement of the aircraft."),
    System: z
      .looseObject({
        OperatorLatitude: latitude,
        OperatorLongitude: longitude,
        Timestamp: Moment.describe("Time of the message: seconds since 2019, or date and time as in `Location`."),
      })
      .optional()
      .describe("Position of the operator, and classification of the aircraft."),
    OperatorID: z
      .union([z.string(), z.looseObject({ OperatorId: text("Operator registration.") })])
      .optional()
      .describe("Operator registration."),
    SelfID: z
      .union([z.string(), z.looseObject({ Desc: text("Description.") })])
      .optional()
      .describe("Description of the flight by the operator."),
  })
  .describe(
    "Messages with the field names of the opendroneid library; a message whose `…Valid` field is false is ignored.",
  );

export const ScoutDetection = z
  .looseObject({
    sn: text("Serial number of the receiver."),
    tech: text(
      "How it was received, for example `WiFi Beacon` or `BT5`, or the maker's codes `B4`, `B5` (Bluetooth legacy, long range), `WB`, `WN` (Wi-Fi beacon, NAN). What has `AB`, `AL`, `OG` or `UT` is an aircraft with a crew, and is refused.",
    ),
    rssi,
    mac: text("Address of the transmitter."),
    timestamp: moment("Capture time"),
    odid: OdidMessages,
  })
  .meta({ id: "ScoutDetection", description: "A detection of a Dronetag SCOUT." });

export const ScoutHeartbeat = z
  .looseObject({
    sn: text("Serial number of the receiver."),
    timestamp: moment("Time of the heartbeat"),
    gnss_satellites: z.int().describe("Satellites in use."),
    gnss_position: z
      .union([
        z.looseObject({ latitude, longitude, altitude: number("Metres above sea level.") }),
        z.array(z.number()).min(2).max(3),
      ])
      .nullable()
      .optional()
      .describe(
        "Position of the receiver, by names or as a list: degrees of latitude, degrees of longitude, metres above sea level.",
      ),
  })
  .meta({ id: "ScoutHeartbeat", description: "A heartbeat of a Dronetag SCOUT." });

export const DroneScoutMessage = z
  .looseObject({
    protocol: z.union([z.number(), z.string()]).describe("Version of the protocol, 1.0."),
    data: z
      .looseObject({
        "sensor ID": text("Id of the receiver."),
        RSSI: rssi,
        channel: z.int().optional().describe("Radio channel."),
        timestamp: number("Capture time, Unix milliseconds."),
        "MAC address": text("Address of the transmitter."),
        type: text("`BLE legacy`, `BLE long range`, `WiFi NaN` or `WiFi beacon`."),
        UASdata: z.string().describe("The structure `ODID_UAS_Data` of the opendroneid library, in base64."),
      })
      .describe("The detection."),
  })
  .meta({ id: "DroneScoutMessage", description: "A detection of a BlueMark DroneScout receiver." });

export const DragonSyncMessage = z
  .looseObject({
    MAC: text("Address of the transmitter."),
    RSSI: rssi,
    "Basic ID": z
      .looseObject({
        id: text("Identifier of the aircraft."),
        id_type: text("Its type, for example `Serial Number (ANSI/CTA-2063-A)`."),
        ua_type: code("Type of the aircraft"),
        MAC: text("Address of the transmitter."),
        RSSI: rssi,
      })
      .optional()
      .describe("Identifier of the aircraft, with its type."),
    "Location/Vector Message": z
      .looseObject({
        latitude: z.union([z.number(), z.string()]).optional().describe("Degrees, WGS84."),
        longitude: z.union([z.number(), z.string()]).optional().describe("Degrees, WGS84."),
        speed: z.union([z.number(), z.string()]).optional().describe("Metres per second, also as `12.5 m/s`."),
        geodetic_altitude: z
          .union([z.number(), z.string()])
          .optional()
          .describe("Metres above the ellipsoid, also as `230.0 m`."),
      })
      .optional()
      .describe("Position and movement of the aircraft."),
    "System Message": z.looseObject({}).optional().describe("Position of the operator."),
    "Self-ID Message": z
      .looseObject({ text: text("Description.") })
      .optional()
      .describe("Description of the flight."),
    "Operator ID Message": z
      .looseObject({ operator_id: text("Operator registration.") })
      .optional()
      .describe("Registration of the operator."),
  })
  .meta({
    id: "DragonSyncMessage",
    description:
      "Messages of one aircraft as WarDragon's decoder publishes them: all in one object, or as a list with one object per message.",
  });

export const DragonSyncTrack = z
  .looseObject({
    id: text("Identifier of the aircraft, with the prefix `drone-`."),
    id_type: text("Type of the identifier."),
    mac: text("Address of the transmitter."),
    lat: z.number().describe("Degrees, WGS84."),
    lon: z.number().describe("Degrees, WGS84."),
    alt: number("Metres above the ellipsoid; 0 means unknown."),
    height: number("Metres above take-off or ground; 0 means unknown."),
    speed: number("Metres per second."),
    pilot_lat: latitude,
    pilot_lon: longitude,
    rssi,
    seen_by: text("The kit that received it."),
    observed_at: number("Capture time, Unix seconds."),
  })
  .meta({ id: "DragonSyncTrack", description: "An aircraft as DragonSync publishes it over MQTT." });

export const WarDragonStatus = z
  .looseObject({
    serial_number: text("Serial number of the kit."),
    timestamp: moment("Time of the status"),
    gps_data: z
      .looseObject({
        latitude: z.union([z.number(), z.string()]).optional().describe("Degrees, WGS84, or `N/A`."),
        longitude: z.union([z.number(), z.string()]).optional().describe("Degrees, WGS84, or `N/A`."),
        altitude: z.union([z.number(), z.string()]).optional().describe("Metres above sea level, or `N/A`."),
      })
      .describe("Position of the kit."),
  })
  .meta({ id: "WarDragonStatus", description: "Status of a WarDragon kit." });

export const MeshMapperDetection = z
  .looseObject({
    mac: z.string().describe("Address of the transmitter."),
    rssi,
    drone_lat: latitude,
    drone_long: longitude,
    drone_altitude: number("Metres above the ellipsoid; 0 means unknown."),
    pilot_lat: latitude,
    pilot_long: longitude,
    basic_id: text("Identifier of the aircraft, used as its serial number."),
  })
  .meta({ id: "MeshMapperDetection", description: "A detection of the mesh-mapper firmware for ESP32." });

const PushedObject = z
  .union([
    ScoutDetection,
    ScoutHeartbeat,
    DroneScoutMessage,
    DragonSyncMessage,
    DragonSyncTrack,
    WarDragonStatus,
    MeshMapperDetection,
  ])
  .meta({ id: "PushedObject", description: "One object of a receiver, in any of the known formats." });

export const PushedBody = z
  .union([PushedObject, z.array(PushedObject)])
  .meta({ id: "PushedBody", description: "Body of a push: one object or an array of objects." });

export const IngestReceipt = z
  .object({
    frames: z.int().describe("Number of detections accepted and stored."),
    sensors: z.int().describe("Number of heartbeats accepted."),
    refused: z
      .record(z.string(), z.int())
      .describe(
        "Number of rejected items, by reason and field: `missing_field: Location.Latitude`. `unusable_field` counts items that were stored without a field.",
      ),
  })
  .meta({
    id: "IngestReceipt",
    description: "Result of a push, sent once the data is on disk.",
  });
export type IngestReceipt = z.infer<typeof IngestReceipt>;
