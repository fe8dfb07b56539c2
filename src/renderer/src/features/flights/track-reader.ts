import { HEIGHT_FIELDS, TrackColumns } from "./track-columns.ts";
import type { TrackSeries } from "./track-series.ts";

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

/**
 * Parses a track as CSV, chunk by chunk while it is received, so that a hundred thousand points do not block the page.
 */
export class TrackReader {
  #rest = "";
  #indexes: Readonly<Record<Column, number>> | undefined;
  #lastDerived = "";
  readonly #columns = new TrackColumns();

  add(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#addLine(line.trimEnd());
  }

  /** Undefined for a flight without a track. */
  finish(): TrackSeries | undefined {
    this.add("\n");
    return this.#columns.finish();
  }

  #addLine(line: string): void {
    if (line === "") return;
    // Built-in functions are fast from the first line on: most tracks are read before our own loops are compiled.
    const cells = line.split(",");
    this.#indexes ??= indexesOf(cells);
    const indexes = this.#indexes;
    const time = cells[indexes.time] ?? "";
    // The first line names the columns.
    if (time === "time") return;
    this.#columns.add({
      timeS: Date.parse(time) / 1_000,
      place: { latitude: Number(cells[indexes.location_lat]), longitude: Number(cells[indexes.location_lon]) },
      x: numberOf(cells[indexes.velocity_x]),
      y: numberOf(cells[indexes.velocity_y]),
      heights: HEIGHT_FIELDS.map((field) => numberOf(cells[indexes[field]])),
    });
    const derived = cells[indexes.derived] ?? "";
    if (derived === this.#lastDerived) return;
    this.#lastDerived = derived;
    this.#columns.addDerived(derived.split(";"));
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
