const DAY_MS = 86_400_000;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const T = 84;
const Z = 90;

/** Longest text of one number: sign, 16 digits of a safe integer, point, leading zeros of a fraction. */
const NUMBER_ROOM = 32;
const ISO_ROOM = 32;
/** Up to this length copying word by word beats the call into `TypedArray.prototype.set`. */
const WORD_COPY_MAX = 64;
const WORD = 4;
/** Up to this length a loop beats the same call for bytes. */
const LOOP_COPY_MAX = 48;

/** Text made ready to be written many times: its UTF-8, also as little-endian words, the last one padded with zeros. */
export type EncodedText = {
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
};

const utf8 = new TextEncoder();

export function encodeText(text: string): EncodedText {
  const bytes = utf8.encode(text);
  const words = new Int32Array(Math.ceil(bytes.length / WORD));
  const view = new DataView(words.buffer);
  bytes.forEach((byte, index) => view.setUint8(index, byte));
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(i * WORD, true);
  return { length: bytes.length, bytes, words };
}

/**
 * Text as bytes in one reused buffer that grows when a slice needs more. Digits are written by arithmetic, because a
 * string per value is what makes an export slow. `take` hands out a copy, so that a chunk that waits in a socket's queue
 * is never overwritten: copying 200 records costs 1 % of encoding them.
 */
export class ByteWriter {
  #buffer: Uint8Array;
  #view: DataView;
  #at = 0;
  #day = Number.NaN;
  readonly #date = new Uint8Array(10);

  constructor(capacity = 256 * 1024) {
    this.#buffer = new Uint8Array(capacity);
    this.#view = new DataView(this.#buffer.buffer);
  }

  get length(): number {
    return this.#at;
  }

  /** What was written since the last `take`, as a copy of the caller's own; the writer is empty afterwards. */
  take(): Uint8Array {
    const chunk = Buffer.allocUnsafeSlow(this.#at);
    chunk.set(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
    return chunk;
  }

  /** Takes back what was written since the writer had this length. */
  rewind(length: number): void {
    this.#at = length;
  }

  /** Drops everything before `start`. */
  keepFrom(start: number): void {
    this.#buffer.copyWithin(0, start, this.#at);
    this.#at -= start;
  }

  byte(value: number): void {
    if (this.#at === this.#buffer.length) this.#grow(1);
    this.#buffer[this.#at++] = value;
  }

  put(encoded: EncodedText): void {
    const { length } = encoded;
    if (this.#at + length + WORD > this.#buffer.length) this.#grow(length + WORD);
    let at = this.#at;
    if (length <= WORD_COPY_MAX) {
      const view = this.#view;
      const words = encoded.words;
      for (let i = 0; i < words.length; i++, at += WORD) view.setInt32(at, words[i]!, true);
    } else this.#buffer.set(encoded.bytes, at);
    this.#at += length;
  }

  /** For rare text; repeated text is encoded once and `put`. */
  text(text: string): void {
    const bytes = utf8.encode(text);
    if (this.#at + bytes.length > this.#buffer.length) this.#grow(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Appends what `source` holds from `start` to `end`. */
  copyFrom(source: ByteWriter, start: number, end: number): void {
    const length = end - start;
    if (this.#at + length > this.#buffer.length) this.#grow(length);
    const from = source.#buffer;
    if (length <= LOOP_COPY_MAX) for (let i = start; i < end; i++) this.#buffer[this.#at++] = from[i]!;
    else {
      this.#buffer.set(from.subarray(start, end), this.#at);
      this.#at += length;
    }
  }

  /** `value` ÷ 10^`decimals` as a plain decimal, exact and without trailing zeros; `value` is a safe integer. */
  scaled(value: number, decimals: number): void {
    if (this.#at + NUMBER_ROOM > this.#buffer.length) this.#grow(NUMBER_ROOM);
    let rest = value;
    if (rest < 0) {
      this.#buffer[this.#at++] = MINUS;
      rest = -rest;
    }
    const scale = POWERS_OF_TEN[decimals]!;
    const whole = rest <= 0x7fffffff ? (rest / scale) | 0 : Math.floor(rest / scale);
    this.#digits(whole);
    const fraction = rest - whole * scale;
    if (fraction !== 0) this.#fraction(fraction, decimals);
  }

  /** Any finite number as JavaScript writes it. */
  number(value: number): void {
    if (Number.isSafeInteger(value)) this.scaled(value, 0);
    else this.text(String(value));
  }

  /** ISO 8601 in UTC with milliseconds and `Z`, as `Date.prototype.toISOString` writes it. */
  iso(timeMs: number): void {
    const day = Math.floor(timeMs / DAY_MS);
    if (day !== this.#day && !this.#enterDay(day)) {
      this.text(new Date(timeMs).toISOString());
      return;
    }
    if (this.#at + ISO_ROOM > this.#buffer.length) this.#grow(ISO_ROOM);
    const buffer = this.#buffer;
    let at = this.#at;
    const date = this.#date;
    for (let i = 0; i < 10; i++) buffer[at++] = date[i]!;
    const ofDayMs = (timeMs - day * DAY_MS) | 0;
    const seconds = (ofDayMs / 1000) | 0;
    const minutes = (seconds / 60) | 0;
    const hour = (minutes / 60) | 0;
    const minute = minutes - hour * 60;
    const second = seconds - minutes * 60;
    const ms = ofDayMs - seconds * 1000;
    const tenths = (ms / 10) | 0;
    buffer[at++] = T;
    buffer[at++] = TENS[hour]!;
    buffer[at++] = ONES[hour]!;
    buffer[at++] = COLON;
    buffer[at++] = TENS[minute]!;
    buffer[at++] = ONES[minute]!;
    buffer[at++] = COLON;
    buffer[at++] = TENS[second]!;
    buffer[at++] = ONES[second]!;
    buffer[at++] = POINT;
    buffer[at++] = TENS[tenths]!;
    buffer[at++] = ONES[tenths]!;
    buffer[at++] = ZERO + ms - tenths * 10;
    buffer[at++] = Z;
    this.#at = at;
  }

  /** Keeps the date of a day; false for years that four digits do not hold. */
  #enterDay(day: number): boolean {
    const date = new Date(day * DAY_MS);
    const year = date.getUTCFullYear();
    if (!(year >= 0 && year <= 9999)) return false;
    utf8.encodeInto(date.toISOString().slice(0, 10), this.#date);
    this.#day = day;
    return true;
  }

  #digits(value: number): void {
    if (value < 100) {
      if (value >= 10) this.#buffer[this.#at++] = TENS[value]!;
      this.#buffer[this.#at++] = ONES[value]!;
    } else if (value <= 0x7fffffff) this.#fixed(value | 0, lengthOf(value));
    else {
      const high = Math.floor(value / 1e9);
      this.#digits(high);
      this.#fixed((value - high * 1e9) | 0, 9);
    }
  }

  #fraction(fraction: number, decimals: number): void {
    let rest = fraction | 0;
    let length = decimals;
    for (let shorter = (rest / 10) | 0; shorter * 10 === rest; shorter = (rest / 10) | 0) {
      rest = shorter;
      length--;
    }
    this.#buffer[this.#at++] = POINT;
    this.#fixed(rest, length);
  }

  /** Exactly `length` digits, zeros first. */
  #fixed(value: number, length: number): void {
    const buffer = this.#buffer;
    let rest = value | 0;
    let at = this.#at + length;
    this.#at = at;
    let left = length;
    while (left >= 2) {
      const quotient = (rest / 100) | 0;
      const pair = rest - quotient * 100;
      buffer[--at] = ONES[pair]!;
      buffer[--at] = TENS[pair]!;
      rest = quotient;
      left -= 2;
    }
    if (left === 1) buffer[--at] = ZERO + rest;
  }

  #grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + more));
    grown.set(this.#buffer.subarray(0, this.#at));
    this.#buffer = grown;
    this.#view = new DataView(grown.buffer);
  }
}

const POWERS_OF_TEN = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);
const TENS = Uint8Array.from({ length: 100 }, (_, pair) => ZERO + Math.floor(pair / 10));
const ONES = Uint8Array.from({ length: 100 }, (_, pair) => ZERO + (pair % 10));

function lengthOf(value: number): number {
  if (value < 10_000) return value < 1000 ? 3 : 4;
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  if (value < 100_000_000) return value < 10_000_000 ? 7 : 8;
  return value < 1_000_000_000 ? 9 : 10;
}
