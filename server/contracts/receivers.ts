import { z } from "zod";

/**
 * What receivers push, as their makers shape it. Described for those who write clients, and not validated by it: names
 * may be spelled in any way, numbers may be texts, unknown fields are ignored, and what is wrong is refused by itself and
 * counted under the name of its field.
 */

const text = (description: string) => z.string().optional().describe(description);
const number = (description: string) => z.number().optional().describe(description);
const latitude = number("Degrees, WGS84; 0 with longitude 0 is unknown.");
const longitude = number("Degrees, WGS84; 0 with latitude 0 is unknown.");
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
          UAType: code("Kind of aircraft"),
        }),
      )
      .optional()
      .describe("One or two identifiers."),
    Location: z
      .looseObject({
        Status: code("Operational status"),
        Latitude: latitude,
        Longitude: longitude,
        AltitudeGeo: number("Metres above the WGS84 ellipsoid; -1000 is unknown."),
        AltitudeBaro: number("Metres, pressure altitude; -1000 is unknown."),
        Height: number("Metres above take-off or ground, by `HeightType`; -1000 is unknown."),
        HeightType: code("What `Height` is above"),
        Direction: number("Degrees from true north; 361 is unknown."),
        SpeedHorizontal: number("Metres per second; 255 is unknown."),
        SpeedVertical: number("Metres per second; 63 is unknown."),
        Timestamp: Moment.describe("The aircraft's clock: seconds after the full hour, or a whole time."),
      })
      .optional()
      .describe("Where the aircraft is."),
    System: z
      .looseObject({ OperatorLatitude: latitude, OperatorLongitude: longitude })
      .optional()
      .describe("Where the operator is, and the classification."),
    OperatorID: z
      .union([z.string(), z.looseObject({ OperatorId: text("Operator registration.") })])
      .optional()
      .describe("Operator registration."),
    SelfID: z
      .union([z.string(), z.looseObject({ Desc: text("Description.") })])
      .optional()
      .describe("What the operator says of the flight."),
  })
  .describe("Messages in the names of the opendroneid library; a part whose `…Valid` field says no is left out.");

export const ScoutDetection = z
  .looseObject({
    sn: text("Serial number of the receiver."),
    tech: text("How it was received, for example `WiFi Beacon` or `BT5`."),
    rssi,
    mac: text("Address of the transmitter."),
    timestamp: moment("Capture time"),
    odid: OdidMessages,
  })
  .meta({ id: "ScoutDetection", description: "A detection of a Dronetag SCOUT." });

export const ScoutHeartbeat = z
  .looseObject({
    sn: text("Serial number of the receiver."),
    timestamp: moment("When it was"),
    gnss_satellites: z.int().describe("Satellites in use."),
    gnss_position: z
      .looseObject({ latitude, longitude, altitude: number("Metres above the sea.") })
      .nullable()
      .optional()
      .describe("Where the receiver is."),
  })
  .meta({ id: "ScoutHeartbeat", description: "What a Dronetag SCOUT says of itself." });

export const DroneScoutMessage = z
  .looseObject({
    protocol: z.union([z.number(), z.string()]).describe("Version of the protocol, 1.0."),
    data: z
      .looseObject({
        "sensor ID": text("The receiver."),
        RSSI: rssi,
        channel: z.int().optional().describe("Radio channel."),
        timestamp: number("Capture time, Unix milliseconds."),
        "MAC address": text("Address of the transmitter."),
        type: text("`BLE legacy`, `BLE long range`, `WiFi NaN` or `WiFi beacon`."),
        UASdata: z.string().describe("The structure `ODID_UAS_Data` of the opendroneid library, in base64."),
      })
      .describe("What it detected."),
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
        ua_type: code("Kind of aircraft"),
        MAC: text("Address of the transmitter."),
        RSSI: rssi,
      })
      .optional()
      .describe("Who it is."),
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
      .describe("Where it is."),
    "System Message": z.looseObject({}).optional().describe("Where the operator is."),
    "Self-ID Message": z
      .looseObject({ text: text("Description.") })
      .optional()
      .describe("What it is doing."),
    "Operator ID Message": z
      .looseObject({ operator_id: text("Operator registration.") })
      .optional()
      .describe("Whose it is."),
  })
  .meta({
    id: "DragonSyncMessage",
    description:
      "Messages of an aircraft as WarDragon's decoder publishes them: all in one object, or each in an object of its own in one list.",
  });

export const DragonSyncTrack = z
  .looseObject({
    id: text("Identifier of the aircraft, with `drone-` in front."),
    id_type: text("Its type."),
    mac: text("Address of the transmitter."),
    lat: z.number().describe("Degrees, WGS84."),
    lon: z.number().describe("Degrees, WGS84."),
    alt: number("Metres above the ellipsoid; 0 is unknown."),
    height: number("Metres above take-off or ground; 0 is unknown."),
    speed: number("Metres per second."),
    pilot_lat: latitude,
    pilot_lon: longitude,
    rssi,
    seen_by: text("The kit that detected it."),
    observed_at: number("Capture time, Unix seconds."),
  })
  .meta({ id: "DragonSyncTrack", description: "An aircraft as DragonSync publishes it over MQTT." });

export const WarDragonStatus = z
  .looseObject({
    serial_number: text("The kit."),
    timestamp: moment("When it was"),
    gps_data: z
      .looseObject({
        latitude: z.union([z.number(), z.string()]).optional().describe("Degrees, WGS84, or `N/A`."),
        longitude: z.union([z.number(), z.string()]).optional().describe("Degrees, WGS84, or `N/A`."),
        altitude: z.union([z.number(), z.string()]).optional().describe("Metres above the sea, or `N/A`."),
      })
      .describe("Where the kit is."),
  })
  .meta({ id: "WarDragonStatus", description: "What a WarDragon kit says of itself." });

export const MeshMapperDetection = z
  .looseObject({
    mac: z.string().describe("Address of the transmitter."),
    rssi,
    drone_lat: latitude,
    drone_long: longitude,
    drone_altitude: number("Metres above the ellipsoid; 0 is unknown."),
    pilot_lat: latitude,
    pilot_long: longitude,
    basic_id: text("Identifier of the aircraft, taken for its serial number."),
  })
  .meta({ id: "MeshMapperDetection", description: "A detection of mesh-mapper's firmware for ESP32." });

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
  .meta({ id: "PushedObject", description: "One object of a receiver, in any of the shapes that are known." });

export const PushedBody = z
  .union([PushedObject, z.array(PushedObject)])
  .meta({ id: "PushedBody", description: "What receivers push: an object, or an array of them." });
