/**
 * The messages of ASTM F3411-22a (Open Drone ID) as declared, in physical units.
 * Values are as declared: a latitude of 214° or a direction of 435° is for the plausibility rules, not for the decoder.
 * `null` means that the sender marked the value as unknown; codes stay codes (0 of an accuracy code is "unknown", not 0 m).
 * Degrees are WGS84, directions clockwise from true north, speeds metres per second, heights metres, times seconds.
 */

export type BasicIdMessage = {
  readonly type: "basic_id";
  /** 0 none, 1 serial number (CTA-2063-A), 2 CAA registration, 3 UTM assigned UUID, 4 specific session id. */
  readonly idType: number;
  /** Table 1 of the standard, 0 undeclared … 15 other. */
  readonly uaType: number;
  /** Text up to the first NUL with control characters removed; for id types 3 and 4 the bytes in hexadecimal. */
  readonly uasId: string;
  /** The 20 bytes, hexadecimal; of a serial or registration what follows the first NUL reads as zero. */
  readonly uasIdHex: string;
};

export type LocationMessage = {
  readonly type: "location";
  /** 0 undeclared, 1 ground, 2 airborne, 3 emergency, 4 remote ID system failure; other codes reserved. */
  readonly status: number;
  readonly directionDeg: number | null;
  readonly horizontalSpeedMps: number | null;
  readonly verticalSpeedMps: number | null;
  /** Both `null` when the sender has no position (0, 0). */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitudePressureM: number | null;
  /** Height above the WGS84 ellipsoid. */
  readonly altitudeGeodeticM: number | null;
  /** Height above sea level; not part of Open Drone ID, but sent by national formats. */
  readonly altitudeMslM?: number | null;
  readonly heightReference: "take_off" | "ground";
  readonly heightM: number | null;
  readonly horizontalAccuracyCode: number;
  readonly verticalAccuracyCode: number;
  readonly pressureAccuracyCode: number;
  readonly speedAccuracyCode: number;
  /** 0 unknown, else tenths of a second: 1 is 0.1 s … 15 is 1.5 s. */
  readonly timestampAccuracyCode: number;
  /** Seconds after the full hour (UTC), 0 … 3600 (more from a faulty sender); `null` unknown. */
  readonly secondsAfterHour: number | null;
};

export type AuthenticationMessage = {
  readonly type: "authentication";
  readonly authType: number;
  readonly page: number;
  /** Only page 0 carries these three. */
  readonly lastPageIndex: number | null;
  readonly length: number | null;
  /** Unix milliseconds. */
  readonly timestampMs: number | null;
  /** 17 bytes on page 0, 23 on the others, hexadecimal. */
  readonly dataHex: string;
};

export type SelfIdMessage = {
  readonly type: "self_id";
  /** 0 text, 1 emergency, 2 extended status; others reserved or private. */
  readonly descriptionType: number;
  readonly description: string;
};

/** Does not fit into the two bits of the standard, so no aircraft can send it. */
export const OPERATOR_LOCATION_UNKNOWN = 255;

export type SystemMessage = {
  readonly type: "system";
  /** 0 take-off, 1 live GNSS, 2 fixed; `OPERATOR_LOCATION_UNKNOWN` if the receiver does not pass it on. */
  readonly operatorLocationType: number;
  /** 0 undeclared, 1 European Union. */
  readonly classificationType: number;
  readonly operatorLatitude: number | null;
  readonly operatorLongitude: number | null;
  readonly areaCount: number;
  readonly areaRadiusM: number;
  readonly areaCeilingM: number | null;
  readonly areaFloorM: number | null;
  /** Meaningful with classification type 1 only: 0 undeclared, 1 open, 2 specific, 3 certified. */
  readonly categoryEu: number;
  /** 0 undeclared, 1 … 7 class 0 … class 6. */
  readonly classEu: number;
  readonly operatorAltitudeGeodeticM: number | null;
  /** Unix milliseconds, from seconds since 2019-01-01T00:00:00Z; `null` when the sender sent 0. */
  readonly timestampMs: number | null;
};

export type OperatorIdMessage = {
  readonly type: "operator_id";
  readonly operatorIdType: number;
  /** As sent, up to the first NUL, control characters removed. The private part is stripped when it is normalised. */
  readonly operatorId: string;
};

export type OdidMessage =
  | BasicIdMessage
  | LocationMessage
  | AuthenticationMessage
  | SelfIdMessage
  | SystemMessage
  | OperatorIdMessage;
