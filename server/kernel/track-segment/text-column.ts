import { constantColumn, isConstantColumn, nullsOf } from "./constant-columns.ts";
import { readIntegers } from "./integer-column.decode.ts";
import { writeIntegers } from "./integer-column.encode.ts";
import { readVarint, type ByteSink, type Reader } from "./segment-bytes.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The few texts that all tracks have, such as states, in their encoding. */
const encodedTexts = new Map<string, Uint8Array>();
const MAX_TEXTS = 100;

function encodedText(text: string): Uint8Array {
  let bytes = encodedTexts.get(text);
  if (bytes !== undefined) return bytes;
  bytes = encoder.encode(text);
  if (encodedTexts.size < MAX_TEXTS) encodedTexts.set(text, bytes);
  return bytes;
}

/** Writes the different texts of a column, and the number of its text for each point; at least one is known. */
export function writeTexts(sink: ByteSink, values: readonly (string | null)[]): void {
  const numbers = new Map<string, number>();
  const places: (number | null)[] = nullsOf(values.length);
  for (let index = 0; index < values.length; index++) {
    const text = values[index]!;
    if (text === null) continue;
    let place = numbers.get(text);
    if (place === undefined) numbers.set(text, (place = numbers.size));
    places[index] = place;
  }
  sink.varint(numbers.size);
  for (const text of numbers.keys()) {
    const bytes = encodedText(text);
    sink.varint(bytes.length);
    sink.append(bytes);
  }
  writeIntegers(sink, places, undefined);
}

export function readTexts(reader: Reader, count: number): readonly (string | null)[] {
  const texts: string[] = [];
  for (let left = readVarint(reader); left > 0; left--) {
    const length = readVarint(reader);
    texts.push(decoder.decode(reader.bytes.subarray(reader.at, reader.at + length)));
    reader.at += length;
  }
  const places = readIntegers(reader, count, () => []);
  if (isConstantColumn(places)) return constantColumn(texts[places[0]!]!, count);
  return places.map((place) => (place === null ? null : texts[place]!));
}
