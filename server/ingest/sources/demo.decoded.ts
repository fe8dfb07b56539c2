import { SECOND_MS } from "../../kernel/clock.ts";
import { basicIdMessage, encodeOdid, encodeOdidPack } from "../codecs/odid.encode.ts";
import type { LocationMessage, OdidMessage, SystemMessage } from "../codecs/odid.messages.ts";
import { decodeRadioOdid } from "../codecs/radio.decoded.ts";
import type { Decoded, DecodedSensor } from "../decoded.ts";
import { DEMO_AIRCRAFT, DEMO_RECEIVERS, type DemoAircraft, type DemoReceiver } from "./demo.aircraft.ts";
import { positionOn, velocityOn, type Offset } from "./demo.paths.ts";

/** Every aircraft has one slot of each second. */
export const DEMO_SLOT_MS = SECOND_MS / DEMO_AIRCRAFT.length;

/** A town on a river, WGS84; its ground in metres above the ellipsoid and above sea level. */
const CENTRE = { latitude: 47.0707, longitude: 15.4386, groundWgs84M: 400, groundMslM: 354 } as const;
const METRES_PER_DEGREE = 111_320;
const HEARTBEAT_S = 10;
const FREE_SPACE_1M_DBM = -28;
const LOSS = 0.03;

/**
 * The input of the receivers in a slot, counted from 1970: one aircraft in its part of the second, and every ten
 * seconds a heartbeat of their own. Every message is encoded as Open Drone ID and decoded again.
 */
export function createDemoFrames(slot: number, sensorId: string, seed: number): readonly Decoded[] {
  const index = slot % DEMO_AIRCRAFT.length;
  const aircraft = DEMO_AIRCRAFT[index];
  const timeMs = Math.round(slot * DEMO_SLOT_MS);
  const second = Math.floor(slot / DEMO_AIRCRAFT.length);
  const decoded: Decoded[] =
    aircraft === undefined ? [] : framesOf({ aircraft, index, timeMs, second, sensorId, seed });
  const receiver = DEMO_RECEIVERS[index];
  if (receiver !== undefined && second % HEARTBEAT_S === 0) decoded.push(heartbeat(receiver, timeMs, sensorId));
  return decoded;
}

type Turn = {
  readonly aircraft: DemoAircraft;
  readonly index: number;
  readonly timeMs: number;
  readonly second: number;
  readonly sensorId: string;
  readonly seed: number;
};

function framesOf(turn: Turn): Decoded[] {
  const { aircraft, index, timeMs, second, sensorId, seed } = turn;
  const where = positionOn(aircraft.path, pathTimeS(turn));
  const address = macOf(index, seed);
  const decoded: Decoded[] = [];
  for (const bytes of transmissionsOf(turn)) {
    if (!(bytes instanceof Uint8Array)) {
      decoded.push(bytes);
      continue;
    }
    for (const receiver of DEMO_RECEIVERS) {
      if (!aircraft.receivedBy.includes(receiver.name)) continue;
      const chance = random(seed, index, second, receiver.name.length + bytes.length);
      if (chance < LOSS) continue;
      const rssiDbm = Math.round(rssiAt(where, receiver.at) + 6 * (chance - 0.5));
      const frame = decodeRadioOdid(bytes, { kind: "mac", address }, aircraft.technology, {
        observedAtMs: timeMs,
        rssiDbm,
      });
      decoded.push(frame.kind === "frame" ? { ...frame, sensorId: `${sensorId}-${receiver.name}` } : frame);
    }
  }
  return decoded;
}

/** The bytes of one second on the air: one pack, or for legacy Bluetooth the position and one other message. */
function transmissionsOf(turn: Turn) {
  const { aircraft, second } = turn;
  const messages = messagesOf(turn);
  const parts = aircraft.technology === "bluetooth_legacy" ? alternating(messages, second) : [messages];
  return parts.map(([first, ...rest]) => {
    const isSingle = aircraft.technology === "bluetooth_legacy" && first !== undefined;
    const encoded = isSingle ? encodeOdid(first) : encodeOdidPack(first === undefined ? rest : [first, ...rest]);
    return encoded.kind === "encoded" ? encoded.bytes : encoded;
  });
}

function alternating([location, ...others]: readonly OdidMessage[], second: number): readonly OdidMessage[][] {
  return [location, others[second % Math.max(1, others.length)]].flatMap((one) => (one === undefined ? [] : [[one]]));
}

/** Location first, then the other messages of this aircraft. */
function messagesOf(turn: Turn): readonly OdidMessage[] {
  const { aircraft, timeMs } = turn;
  const { id, uaType, description, operator } = aircraft;
  const messages: OdidMessage[] = [locationOf(turn)];
  if (id !== null) messages.push(basicIdMessage({ ...id, uaType }));
  if (description !== null) messages.push({ type: "self_id", descriptionType: 0, description });
  if (operator !== null) messages.push(systemOf(operator.at, timeMs));
  if (operator !== null && operator.id !== null) {
    messages.push({ type: "operator_id", operatorIdType: 0, operatorId: operator.id });
  }
  return messages;
}

function locationOf(turn: Turn): LocationMessage {
  const { aircraft, timeMs } = turn;
  const where = positionOn(aircraft.path, pathTimeS(turn));
  const { east, north, up } = velocityOn(aircraft.path, pathTimeS(turn));
  const horizontalSpeedMps = Math.hypot(east, north);
  const isOnGround = where.up < 0.5;
  return {
    type: "location",
    status: isOnGround ? 1 : 2,
    directionDeg: horizontalSpeedMps < 0.3 ? null : (Math.atan2(east, north) * (180 / Math.PI) + 360) % 360,
    horizontalSpeedMps,
    verticalSpeedMps: up,
    ...degreesOf(where),
    altitudePressureM: CENTRE.groundMslM + where.up,
    altitudeGeodeticM: CENTRE.groundWgs84M + where.up,
    heightReference: "take_off",
    heightM: where.up,
    horizontalAccuracyCode: 11,
    verticalAccuracyCode: 4,
    pressureAccuracyCode: 3,
    speedAccuracyCode: 3,
    timestampAccuracyCode: 1,
    secondsAfterHour: (timeMs / SECOND_MS) % 3600,
  };
}

function systemOf(home: Offset, timeMs: number): SystemMessage {
  const pacing = positionOn({ kind: "drift", centre: home, reachM: 4 }, timeMs / SECOND_MS);
  const { latitude, longitude } = degreesOf(pacing);
  return {
    type: "system",
    operatorLocationType: 1,
    classificationType: 1,
    operatorLatitude: latitude,
    operatorLongitude: longitude,
    areaCount: 1,
    areaRadiusM: 0,
    areaCeilingM: null,
    areaFloorM: null,
    categoryEu: 1,
    classEu: 3,
    operatorAltitudeGeodeticM: CENTRE.groundWgs84M,
    timestampMs: timeMs,
  };
}

function heartbeat(receiver: DemoReceiver, timeMs: number, sensorId: string): DecodedSensor {
  return {
    kind: "sensor",
    observedAtMs: timeMs,
    sensorId: `${sensorId}-${receiver.name}`,
    ...degreesOf(receiver.at),
    altitudeMslM: CENTRE.groundMslM + receiver.at.up,
    satellites: receiver.satellites,
    batteryVolts: null,
  };
}

/** Seconds along the path: the seed decides where each aircraft is at a time. */
function pathTimeS({ timeMs, index, seed }: Turn): number {
  return timeMs / SECOND_MS + 600 * random(seed, index, 0, 0);
}

function degreesOf(where: Offset): { readonly latitude: number; readonly longitude: number } {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((CENTRE.latitude * Math.PI) / 180);
  return {
    latitude: CENTRE.latitude + where.north / METRES_PER_DEGREE,
    longitude: CENTRE.longitude + where.east / perDegreeEast,
  };
}

function rssiAt(a: Offset, b: Offset): number {
  const distanceM = Math.max(1, Math.hypot(a.east - b.east, a.north - b.north, a.up - b.up));
  return Math.max(-99, FREE_SPACE_1M_DBM - 20 * Math.log10(distanceM));
}

/** A locally administered address, so that it belongs to no maker. */
function macOf(index: number, seed: number): string {
  const octets = [1, 2, 3, 4, 5].map((octet) => Math.floor(256 * random(seed, index, octet, 7)));
  return ["02", ...octets.map((octet) => octet.toString(16).padStart(2, "0"))].join(":");
}

/**
 * 0 to 1 from four whole numbers, without state, so that any second can be computed independently (a mix as in
 * murmur3).
 */
function random(...parts: readonly [number, number, number, number]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}
