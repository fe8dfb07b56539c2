import type { Decoded, DecodedFrame, Refused, Transmitter } from "../decoded.ts";
import { printableTextOf } from "../identity.rules.ts";
import { hexOf, macOf } from "./bytes.text.ts";
import { createMavlinkParser, type MavlinkCounts, type MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { decodeMavlinkMessage, type MavlinkMessage } from "./mavlink.messages.ts";
import type { OdidMessage } from "./odid.messages.ts";

export type MavlinkDecoder = {
  push(chunk: Uint8Array): Decoded[];
  end(): Decoded[];
  counts(): MavlinkCounts;
};

/**
 * The Remote ID messages of a MAVLink byte stream (OPEN_DRONE_ID_*, 12900 … 12919): the serial line of a receiver or of
 * an aircraft's own transmitter. MAVLink carries no clock for these messages: `observedAtMs` is `null`.
 * Aircraft with a crew (ADSB_VEHICLE) come out as traffic. Remote ID frames with a wrong checksum come out as refusals;
 * other messages yield nothing.
 */
export function createMavlinkDecoder(options: { readonly repairLineEndings?: boolean } = {}): MavlinkDecoder {
  let refusals: Refused[] = [];
  const parser = createMavlinkParser({
    ...options,
    onBadChecksum: (messageId) => {
      if (!isRemoteId(messageId)) return;
      refusals.push({ kind: "refused", reason: "bad_checksum", detail: `MAVLink message ${messageId}` });
    },
  });
  const decoded = (frames: readonly MavlinkFrame[]): Decoded[] => {
    const all: Decoded[] = refusals;
    refusals = [];
    for (const frame of frames) {
      const one = decodeMavlinkFrame(frame);
      if (one !== undefined) all.push(one);
    }
    return all;
  };
  return {
    push: (chunk) => decoded(parser.push(chunk)),
    end: () => decoded(parser.end()),
    counts: () => parser.counts(),
  };
}

/**
 * The Remote ID message of one frame, or the aircraft that it reports as traffic; `undefined` if it has neither
 * (heartbeats, arm status, other messages).
 * `observedAtMs` is the time of the medium, where it has one (tlog).
 */
export function decodeMavlinkFrame(frame: MavlinkFrame, observedAtMs: number | null = null): Decoded | undefined {
  const message = decodeMavlinkMessage(frame);
  switch (message?.kind) {
    case "odid":
      if (message.decoded.kind === "refused") return message.decoded;
      return frameOf(observedAtMs, transmitterOf(frame, message), message.decoded.messages);
    case "drone": {
      const transmitter = message.id === null ? null : ({ kind: "adsb", id: message.id } as const);
      return { ...frameOf(observedAtMs, transmitter, message.messages), ageMs: message.ageMs };
    }
    case "traffic":
      return { ...message, observedAtMs };
    case "refused":
      return message;
    default:
      return undefined;
  }
}

function frameOf(
  observedAtMs: number | null,
  transmitter: Transmitter,
  messages: readonly OdidMessage[],
): DecodedFrame {
  return {
    kind: "frame",
    observedAtMs,
    sensorId: null,
    transmitter,
    technology: "unknown",
    rssiDbm: null,
    messages,
  };
}

/**
 * `id_or_mac` is set for aircraft that a receiver decoded: a MAC address is its first six bytes, the rest zero. Anything
 * else is the receiver's name for the aircraft, which its messages have in common. Without it, a single message is the
 * system's own aircraft speaking, while a pack comes from a bridge that does not report which transmitter it decoded:
 * keying that on the feed would merge distinct aircraft.
 */
function transmitterOf(frame: MavlinkFrame, message: MavlinkMessage & { readonly kind: "odid" }): Transmitter {
  const { payload, systemId, componentId } = frame;
  const at = message.idOrMacAt;
  if (at === undefined || isFilledWith(0, payload, at, ID_OR_MAC_BYTES) || isBlank(payload, at)) {
    return message.isPack ? null : { kind: "mavlink", systemId, componentId };
  }
  const isMac = isFilledWith(0, payload, at + MAC_BYTES, ID_OR_MAC_BYTES - MAC_BYTES);
  if (isMac) return { kind: "mac", address: macOf(payload, at) };
  const hex = hexOf(payload, at, at + ID_OR_MAC_BYTES);
  return { kind: "mavlink_id", id: printableTextOf(hex) ?? hex };
}

const ID_OR_MAC_BYTES = 20;
const MAC_BYTES = 6;
const SPACE = 0x20;

/** Mission Planner fills the field with spaces. */
function isBlank(payload: Uint8Array, at: number): boolean {
  return payload.length >= at + ID_OR_MAC_BYTES && isFilledWith(SPACE, payload, at, ID_OR_MAC_BYTES);
}

/** Whether `count` bytes have this value; those past the end are zero, and were cut. */
function isFilledWith(value: number, payload: Uint8Array, from: number, count: number): boolean {
  const end = Math.min(payload.length, from + count);
  for (let index = from; index < end; index += 1) if (payload[index] !== value) return false;
  return true;
}

function isRemoteId(messageId: number): boolean {
  return messageId >= MAVLINK_ID.basicId && messageId <= MAVLINK_ID.systemUpdate;
}
