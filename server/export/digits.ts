import { DECIMALS_3, DECIMALS_4, WHOLE_NUMBERS } from "./decimal-words.ts";

/* Each function writes at a place where there is room, and returns the place after it. */

/** Number of decimals of a scaled integer. */
export type Decimals = 0 | 2 | 3 | 7;

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const T = 84;
const Z = 90;

/** `value` ÷ 10^`decimals` as a plain decimal, exact and without trailing zeros; `value` is a safe integer. */
export function writeScaled(view: DataView, at: number, value: number, decimals: Decimals): number {
  // Most values are places and millimetres of 32 bits, which take half as long as any number.
  if (decimals === 7 && value === (value | 0) && value !== -0x80000000) return writeDegrees(view, at, value | 0);
  if (decimals === 3 && value < 1_000_000 && value > -1_000_000) return writeThousandths(view, at, value | 0);
  return writeAny(view, at, value, decimals);
}

function writeDegrees(view: DataView, start: number, value: number): number {
  let at = start;
  let rest = value | 0;
  if (rest < 0) {
    view.setUint8(at++, MINUS);
    rest = -rest | 0;
  }
  const whole = (rest / 10_000_000) | 0;
  view.setUint32(at, WHOLE_NUMBERS.words[whole]!, true);
  at += WHOLE_NUMBERS.lengths[whole]!;
  const fraction = (rest - Math.imul(whole, 10_000_000)) | 0;
  if (fraction === 0) return at;
  const first = (fraction / 10_000) | 0;
  const last = (fraction - Math.imul(first, 10_000)) | 0;
  view.setUint32(at, DECIMALS_3.words[first]!, true);
  if (last === 0) return at + DECIMALS_3.lengths[first]!;
  view.setUint32(at + 4, DECIMALS_4.words[last]!, true);
  return at + 4 + DECIMALS_4.lengths[last]!;
}

function writeThousandths(view: DataView, start: number, value: number): number {
  let at = start;
  let rest = value | 0;
  if (rest < 0) {
    view.setUint8(at++, MINUS);
    rest = -rest | 0;
  }
  const whole = (rest / 1000) | 0;
  view.setUint32(at, WHOLE_NUMBERS.words[whole]!, true);
  at += WHOLE_NUMBERS.lengths[whole]!;
  const fraction = (rest - Math.imul(whole, 1000)) | 0;
  if (fraction === 0) return at;
  view.setUint32(at, DECIMALS_3.words[fraction]!, true);
  return at + DECIMALS_3.lengths[fraction]!;
}

function writeAny(view: DataView, start: number, value: number, decimals: Decimals): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    view.setUint8(at++, MINUS);
    rest = -rest;
  }
  const scale = scaleOf(decimals);
  const whole = rest <= 0x7fffffff ? (rest / scale) | 0 : Math.floor(rest / scale);
  at = writeDigits(view, at, whole);
  const fraction = rest - whole * scale;
  return fraction === 0 ? at : writeFraction(view, at, fraction | 0, decimals);
}

/** The time of a day in ISO 8601, with `T`, milliseconds and `Z`. */
export function writeTimeOfDay(view: DataView, at: number, ofDayMs: number): number {
  const seconds = (ofDayMs / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hour = (minutes / 60) | 0;
  const ms = ofDayMs - seconds * 1000;
  const tenths = (ms / 10) | 0;
  view.setUint8(at, T);
  setPair(view, at + 1, hour);
  view.setUint8(at + 3, COLON);
  setPair(view, at + 4, minutes - hour * 60);
  view.setUint8(at + 6, COLON);
  setPair(view, at + 7, seconds - minutes * 60);
  view.setUint8(at + 9, POINT);
  setPair(view, at + 10, tenths);
  view.setUint8(at + 12, ZERO + ms - tenths * 10);
  view.setUint8(at + 13, Z);
  return at + 14;
}

function writeDigits(view: DataView, at: number, value: number): number {
  if (value < 1000) {
    view.setUint32(at, WHOLE_NUMBERS.words[value]!, true);
    return at + WHOLE_NUMBERS.lengths[value]!;
  }
  if (value <= 0x7fffffff) return writeFixed(view, at, value | 0, lengthOf(value));
  const high = Math.floor(value / 1e9);
  return writeFixed(view, writeDigits(view, at, high), (value - high * 1e9) | 0, 9);
}

/** The decimals of a number, which are not all zero. */
function writeFraction(view: DataView, at: number, fraction: number, decimals: Decimals): number {
  const first = decimals === 7 ? (fraction / 10_000) | 0 : decimals === 2 ? fraction * 10 : fraction;
  const last = decimals === 7 ? fraction - first * 10_000 : 0;
  view.setUint32(at, DECIMALS_3.words[first]!, true);
  if (last === 0) return at + DECIMALS_3.lengths[first]!;
  view.setUint32(at + 4, DECIMALS_4.words[last]!, true);
  return at + 4 + DECIMALS_4.lengths[last]!;
}

/** Exactly `length` digits, padded with zeros. */
function writeFixed(view: DataView, start: number, value: number, length: number): number {
  let rest = value | 0;
  let at = start + length;
  while (at - start >= 2) {
    const quotient = (rest / 100) | 0;
    at -= 2;
    setPair(view, at, rest - quotient * 100);
    rest = quotient;
  }
  if (at > start) view.setUint8(start, ZERO + rest);
  return start + length;
}

/** The two digits of every number below 100. */
const PAIRS = Uint16Array.from({ length: 100 }, (_, pair) => ZERO + Math.floor(pair / 10) + (ZERO + (pair % 10)) * 256);

function setPair(view: DataView, at: number, pair: number): void {
  view.setUint16(at, PAIRS[pair]!, true);
}

function scaleOf(decimals: Decimals): number {
  if (decimals === 3) return 1000;
  if (decimals === 7) return 1e7;
  return decimals === 2 ? 100 : 1;
}

function lengthOf(value: number): number {
  if (value < 10_000) return 4;
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  if (value < 100_000_000) return value < 10_000_000 ? 7 : 8;
  return value < 1_000_000_000 ? 9 : 10;
}
