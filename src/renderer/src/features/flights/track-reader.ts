import type { LatLon } from "../../tracks/mercator.ts";
import type { HeightReference, TrackSeries } from "./track-series.ts";

const COLUMNS = [
  "time",
  "location_lat",
  "location_lon",
  "velocity_x",
  "velocity_y",
  "height",
  "geo_altitude",
  "altitude",
  "derived",
] as const;
type Column = (typeof COLUMNS)[number];

/** The columns with heights, best first. */
const HEIGHTS: readonly { readonly reference: HeightReference; readonly column: Column }[] = [
  { reference: "ATO", column: "height" },
  { reference: "WGS84", column: "geo_altitude" },
  { reference: "pressure", column: "altitude" },
];

const COMMA = 44;
const CARRIAGE_RETURN = 13;

/**
 * Parses a track as CSV, chunk by chunk while it is received, so that a hundred thousand points do not block the page.
 * All heights of a flight have the same reference.
 */
export class TrackReader {
  #rest = "";
  #indexes: Readonly<Record<Column, number>> | undefined;
  /** Of the line that is read: the beginning and the end of each cell. */
  readonly #cells: number[] = [];
  #lastDerived = "";
  readonly #timesS: number[] = [];
  readonly #speeds: (number | null)[] = [];
  readonly #derived = new Set<string>();
  readonly #places: LatLon[] = [];
  readonly #heights = HEIGHTS.map((): (number | null)[] => []);

  add(text: string): void {
    const all = this.#rest + text;
    let from = 0;
    for (let end = all.indexOf("\n"); end >= 0; end = all.indexOf("\n", from)) {
      this.#addLine(all, from, end);
      from = end + 1;
    }
    this.#rest = all.slice(from);
  }

  /** Undefined for a flight without a track. */
  finish(): TrackSeries | undefined {
    this.add("\n");
    if (this.#timesS.length === 0) return undefined;
    const known = this.#heights.findIndex((heights) => heights.some((height) => height !== null));
    const heightReference = HEIGHTS[known]?.reference;
    return {
      timesS: this.#timesS,
      heightsM: this.#heights[known] ?? this.#timesS.map(() => null),
      heightReference,
      areHeightsConverted: heightReference === "WGS84" && this.#derived.has("geo_altitude"),
      speeds: this.#speeds,
      areSpeedsDerived: this.#derived.has("velocity"),
      places: this.#places,
    };
  }

  #addLine(text: string, from: number, lineEnd: number): void {
    const end = text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    if (end <= from) return;
    this.#indexes ??= indexesOf(text.slice(from, end).split(","));
    const indexes = this.#indexes;
    this.#findCells(text, from, end);
    const textAt = (column: Column) =>
      text.slice(this.#cells[2 * indexes[column]], this.#cells[2 * indexes[column] + 1]);
    const numberAt = (column: Column): number | null => {
      const value = textAt(column);
      return value === "" ? null : Number(value);
    };
    const time = textAt("time");
    // The first line names the columns.
    if (time === "time") return;
    this.#timesS.push(Date.parse(time) / 1_000);
    this.#places.push({ latitude: Number(textAt("location_lat")), longitude: Number(textAt("location_lon")) });
    const [x, y] = [numberAt("velocity_x"), numberAt("velocity_y")];
    this.#speeds.push(x === null || y === null ? null : Math.hypot(x, y));
    for (let index = 0; index < HEIGHTS.length; index += 1) {
      this.#heights[index]!.push(numberAt(HEIGHTS[index]!.column));
    }
    const derived = textAt("derived");
    if (derived === this.#lastDerived) return;
    this.#lastDerived = derived;
    for (const name of derived.split(";")) this.#derived.add(name);
  }

  /** Where the cells of a line begin and end. A list of their texts would be thirty texts for each point. */
  #findCells(text: string, from: number, end: number): void {
    let count = 0;
    let start = from;
    for (let at = from; at <= end; at += 1) {
      if (at < end && text.charCodeAt(at) !== COMMA) continue;
      this.#cells[count] = start;
      this.#cells[count + 1] = at;
      count += 2;
      start = at + 1;
    }
    // Of a line that is too short the other cells are empty.
    this.#cells.fill(end, count);
  }
}

/** An answer that breaks the contract throws: that is a bug of one side, not an outcome. */
function indexesOf(header: readonly string[]): Readonly<Record<Column, number>> {
  const indexes = Object.fromEntries(COLUMNS.map((column) => [column, header.indexOf(column)])) as Record<
    Column,
    number
  >;
  const missing = COLUMNS.filter((column) => indexes[column] < 0);
  if (missing.length > 0) throw new Error(`a track without ${missing.join(", ")}`);
  return indexes;
}
