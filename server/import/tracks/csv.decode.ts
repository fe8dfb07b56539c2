import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { textSlicesOf } from "./byte.slices.ts";
import { type Columns, columnsOfHeader, type Quantity } from "./csv.columns.ts";
import { createCsvScanner } from "./csv.scanner.ts";
import { courseCdeg, e7, isMeasure, milli } from "./point.units.ts";
import { createTableTimes } from "./table.times.ts";
import type { FlightTimes, TrackDecoder, TrackOptions, TrackSink } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

/**
 * Tables: AirData, our own exports of telemetry, PhantomHelp and CsvView, and others whose headers say what a column is.
 * Rows of several operations are a flight each. Where there are milliseconds since the start beside a clock of whole
 * seconds, the former count.
 */
export const decodeCsv: TrackDecoder = async (chunks, sink, options) => {
  const scanner = createCsvScanner();
  let table: Table | undefined;

  function take(rows: readonly (readonly string[])[]): void {
    for (const row of rows) {
      if (table === undefined) {
        table = openTable(row, sink, options);
        scanner.pick(table.picked);
      } else table.take(row);
    }
  }

  for await (const text of textSlicesOf(chunks, options)) take(scanner.push(text));
  take(scanner.end());
  table?.end();
};

type Table = {
  readonly picked: ReadonlySet<number>;
  readonly take: (row: readonly string[]) => void;
  readonly end: () => void;
};

function openTable(row: readonly string[], sink: TrackSink, options: TrackOptions): Table {
  const header = columnsOfHeader(row);
  const { columns, vague, unknownUnit } = header;
  if (columns.latitude === undefined || columns.longitude === undefined) {
    throw new UnreadableFileError("The table has no columns of latitude and longitude in its first row.");
  }
  for (const name of vague) sink.note(`The column \`${name}\` does not say what the height is above: it is left out.`);
  for (const name of unknownUnit) sink.note(`The unit of the column \`${name}\` is not known: it is left out.`);
  const times = createTableTimes(header, options);
  const pointOf = rowReader(columns, options.receivedMs);
  const text = (cells: readonly string[], quantity: Quantity) => (cells[columns[quantity]?.index ?? -1] ?? "").trim();
  const describeAircraft = createAircraftReader(text, sink);
  let knownTimes: FlightTimes | undefined;

  return {
    picked: new Set(Object.values(columns).map(({ index }) => index)),
    take(cells) {
      const point = pointOf(cells, times.timeOf(cells));
      const found = times.times();
      if (columns.track !== undefined) {
        const name = text(cells, "track");
        sink.enter(name);
        sink.describe({ ...(name !== "" && { name }), ...(found && { times: found }) });
      } else if (found !== knownTimes) sink.describe({ times: found! });
      knownTimes = found;
      describeAircraft(cells);
      sink.add(point);
    },
    end: times.end,
  };
}

/** Describes the aircraft and its home to the sink when they change. */
function createAircraftReader(text: (cells: readonly string[], quantity: Quantity) => string, sink: TrackSink) {
  let lastKey = "";
  return (cells: readonly string[]): void => {
    const [aircraftName, serialNumber] = [text(cells, "aircraftName"), text(cells, "serialNumber")];
    const [latitude, longitude] = [Number(text(cells, "homeLatitude")), Number(text(cells, "homeLongitude"))];
    const isHome = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
    const key = `${aircraftName} ${serialNumber} ${latitude} ${longitude}`;
    if (key === lastKey) return;
    lastKey = key;
    sink.describe({
      ...(aircraftName !== "" && { aircraftName }),
      ...(serialNumber !== "" && { serialNumber }),
      ...(isHome && { home: { latitude, longitude } }),
    });
  };
}

function rowReader(columns: Columns, receivedMs: number): (row: readonly string[], timeMs: number) => UaPoint {
  const number = (row: readonly string[], quantity: Quantity): number => {
    const column = columns[quantity];
    const cell = column === undefined ? undefined : row[column.index];
    if (cell === undefined || cell === "") return Number.NaN;
    const value = Number(cell.includes(",") ? cell.replace(",", ".") : cell);
    return value === 0 && cell.trim() === "" ? Number.NaN : value * column!.factor;
  };
  const cellOf = (row: readonly string[], quantity: Quantity) => row[columns[quantity]?.index ?? -1] ?? "";

  return (row, timeMs) => {
    const [north, east, down] = [number(row, "north"), number(row, "east"), number(row, "down")];
    const up = columns.up === undefined ? -down : number(row, "up");
    const isMoving = east !== 0 || north !== 0;
    const course =
      columns.course === undefined && isMoving ? (Math.atan2(east, north) * 180) / Math.PI : number(row, "course");
    const speed = columns.speed === undefined ? Math.hypot(east, north) : number(row, "speed");
    const pressureHpa = number(row, "airPressure");
    const state = cellOf(row, "state");
    const isOnGround = ON_GROUND.test(cellOf(row, "ground"));
    return {
      ...EMPTY_POINT,
      timeMs,
      receivedMs,
      operationalState: state === "" ? (isOnGround ? "grounded" : "airborne") : state,
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

const ON_GROUND = /^\s*(ground|true|1)\s*$/i;
