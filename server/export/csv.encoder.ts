import type { TrackOrigin } from "../kernel/telemetry.ts";
import { encodeText, type EncodedText } from "./byte-writer.ts";
import { createOriginEncoder, originOf, type RecordWriter, type SliceEncoder } from "./slice-encoder.ts";
import { csvText } from "./text-escaping.ts";

export type CsvWriter<P> = RecordWriter<P> & { readonly columns: readonly string[] };

/** The columns of sensor and operation, which are adjacent in every record. */
export function csvIds(origin: TrackOrigin): EncodedText {
  return encodeText(`,${csvText(origin.sensorId)},${csvText(origin.operationId ?? "")}`);
}

/**
 * RFC 4180 in UTF-8 without a byte order mark: CRLF after every row, always a header row. Columns are the fields of the
 * API record, flattened, in its units; an unknown value is empty. Text that a spreadsheet would execute is escaped
 * (`csvText`).
 */
export function csvEncoder<P>(writer: CsvWriter<P>): SliceEncoder<P> {
  const idsOf = createOriginEncoder(writer.encodeIds);
  const lineEnd = encodeText("\r\n");
  return {
    begin: (out) => out.text(`${writer.columns.join(",")}\r\n`),
    points: (out, slice) => {
      let track = Number.NaN;
      let ids = lineEnd;
      for (const point of slice.points) {
        if (point.track !== track) {
          track = point.track;
          ids = idsOf(originOf(slice, track));
        }
        writer.write(out, point, ids);
        out.put(lineEnd);
      }
    },
    end: () => undefined,
  };
}
