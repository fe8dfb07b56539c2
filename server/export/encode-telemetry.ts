import type { Format } from "../contracts/formats.ts";
import type { TelemetryStream } from "../kernel/handler.ts";
import type { LastPoint, OperatorPoint, Exported, Slice, SystemPoint, UaPoint } from "../kernel/telemetry.ts";
import { type Allocate, ByteWriter } from "./byte-writer.ts";
import { operatorCsv, systemCsv, uaCsv } from "./csv-records.ts";
import { csvEncoder, type CsvWriter } from "./csv.encoder.ts";
import { geojsonEncoder, geojsonSeqEncoder } from "./geojson.encoder.ts";
import { gpxEncoder } from "./gpx.encoder.ts";
import { operatorJson, systemJson, uaJson } from "./json-records.ts";
import { jsonEncoder, ndjsonEncoder } from "./json.encoder.ts";
import { kmlEncoder } from "./kml.encoder.ts";
import { lastCsv, lastJson } from "./last-records.ts";
import {
  lastPlacement,
  operatorPlacement,
  systemPlacement,
  uaPlacement,
  type Placed,
  type Placement,
} from "./placements.ts";
import type { DocumentAbout, RecordWriter, SliceEncoder } from "./slice-encoder.ts";

/** How a document is cut: each chunk but the first and the last has at least so many bytes. */
export type Chunks = { readonly minBytes: number; readonly allocate?: Allocate };

const SMALL_CHUNKS: Chunks = { minBytes: 1 };

export type EncodeTelemetry = (
  stream: TelemetryStream,
  representation: Format,
  about: DocumentAbout,
) => AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

/**
 * A document of all slices, as UTF-8. One chunk per slice, the head together with the first, so that the first byte
 * leaves as soon as there is data; the last chunk ends the document. No slices give a valid empty document. Where
 * that is asked for, slices are gathered into larger chunks.
 *
 * A chunk belongs to the caller (it is a copy). The next slice is asked for only when the next chunk is, so that
 * awaiting `drain` between chunks holds the reader back; returning early closes the slices. A failing stream throws
 * and leaves the document without its end.
 *
 * GPX and KML group points by track: give them tracks one after the other. Interleaved tracks stay correct but break
 * into as many segments as there are changes.
 */
export function encodeTelemetry(
  stream: TelemetryStream,
  representation: Format,
  about: DocumentAbout,
  chunks: Chunks = SMALL_CHUNKS,
): ReturnType<EncodeTelemetry> {
  if (stream.record === "ua") return encode(stream.slices, encoderOf(UA, representation, about), chunks);
  if (stream.record === "operator") return encode(stream.slices, encoderOf(OPERATOR, representation, about), chunks);
  if (stream.record === "system") return encode(stream.slices, encoderOf(SYSTEM, representation, about), chunks);
  return encode(stream.slices, encoderOf(LAST, representation, about), chunks);
}

async function* encode<P>(slices: AsyncIterable<Slice<P>>, encoder: SliceEncoder<P>, chunks: Chunks) {
  const out = new ByteWriter(undefined, chunks.allocate);
  encoder.begin(out);
  let least = 1;
  for await (const slice of slices) {
    encoder.points(out, slice);
    if (out.length < least) continue;
    yield out.take();
    least = chunks.minBytes;
  }
  encoder.end(out);
  if (out.length > 0) yield out.take();
}

/** Everything that the encoders know of one kind of record. */
type RecordForms<P extends Placed> = {
  readonly json: () => RecordWriter<P>;
  readonly csv: () => CsvWriter<P>;
  readonly placement: Placement<P>;
};

const UA: RecordForms<Exported<UaPoint>> = { json: uaJson, csv: uaCsv, placement: uaPlacement };
const OPERATOR: RecordForms<Exported<OperatorPoint>> = {
  json: operatorJson,
  csv: operatorCsv,
  placement: operatorPlacement,
};
const SYSTEM: RecordForms<Exported<SystemPoint>> = {
  json: systemJson,
  csv: systemCsv,
  placement: systemPlacement,
};

const LAST: RecordForms<LastPoint> = { json: lastJson, csv: lastCsv, placement: lastPlacement };

function encoderOf<P extends Placed>(
  forms: RecordForms<P>,
  representation: Format,
  about: DocumentAbout,
): SliceEncoder<P> {
  const encoders: Readonly<Record<Format, () => SliceEncoder<P>>> = {
    json: () => jsonEncoder(forms.json()),
    ndjson: () => ndjsonEncoder(forms.json()),
    csv: () => csvEncoder(forms.csv()),
    gpx: () => gpxEncoder(forms.placement, about),
    kml: () => kmlEncoder(forms.placement, about),
    geojson: () => geojsonEncoder(forms.placement),
    geojsonseq: () => geojsonSeqEncoder(forms.placement),
  };
  return encoders[representation]();
}
