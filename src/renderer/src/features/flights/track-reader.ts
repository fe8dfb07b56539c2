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

/**
 * Parses a track as CSV, chunk by chunk while it is received, so that a hundred thousand points do not block the page.
 * All heights of a flight have the same reference.
 */
export class TrackReader {
  #rest = "";
  #indexes: Readonly<Record<Column, number>> | undefined;
  readonly #timesS: number[] = [];
  readonly #speeds: (number | null)[] = [];
  readonly #derived = new Set<string>();
  readonly #places: LatLon[] = [];
  readonly #heights = HEIGHTS.map((): (number | null)[] => []);

  add(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#addLine(line.trimEnd());
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

  #addLine(line: string): void {
    if (line === "") return;
    const cells = line.split(",");
    this.#indexes ??= indexesOf(cells);
    // The first line names the columns.
    if (cells[this.#indexes.time] === "time") return;
    const indexes = this.#indexes;
    const numberAt = (column: Column) => Number(cells[indexes[column]]);
    this.#timesS.push(Date.parse(cells[indexes.time] ?? "") / 1_000);
    this.#places.push({ latitude: numberAt("location_lat"), longitude: numberAt("location_lon") });
    const isKnown = (column: Column) => cells[indexes[column]] !== "";
    const isMotionKnown = isKnown("velocity_x") && isKnown("velocity_y");
    this.#speeds.push(isMotionKnown ? Math.hypot(numberAt("velocity_x"), numberAt("velocity_y")) : null);
    for (const [index, { column }] of HEIGHTS.entries()) {
      this.#heights[index]?.push(isKnown(column) ? numberAt(column) : null);
    }
    for (const name of cells[indexes.derived]?.split(";") ?? []) this.#derived.add(name);
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
