import type { MavlinkPayload } from "../../kernel/mavlink.frame.encode.ts";
import type { MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";

/** MAV_PARAM_TYPE_REAL32: a 32-bit float, the only type that ArduRemoteID accepts. */
export const PARAM_TYPE_REAL32 = 9;
/** A name has 16 characters; a shorter one ends with NUL. */
const NAME_BYTES = 16;
const VALUE_BYTES = 25;
const TEXT_BYTES = 50;

type Message = Omit<MavlinkPayload, "kind">;

export type ParamValue = {
  readonly name: string;
  readonly value: number;
  readonly count: number;
  /** 65535 for a parameter that is not in the list. */
  readonly index: number;
};

export function paramRequestList(): Message {
  return { messageId: MAVLINK_ID.paramRequestList, payload: Uint8Array.of(0, 0) };
}

/** Requests a parameter by its name, or by its index in the list. */
export function paramRequestRead(parameter: string | number): Message {
  const payload = new Uint8Array(4 + NAME_BYTES);
  const isName = typeof parameter === "string";
  new DataView(payload.buffer).setInt16(0, isName ? -1 : parameter, true);
  if (isName) payload.set(nameBytes(parameter), 4);
  return { messageId: MAVLINK_ID.paramRequestRead, payload };
}

export function paramSet(name: string, value: number): Message {
  const payload = new Uint8Array(7 + NAME_BYTES);
  new DataView(payload.buffer).setFloat32(0, value, true);
  payload.set(nameBytes(name), 6);
  payload[6 + NAME_BYTES] = PARAM_TYPE_REAL32;
  return { messageId: MAVLINK_ID.paramSet, payload };
}

/** The parameter in a PARAM_VALUE; undefined for other frames, values that are not numbers and invalid names. */
export function paramValueOf(frame: MavlinkFrame): ParamValue | undefined {
  if (frame.messageId !== MAVLINK_ID.paramValue) return undefined;
  const payload = padded(frame.payload, VALUE_BYTES);
  const view = new DataView(payload.buffer);
  const value = view.getFloat32(0, true);
  const name = asciiOf(payload.subarray(8, 8 + NAME_BYTES));
  if (!Number.isFinite(value) || payload[24] !== PARAM_TYPE_REAL32 || !/^[A-Za-z0-9_]{1,16}$/.test(name)) {
    return undefined;
  }
  return { name, value: shortestOf(value), count: view.getUint16(4, true), index: view.getUint16(6, true) };
}

/** The text of a STATUSTEXT; undefined for other frames. */
export function statusTextOf(frame: MavlinkFrame): string | undefined {
  if (frame.messageId !== MAVLINK_ID.statusText) return undefined;
  return asciiOf(padded(frame.payload, 1 + TEXT_BYTES).subarray(1, 1 + TEXT_BYTES)).trim();
}

/** Whether two numbers are the same once they are 32-bit floats, as they are on the wire. */
export function isSameReal32(a: number, b: number): boolean {
  return Math.fround(a) === Math.fround(b);
}

/** Text up to the first NUL; what is not printable ASCII is left out. */
export function asciiOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  let text = "";
  for (const byte of end < 0 ? bytes : bytes.subarray(0, end)) {
    if (byte >= 0x20 && byte <= 0x7e) text += String.fromCharCode(byte);
  }
  return text;
}

/** A payload with the zeros at its end that MAVLink 2 does not send. */
export function padded(payload: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(Math.max(length, payload.length));
  whole.set(payload);
  return whole;
}

function nameBytes(name: string): Uint8Array {
  return new TextEncoder().encode(name).subarray(0, NAME_BYTES);
}

/** The shortest decimal that is this 32-bit float: 0.1 instead of 0.10000000149011612. */
function shortestOf(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
