import type { OdidMessage } from "../../server/ingest/codecs/odid.messages.ts";
import { bytesOfHex, textOf } from "../../server/ingest/codecs/bytes.text.ts";

/** Values as the reference library's vectors record them: sentinels instead of `null`, text one character a byte. */
export type RecordedValues = Readonly<Record<string, number | string>>;

export type RecordedMessages = {
  readonly basic_id: readonly RecordedValues[];
  readonly location: RecordedValues | null;
  readonly auth: readonly RecordedValues[];
  readonly self_id: RecordedValues | null;
  readonly system: RecordedValues | null;
  readonly operator_id: RecordedValues | null;
};

/** The message that recorded values stand for, unknown markers as `null`. */
export function messageOf(type: string, recorded: RecordedValues): OdidMessage {
  const number = (key: string): number => Number(recorded[key]);
  const known = (key: string, unknown: number): number | null => (number(key) === unknown ? null : number(key));
  const altitude = (key: string): number | null => known(key, -1000);
  const moment = (key: string): number | null => (number(key) === 0 ? null : (number(key) + 1_546_300_800) * 1000);
  const text = (key: string): string => {
    const bytes = Uint8Array.from(String(recorded[key]), (character) => character.charCodeAt(0));
    return textOf(bytes, 0, bytes.length);
  };
  const place = (latitude: string, longitude: string): [number | null, number | null] =>
    number(latitude) === 0 && number(longitude) === 0 ? [null, null] : [number(latitude), number(longitude)];

  switch (type) {
    case "basic_id": {
      const idType = number("id_type");
      const uasIdHex = String(recorded["uas_id_hex"]);
      const isBinary = idType === 3 || idType === 4;
      const binaryId = bytesOfHex(uasIdHex)?.some((byte) => byte !== 0) === true ? uasIdHex : "";
      return { type, idType, uaType: number("ua_type"), uasId: isBinary ? binaryId : text("uas_id"), uasIdHex };
    }
    case "location": {
      const [latitude, longitude] = place("latitude", "longitude");
      const seconds = known("timestamp", 65535);
      return {
        type,
        status: number("status"),
        directionDeg: known("direction", 361),
        horizontalSpeedMps: known("speed_horizontal", 255),
        verticalSpeedMps: known("speed_vertical", 63),
        latitude,
        longitude,
        altitudePressureM: altitude("altitude_baro"),
        altitudeGeodeticM: altitude("altitude_geo"),
        // A vector may contain a reference that does not exist: it must be refused, not read as another one.
        heightReference: (["take_off", "ground"][number("height_type")] ?? "neither") as "take_off" | "ground",
        heightM: altitude("height"),
        horizontalAccuracyCode: number("horiz_accuracy"),
        verticalAccuracyCode: number("vert_accuracy"),
        pressureAccuracyCode: number("baro_accuracy"),
        speedAccuracyCode: number("speed_accuracy"),
        timestampAccuracyCode: number("ts_accuracy"),
        // The library counts in 32-bit floats: 929.1 is recorded as 929.099976, and 3599.95 rounds up.
        secondsAfterHour: seconds === null ? null : Math.round(Math.fround(Math.fround(seconds) * 10)) / 10,
      };
    }
    case "auth": {
      const isFirst = number("data_page") === 0;
      return {
        type: "authentication",
        authType: number("auth_type"),
        page: number("data_page"),
        lastPageIndex: isFirst ? number("last_page_index") : null,
        length: isFirst ? number("length") : null,
        timestampMs: isFirst ? moment("timestamp") : null,
        dataHex: String(recorded["auth_data_hex"]),
      };
    }
    case "self_id":
      return { type, descriptionType: number("desc_type"), description: text("desc") };
    case "system": {
      const [operatorLatitude, operatorLongitude] = place("operator_latitude", "operator_longitude");
      return {
        type,
        operatorLocationType: number("operator_location_type"),
        classificationType: number("classification_type"),
        operatorLatitude,
        operatorLongitude,
        areaCount: number("area_count"),
        areaRadiusM: number("area_radius"),
        areaCeilingM: altitude("area_ceiling"),
        areaFloorM: altitude("area_floor"),
        categoryEu: number("category_eu"),
        classEu: number("class_eu"),
        operatorAltitudeGeodeticM: altitude("operator_altitude_geo"),
        timestampMs: moment("timestamp"),
      };
    }
    case "operator_id":
      return { type, operatorIdType: number("operator_id_type"), operatorId: text("operator_id") };
    default:
      throw new Error(`the vectors know no message type ${type}`);
  }
}

/** All messages of a recorded decode, in the order of their types. */
export function messagesOf(recorded: RecordedMessages): OdidMessage[] {
  const single = (type: "location" | "self_id" | "system" | "operator_id"): OdidMessage[] => {
    const values = recorded[type];
    return values === null ? [] : [messageOf(type, values)];
  };
  return [
    ...recorded.basic_id.map((values) => messageOf("basic_id", values)),
    ...single("location"),
    ...recorded.auth.map((values) => messageOf("auth", values)),
    ...single("self_id"),
    ...single("system"),
    ...single("operator_id"),
  ];
}

const ORDER: readonly OdidMessage["type"][] = [
  "basic_id",
  "location",
  "authentication",
  "self_id",
  "system",
  "operator_id",
];

/** Messages in the order of their types: a pack may carry them in any, the recorded decode is by type. */
export function byType(messages: readonly OdidMessage[]): OdidMessage[] {
  return messages.toSorted((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
}
