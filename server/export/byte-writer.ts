import { DECIMALS_3, DECIMALS_4, WHOLE_NUMBERS } from "./decimal-words.ts";

const DAY_MS = 86_400_000;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const T = 84;
const Z = 90;

/** Maximum length of one number: sign, 16 digits of a safe integer, point, leading zero. */
const NUMBER_MAX_BYTES = 32;
const ISO_MAX_BYTES = 32;
/**
 * Bytes are copied in words, as doubles. That is safe because no UTF-8 text contains the bits of a NaN, which may
 * change.
 */
const WORD = 8;
/** Up to this length, copying word by word is faster than `TypedArray.prototype.set`. */
const WORD_COPY_MAX = 256;

/** Number of decimals of a scaled integer. */
export type Decimals = 0 | 2 | 3 | 7;

/** Text prepared to be written many times: its UTF-8, padded with zeros to a whole word. */
export type EncodedText = { readonly length: number; readonly padded: DataView };

/** Returns a buffer of exactly that length for a chunk; its content does not matter. */
export type Allocate = (length: number) => Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();

export function encodeText(text: string): EncodedText {
  const bytes = utf8.encode(text);
  const padded = new Uint8Array(Math.ceil(bytes.length / WORD) * WORD);
  padded.set(bytes);
  return { length: bytes.length, padded: new DataView(padded.buffer) };
}

/**
 * Writes text as bytes to one reused buffer that grows when a slice needs more. Digits are computed arithmetically,
 * because one string per value makes an export slow. `take` returns a copy, so that a chunk waiting in a socket's queue
 * is never overwritten; the copy costs only a few percent.
 */
export class ByteWriter {
  #buffer: Uint8Array;
  #view: DataView;
  #at = 0;
  #day = Number.NaN;
  #date = encodeText("");

  readonly #allocate: Allocate;

  constructor(capacity = 256 * 1024, allocate: Allocate = (length) => Buffer.allocUnsafeSlow(length)) {
    this.#allocate = allocate;
    this.#buffer = new Uint8Array(capacity);
    this.#view = new DataView(this.#buffer.buffer);
  }

  get length(): number {
    return this.#at;
  }

  /** Returns a copy of what was written since the last `take`, and empties the writer. */
  take(): Uint8Array<ArrayBuffer> {
    const chunk = this.#allocate(this.#at);
    chunk.set(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
    return chunk;
  }

  /** Discards what was written after the writer had this length. */
  rewind(length: number): void {
    this.#at = length;
  }

  /** Discards everything before `start`. */
  keepFrom(start: number): void {
    this.#buffer.copyWithin(0, start, this.#at);
    this.#at -= start;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#view.setUint8(this.#at++, value);
  }

  put(encoded: EncodedText): void {
    const { length, padded } = encoded;
    this.#reserve(length + WORD);
    const at = this.#at;
    if (length <= WORD_COPY_MAX) {
      const view = this.#view;
      for (let i = 0; i < length; i += WORD) view.setFloat64(at + i, padded.getFloat64(i, true), true);
    } else this.#buffer.set(new Uint8Array(padded.buffer, 0, length), at);
    this.#at = at + length;
  }

  /** For rare text; text that repeats is encoded once and written with `put`. */
  text(text: string): void {
    const bytes = utf8.encode(text);
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** What was written after the writer had this length, to be written again. */
  textFrom(start: number): EncodedText {
    const length = this.#at - start;
    const padded = new Uint8Array(Math.ceil(length / WORD) * WORD);
    padded.set(this.#buffer.subarray(start, this.#at));
    return { length, padded: new DataView(padded.buffer) };
  }

  /** Appends the bytes of `source` from `start` to `end`. */
  copyFrom(source: ByteWriter, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    if (length <= WORD_COPY_MAX) {
      const view = this.#view;
      const at = this.#at;
      let i = 0;
      for (; i + WORD <= length; i += WORD) view.setFloat64(at + i, source.#view.getFloat64(start + i, true), true);
      for (; i < length; i++) view.setUint8(at + i, source.#view.getUint8(start + i));
    } else this.#buffer.set(source.#buffer.subarray(start, end), this.#at);
    this.#at += length;
  }

  /** `value` ÷ 10^`decimals` as a plain decimal, exact and without trailing zeros; `value` is a safe integer. */
  scaled(value: number, decimals: Decimals): void {
    this.#reserve(NUMBER_MAX_BYTES);
    let rest = value;
    if (rest < 0) {
      this.#view.setUint8(this.#at++, MINUS);
      rest = -rest;
    }
    const scale = scaleOf(decimals);
    const whole = rest <= 0x7fffffff ? (rest / scale) | 0 : Math.floor(rest / scale);
    this.#digits(whole);
    const fraction = rest - whole * scale;
    if (fraction !== 0) this.#fraction(fraction, decimals);
  }

  /** Any finite number in the notation of JavaScript. */
  number(value: number): void {
    if (Number.isSafeInteger(value)) this.scaled(value, 0);
    else this.text(String(value));
  }

  /** ISO 8601 in UTC with milliseconds and `Z`, like `Date.prototype.toISOString`. */
  iso(timeMs: number): void {
    const day = Math.floor(timeMs / DAY_MS);
    if (day !== this.#day && !this.#enterDay(day)) {
      this.text(new Date(timeMs).toISOString());
      return;
    }
    this.#reserve(ISO_MAX_BYTES);
    this.put(this.#date);
    const ofDayMs = (timeMs - day * DAY_MS) | 0;
    const seconds = (ofDayMs / 1000) | 0;
    const minutes = (seconds / 60) | 0;
    const hour = (minutes / 60) | 0;
    const ms = ofDayMs - seconds * 1000;
    const tenths = (ms / 10) | 0;
    const view = this.#view;
    const at = this.#at;
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
    this.#at = at + 14;
  }

  /** Caches the date of a day; false for years that need more than four digits. */
  #enterDay(day: number): boolean {
    const date = new Date(day * DAY_MS);
    const year = date.getUTCFullYear();
    if (!(year >= 0 && year <= 9999)) return false;
    this.#date = encodeText(date.toISOString().slice(0, 10));
    this.#day = day;
    return true;
  }

  #digits(value: number): void {
    if (value < 1000) {
      this.#view.setUint32(this.#at, WHOLE_NUMBERS.words[value]!, true);
      this.#at += WHOLE_NUMBERS.lengths[value]!;
    } else if (value <= 0x7fffffff) this.#fixed(value | 0, lengthOf(value));
    else {
      const high = Math.floor(value / 1e9);
      this.#digits(high);
      this.#fixed((value - high * 1e9) | 0, 9);
    }
  }

  /** The decimals of a number, which are not all zero. */
  #fraction(fraction: number, decimals: Decimals): void {
    const rest = fraction | 0;
    const first = decimals === 7 ? (rest / 10_000) | 0 : decimals === 2 ? rest * 10 : rest;
    const last = decimals === 7 ? rest - first * 10_000 : 0;
    this.#view.setUint32(this.#at, DECIMALS_3.words[first]!, true);
    if (last === 0) this.#at += DECIMALS_3.lengths[first]!;
    else {
      this.#view.setUint32(this.#at + 4, DECIMALS_4.words[last]!, true);
      this.#at += 4 + DECIMALS_4.lengths[last]!;
    }
  }

  /** Exactly `length` digits, padded with zeros. */
  #fixed(value: number, length: number): void {
    const view = this.#view;
    const start = this.#at;
    let rest = value | 0;
    let at = start + length;
    this.#at = at;
    while (at - start >= 2) {
      const quotient = (rest / 100) | 0;
      at -= 2;
      setPair(view, at, rest - quotient * 100);
      rest = quotient;
    }
    if (at > start) view.setUint8(start, ZERO + rest);
  }

  #reserve(length: number): void {
    if (this.#at + length > this.#buffer.length) this.#grow(length);
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + length));
    grown.set(this.#buffer.subarray(0, this.#at));
    this.#buffer = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** The two digits of every number below 100. */
const PAIRS = encodeText(Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, "0")).join("")).padded;

function setPair(view: DataView, at: number, pair: number): void {
  view.setUint16(at, PAIRS.getUint16(pair * 2, true), true);
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
