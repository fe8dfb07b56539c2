import { Buffer } from "node:buffer";
import type { TableWriter } from "../export/table.csv.ts";
import { jsonTextOf } from "../kernel/cached-json.ts";

/** A long list as a JSON array, one slice at a time. */
export async function* jsonArray(
  slices: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let separator = "[";
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    yield Buffer.from(separator + jsonTextOf(slice).slice(1, -1));
    separator = ",";
  }
  yield Buffer.from(separator === "[" ? "[]" : "]");
}

/** A long list as a table, one slice at a time. */
export async function* csvTable(
  slices: AsyncIterable<readonly unknown[]>,
  table: TableWriter,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(table.header);
  for await (const slice of slices) yield Buffer.from(table.rows(slice));
}
