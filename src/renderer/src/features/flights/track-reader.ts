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
  #lastDerived = "";
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
    // Built in, so it is fast from the first line on: most tracks are read before loops of our own are compiled.
    const cells = line.split(",");
    this.#indexes ??= indexesOf(cells);
    const indexes = this.#indexes;
    const time = cells[indexes.time] ?? "";
    // The first line names the columns.
    if (time === "time") return;
    this.#timesS.push(Date.parse(time) / 1_000);
    this.#places.push({
      latitude: Number(cells[indexes.location_lat]),
      longitude: Number(cells[indexes.location_lon]),
    });
    const [x, y] = [numberOf(cells[indexes.velocity_x]), numberOf(cells[indexes.velocity_y])];
    this.#speeds.push(x === null || y === null ? null : Math.hypot(x, y));
    for (let index = 0; index < HEIGHTS.length; index += 1) {
      this.#heights[index]!.push(numberOf(cells[indexes[HEIGHTS[index]!.column]]));
    }
    const derived = cells[indexes.derived] ?? "";
    if (derived === this.#lastDerived) return;
    this.#lastDerived = derived;
    for (const name of derived.split(";")) this.#derived.add(name);
  }
}

/** Null for an empty cell. */
function numberOf(cell: string | undefined): number | null {
  return cell === "" ? null : Number(cell);
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
