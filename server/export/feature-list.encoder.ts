import type { FormatOf, MapFormat } from "../contracts/formats.ts";
import type { MapFeature } from "../kernel/map-feature.ts";
import { ByteWriter } from "./byte-writer.ts";
import { createTrackLineWriter } from "./geojson-lines.ts";

/** The formats of lists that are drawn on maps. */
export type FeatureFormat = FormatOf<"operation_list" | "flight_list"> & MapFormat;

type Framing = {
  readonly begin: string;
  readonly beforeFirst: string;
  readonly beforeOthers: string;
  readonly after: string;
  readonly end: string;
};

/** A `FeatureCollection` (RFC 7946), or its features each between a record separator and a line feed (RFC 8142). */
const FRAMINGS: Readonly<Record<FeatureFormat, Framing>> = {
  geojson: {
    begin: '{"type":"FeatureCollection","features":[',
    beforeFirst: "\n",
    beforeOthers: ",\n",
    after: "",
    end: "\n]}\n",
  },
  geojsonseq: { begin: "", beforeFirst: "\u001e", beforeOthers: "\u001e", after: "\n", end: "" },
};

/** Small features share a chunk; a long track is sent in several. */
const CHUNK_BYTES = 16 * 1024;

/**
 * Encodes features as one document, a slice of a track at a time. The next slice is requested only with the next chunk,
 * so awaiting `drain` between chunks slows down the reader; returning early closes it.
 */
export async function* encodeFeatures(
  features: readonly MapFeature[],
  format: FeatureFormat,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { begin, beforeFirst, beforeOthers, after, end } = FRAMINGS[format];
  const out = new ByteWriter();
  out.text(begin);
  let before = beforeFirst;
  for (const feature of features) {
    out.text(`${before}{"type":"Feature","id":${JSON.stringify(feature.id)},"geometry":`);
    before = beforeOthers;
    yield* encodeShape(out, feature.shape);
    out.text(`,"properties":${JSON.stringify(feature.properties)}}${after}`);
    if (out.length >= CHUNK_BYTES) yield out.take();
  }
  out.text(end);
  if (out.length > 0) yield out.take();
}

async function* encodeShape(
  out: ByteWriter,
  shape: MapFeature["shape"],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  if (shape.kind === "geometry") return out.text(JSON.stringify(shape.geometry));
  let lines: ReturnType<typeof createTrackLineWriter> | undefined;
  for await (const points of shape.points) {
    for (const point of points) {
      if (lines === undefined) {
        lines = createTrackLineWriter(out);
        out.text('{"type":"MultiLineString","coordinates":[');
      }
      lines.add(point);
    }
    if (out.length >= CHUNK_BYTES) yield out.take();
  }
  lines?.finish();
  out.text(lines === undefined ? "null" : "]}");
}
