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

/** Minimum size of each chunk except the first and the last, and how their memory is allocated. */
export type Chunks = { readonly minBytes: number; readonly allocate?: Allocate };

const SMALL_CHUNKS: Chunks = { minBytes: 1 };

export type EncodeTelemetry = (
  stream: TelemetryStream,
  representation: Format,
  about: DocumentAbout,
) => AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

/** The same for a document of a person; with several, they alternate. */
export type EncodeDocument = (...parts: [...Parameters<EncodeTelemetry>, owner: string]) => ReturnType<EncodeTelemetry>;

/**
 * Encodes all slices as one UTF-8 document. Each slice becomes a chunk, the first one together with the head, so that
 * the first byte is sent as soon as there is data; the last chunk ends the document. Without slices the document is
 * empty but valid. With `chunks`, slices are gathered into larger chunks.
 *
 * A chunk belongs to the caller (it is a copy). The next slice is requested only with the next chunk, so awaiting
 * `drain` between chunks slows down the reader; returning early closes the slices. If the stream fails, the error is
 * thrown and the document stays without its end.
 *
 * GPX and KML group points by track, so tracks should come one after the other. Interleaved tracks are still correct,
 * but every change starts a new segment.
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
  return encode(stream.slices, encoderOf(LAST, representation, about), chunks, LAST_BYTES);
}

/** Holds the last positions of a hundred aircraft; a buffer for an export takes longer to get than that to fill. */
const LAST_BYTES = 32 * 1024;

/** Room for a chunk and for the slice that makes it long enough, in most formats. */
const SLICE_BYTES = 128 * 1024;

function capacityFor({ minBytes }: Chunks): number | undefined {
  return minBytes > SLICE_BYTES ? minBytes + SLICE_BYTES : undefined;
}

async function* encode<P>(
  slices: AsyncIterable<Slice<P>>,
  encoder: SliceEncoder<P>,
  chunks: Chunks,
  capacity?: number,
) {
  const out = new ByteWriter(capacity ?? capacityFor(chunks), chunks.allocate);
  encoder.begin(out);
  let minBytes = 1;
  for await (const slice of slices) {
    encoder.points(out, slice);
    if (out.length < minBytes) continue;
    yield out.take();
    minBytes = chunks.minBytes;
  }
  encoder.end(out);
  if (out.length > 0) yield out.take();
}

/** All encoders of one kind of record. */
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
