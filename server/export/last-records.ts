import { operationIdOf } from "../kernel/telemetry-records.ts";
import type { LastPoint } from "../kernel/telemetry.ts";
import { encodeText } from "./byte-writer.ts";
import { csvIds, type CsvWriter } from "./csv.encoder.ts";
import { createOriginEncoder, type RecordWriter } from "./slice-encoder.ts";
import { jsonText } from "./text-escaping.ts";

const LATITUDE = encodeText('","latitude":');
const LONGITUDE = encodeText(',"longitude":');
const COMMA = 44;
const CLOSE_OBJECT = 125;

const LAST_COLUMNS = ["timestamp", "sensor_id", "operation_id", "latitude", "longitude"] as const;

/** The output is, byte for byte, JSON.stringify of the record in kernel/telemetry-records.ts. */
export function lastJson(): RecordWriter<LastPoint> {
  return {
    encodeIds,
    write: (out, point, ids) => {
      out.put(ids);
      out.iso(point.timeMs);
      out.put(LATITUDE);
      out.scaled(point.latitudeE7, 7);
      out.put(LONGITUDE);
      out.scaled(point.longitudeE7, 7);
      out.byte(CLOSE_OBJECT);
    },
  };
}

/** Kept beyond one document: the overviews are requested every few seconds, and usually contain the same tracks. */
const encodeIds = createOriginEncoder((origin) =>
  encodeText(
    `{"operation_id":${jsonText(operationIdOf(origin))},"sensor_id":${jsonText(origin.sensorId)},"timestamp":"`,
  ),
);

export function lastCsv(): CsvWriter<LastPoint> {
  return {
    columns: LAST_COLUMNS,
    encodeIds: csvIds,
    write: (out, point, ids) => {
      out.iso(point.timeMs);
      out.put(ids);
      out.byte(COMMA);
      out.scaled(point.latitudeE7, 7);
      out.byte(COMMA);
      out.scaled(point.longitudeE7, 7);
    },
  };
}
