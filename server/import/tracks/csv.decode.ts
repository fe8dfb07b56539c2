import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { courseCdeg, satellitesOf, voltsOf } from "../../kernel/measured-values.ts";
import { textSlicesOf } from "./byte.slices.ts";
import { type Column, type Columns, columnsOfHeader, type Quantity } from "./csv.columns.ts";
import { createCsvScanner } from "./csv.scanner.ts";
import type { LogState } from "./log.states.ts";
import { e7, isMeasure, toThousandths } from "./point.units.ts";
import { createTableTimes } from "./table.times.ts";
import { NO_POSITION_COLUMNS } from "./track.format.ts";
import type { FlightTimes, TrackDecoder, TrackOptions, TrackSink } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

/**
 * Tables: AirData, our own exports of telemetry, PhantomHelp and CsvView, and others with recognisable headers. Each
 * operation in a table becomes a flight. Milliseconds since the start take precedence over a clock of whole seconds.
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
    throw new UnreadableFileError(NO_POSITION_COLUMNS);
  }
  for (const name of vague) sink.note(`The column \`${name}\` does not say what the height is above: it is left out.`);
  for (const name of unknownUnit) sink.note(`The unit of the column \`${name}\` is not known: it is left out.`);
  const times = createTableTimes(header, options);
  const pointOf = rowReader(columns, options.receivedMs);
  const hasStates = columns.batteryV !== undefined || columns.satellites !== undefined;
  const stateOf = stateReader(columns);
  const describeAircraft = createAircraftReader(columns, sink);
  let knownTimes: FlightTimes | undefined;
  let knownTrack: string | undefined;

  return {
    picked: new Set(Object.values(columns).map(({ index }) => index)),
    take(cells) {
      const point = pointOf(cells, times.timeOf(cells));
      const found = times.times();
      const track = columns.track === undefined ? undefined : textOf(cells, columns.track);
      if (track !== knownTrack || found !== knownTimes) {
        if (track !== undefined) sink.enter(track);
        sink.describe({ ...(track && { name: track }), ...(found && { times: found }) });
      }
      knownTrack = track;
      knownTimes = found;
      describeAircraft(cells);
      sink.add(point);
      if (hasStates) sink.addState(stateOf(cells, point.timeMs));
    },
    end: times.end,
  };
}

/** Describes the aircraft and its home to the sink when they change. */
function createAircraftReader(columns: Columns, sink: TrackSink): (cells: readonly string[]) => void {
  const { aircraftName, serialNumber, homeLatitude, homeLongitude } = columns;
  const used = [aircraftName, serialNumber, homeLatitude, homeLongitude].filter((column) => column !== undefined);
  let known: readonly string[] = [];
  return (cells) => {
    if (used.every(({ index }, at) => cells[index] === known[at])) return;
    known = used.map(({ index }) => cells[index] ?? "");
    const [name, serial] = [textOf(cells, aircraftName), textOf(cells, serialNumber)];
    const [latitude, longitude] = [Number(textOf(cells, homeLatitude)), Number(textOf(cells, homeLongitude))];
    const isHome = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
    sink.describe({
      ...(name !== "" && { aircraftName: name }),
      ...(serial !== "" && { serialNumber: serial }),
      ...(isHome && { home: { latitude, longitude } }),
    });
  };
}

/** The text of a cell; empty where the table has no such column or the row ends before it. */
function textOf(row: readonly string[], column: Column | undefined): string {
  // `row[-1]` would give the same, but V8 looks a negative index up as a property name, which is slow.
  return column === undefined ? "" : (row[column.index] ?? "").trim();
}

function stateReader({ batteryV, satellites }: Columns): (row: readonly string[], timeMs: number) => LogState {
  const number = (row: readonly string[], column: Column | undefined): number => {
    const text = textOf(row, column);
    return text === "" ? Number.NaN : Number(text.replace(",", "."));
  };
  return (row, timeMs) => ({
    timeMs,
    batteryV: voltsOf(number(row, batteryV)),
    satellites: satellitesOf(number(row, satellites)),
  });
}

function rowReader(columns: Columns, receivedMs: number): (row: readonly string[], timeMs: number) => UaPoint {
  const number = (row: readonly string[], quantity: Quantity): number => {
    const column = columns[quantity];
    const cell = column === undefined ? undefined : row[column.index];
    if (cell === undefined || cell === "") return Number.NaN;
    const value = Number(cell.includes(",") ? cell.replace(",", ".") : cell);
    return value === 0 && cell.trim() === "" ? Number.NaN : value * column!.factor;
  };

  return (row, timeMs) => {
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
      timeMs,
      receivedMs,
      operationalState: state === "" ? stateOfGround(textOf(row, columns.ground)) : state,
      latitudeE7: e7(number(row, "latitude")),
      longitudeE7: e7(number(row, "longitude")),
      horizontalAccuracyMm: toThousandths(number(row, "horizontalAccuracy")),
      altitudeMslMm: toThousandths(number(row, "msl")),
      altitudeMslAccuracyMm: toThousandths(number(row, "mslAccuracy")),
      altitudeWgs84Mm: toThousandths(number(row, "wgs84")),
      altitudeWgs84AccuracyMm: toThousandths(number(row, "wgs84Accuracy")),
      altitudeAglMm: toThousandths(number(row, "agl")),
      altitudeAtoMm: toThousandths(number(row, "ato")),
      heightAccuracyMm: toThousandths(number(row, "heightAccuracy")),
      altitudePressureMm: toThousandths(number(row, "pressureAltitude")),
      headingCdeg: courseCdeg(course),
      horizontalSpeedMmps: toThousandths(speed),
      verticalSpeedMmps: toThousandths(columns.climb === undefined ? up : number(row, "climb")),
      velocityEastMmps: toThousandths(east),
      velocityNorthMmps: toThousandths(north),
      velocityUpMmps: toThousandths(up),
      speedAccuracyMmps: toThousandths(number(row, "speedAccuracy")),
      airPressurePa: isMeasure(pressureHpa) ? Math.round(pressureHpa * 100) : null,
    };
  };
}

const ON_GROUND = /^(ground|true|1)$/i;

function stateOfGround(text: string): "grounded" | "airborne" {
  return text !== "" && ON_GROUND.test(text) ? "grounded" : "airborne";
}
