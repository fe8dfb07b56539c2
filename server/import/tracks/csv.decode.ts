import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { textSlicesOf } from "./byte.slices.ts";
import { type Columns, columnsOfHeader, type Quantity } from "./csv.columns.ts";
import { createCsvScanner } from "./csv.scanner.ts";
import { parseTime } from "./iso.time.ts";
import { courseCdeg, e7, isMeasure, milli } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

/**
 * Tables: AirData, our own exports of telemetry, and others whose headers say what a column is. Rows of several operations
 * are a flight each. Where there are milliseconds since the start beside a clock of whole seconds, the former count.
 */
export const decodeCsv: TrackDecoder = async (chunks, sink, options) => {
  const scanner = createCsvScanner();
  let read: ((row: readonly string[]) => UaPoint) | undefined;
  let track: number | undefined;

  function take(rows: readonly (readonly string[])[]): void {
    for (const row of rows) {
      if (read !== undefined) {
        if (track !== undefined) {
          const name = row[track] ?? "";
          sink.enter(name);
          if (name !== "") sink.describe({ name });
        }
        sink.add(read(row));
        continue;
      }
      const { columns, vague } = columnsOfHeader(row);
      if (columns.latitude === undefined || columns.longitude === undefined) {
        throw new UnreadableFileError("The table has no columns of latitude and longitude in its first row.");
      }
      for (const name of vague)
        sink.note(`The column \`${name}\` does not say what the height is above: it is left out.`);
      read = rowReader(columns, options.receivedMs, options.startMs);
      track = columns.track?.index;
      scanner.pick(new Set(Object.values(columns).map(({ index }) => index)));
      if (columns.time === undefined && columns.elapsedMs !== undefined) sink.describe({ times: "elapsed" });
    }
  }

  for await (const text of textSlicesOf(chunks, options)) take(scanner.push(text));
  take(scanner.end());
};

function rowReader(columns: Columns, receivedMs: number, startMs: number): (row: readonly string[]) => UaPoint {
  const number = (row: readonly string[], quantity: Quantity): number => {
    const column = columns[quantity];
    const cell = column === undefined ? undefined : row[column.index];
    if (cell === undefined || cell === "") return Number.NaN;
    const value = Number(cell.includes(",") ? cell.replace(",", ".") : cell);
    return value === 0 && cell.trim() === "" ? Number.NaN : value * column!.factor;
  };
  /** Time at which the milliseconds since the start were 0. */
  let zeroMs = Number.NaN;

  function timeOf(row: readonly string[]): number {
    const said = columns.time === undefined ? undefined : clockOf(row[columns.time.index] ?? "");
    if (columns.elapsedMs === undefined) return said ?? Number.NaN;
    const elapsedMs = number(row, "elapsedMs");
    if (Number.isNaN(zeroMs)) zeroMs = columns.time === undefined ? startMs : (said ?? Number.NaN) - elapsedMs;
    return Math.round(zeroMs + elapsedMs);
  }

  return (row) => {
    const [north, east, down] = [number(row, "north"), number(row, "east"), number(row, "down")];
    const up = columns.up === undefined ? -down : number(row, "up");
    const isMoving = east !== 0 || north !== 0;
    const course =
      columns.course === undefined && isMoving ? (Math.atan2(east, north) * 180) / Math.PI : number(row, "course");
    const speed = columns.speed === undefined ? Math.hypot(east, north) : number(row, "speed");
    const pressureHpa = number(row, "airPressure");
    const state = columns.state === undefined ? "" : (row[columns.state.index] ?? "");
    return {
      ...EMPTY_POINT,
      timeMs: timeOf(row),
      receivedMs,
      operationalState: state === "" ? "airborne" : state,
      latitudeE7: e7(number(row, "latitude")),
      longitudeE7: e7(number(row, "longitude")),
      horizontalAccuracyMm: milli(number(row, "horizontalAccuracy")),
      altitudeMslMm: milli(number(row, "msl")),
      altitudeMslAccuracyMm: milli(number(row, "mslAccuracy")),
      altitudeWgs84Mm: milli(number(row, "wgs84")),
      altitudeWgs84AccuracyMm: milli(number(row, "wgs84Accuracy")),
      altitudeAglMm: milli(number(row, "agl")),
      altitudeAtoMm: milli(number(row, "ato")),
      heightAccuracyMm: milli(number(row, "heightAccuracy")),
      altitudePressureMm: milli(number(row, "pressureAltitude")),
      headingCdeg: courseCdeg(course),
      horizontalSpeedMmps: milli(speed),
      verticalSpeedMmps: milli(columns.climb === undefined ? up : number(row, "climb")),
      velocityEastMmps: milli(east),
      velocityNorthMmps: milli(north),
      velocityUpMmps: milli(up),
      speedAccuracyMmps: milli(number(row, "speedAccuracy")),
      airPressurePa: isMeasure(pressureHpa) ? Math.round(pressureHpa * 100) : null,
    };
  };
}

const EPOCH = /^\d{9,13}(?:\.\d+)?$/;

/** A date and time, or seconds or milliseconds since 1970. */
function clockOf(cell: string): number {
  const text = cell.trim();
  if (!EPOCH.test(text)) return parseTime(text);
  const value = Number(text);
  return value < 1e11 ? Math.round(value * 1000) : Math.round(value);
}
