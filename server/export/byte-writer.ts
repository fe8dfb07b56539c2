import type { RecordParts } from "./record-parts.ts";
import { type Decimals, writeScaled, writeTimeOfDay } from "./digits.ts";

const DAY_MS = 86_400_000;

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
 * because one string per value makes an export slow. What `take` returns is never overwritten, so that it may wait in a
 * socket's queue.
 */
export class ByteWriter {
  #buffer!: Uint8Array<ArrayBuffer>;
  #view!: DataView;
  #at = 0;
  #day = Number.NaN;
  #date = encodeText("");

  readonly #allocate: Allocate;
  readonly #handsOver: boolean;

  /** With a way to allocate memory, that of the writer itself is allocated in it, too, and handed over when it is full. */
  constructor(capacity = 256 * 1024, allocate?: Allocate) {
    this.#allocate = allocate ?? ((length) => Buffer.allocUnsafeSlow(length));
    this.#handsOver = allocate !== undefined;
    this.#setBuffer(this.#handsOver ? this.#allocate(capacity) : new Uint8Array(capacity));
  }

  get length(): number {
    return this.#at;
  }

  /**
   * Returns what was written since the last `take`, and empties the writer. What is nearly as long as the writer's memory
   * is returned with it, instead of a copy.
   */
  take(): Uint8Array<ArrayBuffer> {
    const length = this.#at;
    this.#at = 0;
    if (this.#handsOver && length > this.#buffer.length / 2) {
      const chunk = this.#buffer.subarray(0, length);
      this.#setBuffer(this.#allocate(this.#buffer.length));
      return chunk;
    }
    const chunk = this.#allocate(length);
    chunk.set(this.#buffer.subarray(0, length));
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

  /** Goes on at a whole word; returns the length. */
  align(): number {
    this.#reserve(WORD);
    this.#at = Math.ceil(this.#at / WORD) * WORD;
    return this.#at;
  }

  /** Copies everything written since the last `take` into memory for texts of a record, and empties the writer. */
  takeTexts(memory: DataView | undefined): DataView {
    const texts =
      memory !== undefined && memory.byteLength >= this.#at ? memory : new DataView(new ArrayBuffer(this.#at));
    for (let at = 0; at < this.#at; at += WORD) texts.setFloat64(at, this.#view.getFloat64(at, true), true);
    this.#at = 0;
    return texts;
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
    this.#at = writeScaled(this.#view, this.#at, value, decimals);
  }

  /** The record at a place of its columns. */
  record({ texts, parts, end, textBytes }: RecordParts, at: number): void {
    this.#reserve(textBytes + (parts.length + 1) * NUMBER_MAX_BYTES);
    for (let index = 0; index < parts.length; index++) {
      const { start, length, values, decimals } = parts[index]!;
      this.#copy(texts, start, length);
      const value = values[at]!;
      if (decimals === undefined) this.iso(value);
      else this.#at = writeScaled(this.#view, this.#at, value, decimals);
    }
    this.#copy(texts, end.start, end.length);
  }

  /** Copies whole words, up to seven bytes too many; there is room for them. */
  #copy(texts: DataView, start: number, length: number): void {
    const view = this.#view;
    const at = this.#at;
    for (let i = 0; i < length; i += WORD) view.setFloat64(at + i, texts.getFloat64(start + i, true), true);
    this.#at = at + length;
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
    this.#at = writeTimeOfDay(this.#view, this.#at, ofDayMs);
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

  #reserve(length: number): void {
    if (this.#at + length > this.#buffer.length) this.#grow(length);
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + length));
    grown.set(this.#buffer.subarray(0, this.#at));
    this.#setBuffer(grown);
  }

  #setBuffer(buffer: Uint8Array<ArrayBuffer>): void {
    this.#buffer = buffer;
    this.#view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  }
}
