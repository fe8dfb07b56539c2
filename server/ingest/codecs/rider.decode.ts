import type { TransmissionTechnology } from "../../contracts/common.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import {
  decodeProtobuf,
  readVarint,
  type ProtobufMessage,
  type ProtobufSchema,
  decodeNested,
} from "../../kernel/protobuf.ts";
import { createSlipDecoder, SLIP_END } from "../../kernel/slip.ts";
import type { Decoded, Refused, Transmitter } from "../decoded.ts";
import { macOf } from "./bytes.text.ts";
import { decodeRadioOdid } from "./radio.decoded.ts";

export type RiderDecoder = {
  push(chunk: Uint8Array): Decoded[];
  end(): Decoded[];
};

/**
 * Sent once after the port was opened: `2A 0A 0A` as a SLIP frame requests the stream of the receiver. The line feed
 * before it ends an unfinished request of another program or probe in the receiver's buffer, which would otherwise be
 * joined with this one.
 */
export const RIDER_STREAM_REQUEST: Uint8Array = Uint8Array.of(...SLIP_END, 0x2a, 0xdb, 0xdc, 0xdb, 0xdc, 0x0a);

/** Channel of the stream: the first byte of a frame. Other channels carry settings, logs and firmware. */
const STREAM_CHANNEL = 0x2a;
const MAX_FRAME_BYTES = 4096;
/** A pack of nine messages and its envelope take about 350 bytes. */
const MAX_MESSAGE_BYTES = 1024;
/** Before this the receiver's clock was not set: it counts from its start. */
const CLOCK_SET_MS = Date.UTC(2020, 0, 1);
/** How often the receiver's own position is recorded. */
const POSITION_EVERY_MS = 10 * SECOND_MS;
const MAC_BYTES = 6;

const DRI_MESSAGE: ProtobufSchema = { 1: "bytes", 2: "bytes", 3: "bytes" };
const ODID_PAYLOAD: ProtobufSchema = {
  1: "varint",
  2: "varint",
  3: "bytes",
  4: "bytes",
  5: "bytes",
  6: "bytes",
  10: "bytes",
};
const TRANSMISSION_INFO: ProtobufSchema = { 1: "bytes", 2: "varint" };
const RECEIVER_DATA: ProtobufSchema = { 1: "bytes", 2: "bytes", 3: "varint", 4: "varint" };
const TIMESTAMP: ProtobufSchema = { 1: "varint", 3: "varint" };
const LOCATION: ProtobufSchema = { 1: "fixed32", 2: "fixed32" };

/** How the aircraft sent, by the field of `OdidPayload` that describes it. */
const TECHNOLOGY_OF_FIELD: readonly (readonly [field: number, technology: TransmissionTechnology])[] = [
  [3, "wifi_beacon"],
  [4, "wifi_nan"],
  [5, "bluetooth_legacy"],
  [6, "bluetooth_long_range"],
];

/**
 * The stream of a Dronetag RIDER: SLIP frames with a channel, whose payloads put end to end are `DriMessage`s of protocol
 * buffers, each after its length; a message may span frames. Never throws. ADS-L and other channels yield nothing.
 */
export function createRiderDecoder(): RiderDecoder {
  const frames = createSlipDecoder(MAX_FRAME_BYTES);
  const stream = createDelimitedReader(MAX_MESSAGE_BYTES);
  const takePosition = createPositionFilter();

  const takeMessage = (message: ProtobufMessage): Decoded[] => {
    const receiver = decodeNested(message, 3, RECEIVER_DATA);
    const observedAtMs = timeOf(receiver);
    const payload = message.bytes(2);
    return [
      ...takePosition(receiver, observedAtMs),
      ...(payload === undefined ? [] : [frameOf(payload, observedAtMs)]),
    ];
  };
  return {
    push(chunk) {
      const decoded: Decoded[] = [];
      for (const frame of frames.push(chunk)) {
        if (frame === null) {
          // A message that spans the missing frame cannot be assembled.
          stream.reset();
          decoded.push(refused("damaged SLIP frame"));
        } else if (frame[0] === STREAM_CHANNEL) {
          const { messages, isBroken } = stream.push(frame.subarray(1));
          for (const message of messages) decoded.push(...takeMessage(message));
          if (isBroken) decoded.push(refused("message that is none, or whose length cannot be"));
        }
      }
      return decoded;
    },
    end: () => [],
  };
}

type DelimitedMessages = { readonly messages: readonly ProtobufMessage[]; readonly isBroken: boolean };

type DelimitedReader = {
  readonly push: (piece: Uint8Array) => DelimitedMessages;
  readonly reset: () => void;
};

/**
 * Messages that follow each other, each after its length as a varint of at most two bytes. After an impossible length,
 * it begins again with the next chunk, because nothing in the stream marks where a message starts.
 */
function createDelimitedReader(maxBytes: number): DelimitedReader {
  let rest: Uint8Array = new Uint8Array(0);
  const nextOf = (
    bytes: Uint8Array,
    at: number,
  ): "cut" | "broken" | { readonly body: Uint8Array; readonly end: number } => {
    const length = readVarint(bytes, at);
    if (length === undefined) return bytes.length - at < 2 ? "cut" : "broken";
    if (length.value > BigInt(maxBytes)) return "broken";
    const end = length.end + Number(length.value);
    return end > bytes.length ? "cut" : { body: bytes.subarray(length.end, end), end };
  };
  return {
    push(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const messages: ProtobufMessage[] = [];
      let at = 0;
      rest = new Uint8Array(0);
      while (at < bytes.length) {
        const next = nextOf(bytes, at);
        if (next === "cut") {
          rest = bytes.slice(at);
          break;
        }
        const message = next === "broken" ? undefined : decodeProtobuf(next.body, DRI_MESSAGE);
        if (next === "broken" || message === undefined) return { messages, isBroken: true };
        messages.push(message);
        at = next.end;
      }
      return { messages, isBroken: false };
    },
    reset() {
      rest = new Uint8Array(0);
    },
  };
}

function frameOf(bytes: Uint8Array, observedAtMs: number | null): Decoded {
  const payload = decodeProtobuf(bytes, ODID_PAYLOAD);
  if (payload === undefined) return refused("Open Drone ID payload that is no protocol buffer");
  const found = TECHNOLOGY_OF_FIELD.find(([field]) => payload.bytes(field) !== undefined);
  const info = found === undefined ? undefined : decodeNested(payload, found[0], TRANSMISSION_INFO);
  return decodeRadioOdid(payload.bytes(10) ?? new Uint8Array(0), transmitterOf(info), found?.[1] ?? "unknown", {
    observedAtMs,
    rssiDbm: rssiOf(info),
  });
}

function transmitterOf(info: ProtobufMessage | undefined): Transmitter {
  const mac = info?.bytes(1);
  if (mac === undefined || mac.length !== MAC_BYTES || mac.every((byte) => byte === 0)) return null;
  return { kind: "mac", address: macOf(mac, 0) };
}

/** Proto3 leaves out 0, and no receiver measures 0 dBm: it did not report a value. */
function rssiOf(info: ProtobufMessage | undefined): number | null {
  const rssi = info?.signed(2) ?? 0;
  return rssi < 0 && rssi > -200 ? rssi : null;
}

/** Unix milliseconds with their fraction cut; null where the receiver's clock was not set. */
function timeOf(receiver: ProtobufMessage | undefined): number | null {
  const ms = decodeNested(receiver, 1, TIMESTAMP)?.unsigned(1) ?? 0;
  return ms >= CLOCK_SET_MS ? ms : null;
}

/** The receiver sends its position with every message; one in ten seconds is enough. */
function createPositionFilter(): (receiver: ProtobufMessage | undefined, observedAtMs: number | null) => Decoded[] {
  let lastMs = -Infinity;
  return (receiver, observedAtMs) => {
    if (observedAtMs === null || Math.abs(observedAtMs - lastMs) < POSITION_EVERY_MS) return [];
    const location = decodeNested(receiver, 2, LOCATION);
    const latitude = degrees(location?.float(1), 90);
    const longitude = degrees(location?.float(2), 180);
    if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return [];
    lastMs = observedAtMs;
    return [
      {
        kind: "sensor",
        observedAtMs,
        sensorId: null,
        latitude,
        longitude,
        altitudeMslM: null,
        satellites: null,
        batteryVolts: null,
      },
    ];
  };
}

/** A coordinate with the digits that 32 bits have; proto3 leaves out 0. Null where it is none. */
function degrees(value: number | undefined, max: number): number | null {
  const rounded = Math.round((value ?? 0) * 1e5) / 1e5;
  return Math.abs(rounded) <= max ? rounded : null;
}

function refused(detail: string): Refused {
  return { kind: "refused", reason: "truncated_frame", detail: `RIDER: ${detail}` };
}
