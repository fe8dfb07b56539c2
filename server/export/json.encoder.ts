import { encodeText, type EncodedText } from "./byte-writer.ts";
import { createOriginEncoder, originOf, type RecordWriter, type SliceEncoder } from "./slice-encoder.ts";

type Framing = {
  readonly start: EncodedText;
  readonly beforeFirst: EncodedText;
  readonly between: EncodedText;
  readonly afterEach: EncodedText;
  readonly end: EncodedText;
};

const ARRAY: Framing = {
  start: encodeText("["),
  beforeFirst: encodeText("\n"),
  between: encodeText(",\n"),
  afterEach: encodeText(""),
  end: encodeText("\n]\n"),
};

const LINES: Framing = {
  start: encodeText(""),
  beforeFirst: encodeText(""),
  between: encodeText(""),
  afterEach: encodeText("\n"),
  end: encodeText(""),
};

/** One array (RFC 8259), with one record per line. */
export function jsonEncoder<P>(writer: RecordWriter<P>): SliceEncoder<P> {
  return framedEncoder(writer, ARRAY);
}

/** One record per line, every line ended by LF. */
export function ndjsonEncoder<P>(writer: RecordWriter<P>): SliceEncoder<P> {
  return framedEncoder(writer, LINES);
}

function framedEncoder<P>(writer: RecordWriter<P>, framing: Framing): SliceEncoder<P> {
  const idsOf = createOriginEncoder(writer.encodeIds);
  let before = framing.beforeFirst;
  return {
    begin: (out) => out.put(framing.start),
    points: (out, slice) => {
      let track = Number.NaN;
      let ids = framing.start;
      for (const point of slice.points) {
        if (point.track !== track) {
          track = point.track;
          ids = idsOf(originOf(slice, track));
        }
        out.put(before);
        writer.write(out, point, ids);
        out.put(framing.afterEach);
        before = framing.between;
      }
    },
    end: (out) => out.put(framing.end),
  };
}
