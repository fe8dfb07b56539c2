import { constantColumn, isConstantColumn } from "./constant-columns.ts";
import { readIntegers } from "./integer-column.decode.ts";
import { writeIntegers } from "./integer-column.encode.ts";
import { readVarint, type ByteSink, type Reader } from "./segment-bytes.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes the different texts of a column, and the number of its text for each point; at least one is known. */
export function writeTexts(sink: ByteSink, values: readonly (string | null)[]): void {
  const numbers = new Map<string, number>();
  const places = values.map((text) => {
    if (text === null) return null;
    const place = numbers.get(text) ?? numbers.size;
    numbers.set(text, place);
    return place;
  });
  sink.varint(numbers.size);
  for (const text of numbers.keys()) {
    const bytes = encoder.encode(text);
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
