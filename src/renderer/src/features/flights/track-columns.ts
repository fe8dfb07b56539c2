import type { FlightPoint } from "../../../../../server/contracts/flight-telemetry.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import type { HeightReference, TrackSeries } from "./track-series.ts";

/** The heights of a point, best first. */
export const HEIGHT_FIELDS = ["height", "geo_altitude", "altitude"] as const;
type HeightField = (typeof HEIGHT_FIELDS)[number];

const REFERENCES: Readonly<Record<HeightField, HeightReference>> = {
  height: "ATO",
  geo_altitude: "WGS84",
  altitude: "pressure",
};

export interface ColumnPoint {
  /** Unix seconds. */
  readonly timeS: number;
  readonly place: LatLon;
  /** Metres per second to the east and to the north. */
  readonly x: number | null;
  readonly y: number | null;
  /** Metres, in the order of `HEIGHT_FIELDS`. */
  readonly heights: readonly (number | null)[];
}

/** Gathers the points of a track as columns. All heights of a flight have the same reference: the best that is known. */
export class TrackColumns {
  readonly #timesS: number[] = [];
  readonly #speeds: (number | null)[] = [];
  readonly #derived = new Set<string>();
  readonly #places: LatLon[] = [];
  readonly #heights = HEIGHT_FIELDS.map((): (number | null)[] => []);

  add({ timeS, place, x, y, heights }: ColumnPoint): void {
    this.#timesS.push(timeS);
    this.#places.push(place);
    this.#speeds.push(x === null || y === null ? null : Math.hypot(x, y));
    for (let index = 0; index < HEIGHT_FIELDS.length; index += 1) this.#heights[index]!.push(heights[index] ?? null);
  }

  /** Fields that are not as recorded in at least one point. */
  addDerived(fields: readonly string[]): void {
    for (const field of fields) this.#derived.add(field);
  }

  /** Undefined for a flight without a track. `total` is how many points the whole track has. */
  finish(total = this.#timesS.length): TrackSeries | undefined {
    if (this.#timesS.length === 0) return undefined;
    const known = this.#heights.findIndex((heights) => heights.some((height) => height !== null));
    const field = HEIGHT_FIELDS[known];
    const heightReference = field && REFERENCES[field];
    return {
      timesS: this.#timesS,
      heightsM: this.#heights[known] ?? this.#timesS.map(() => null),
      heightReference,
      areHeightsConverted: heightReference === "WGS84" && this.#derived.has("geo_altitude"),
      speeds: this.#speeds,
      areSpeedsDerived: this.#derived.has("velocity"),
      places: this.#places,
      total,
    };
  }
}

/** Points of the API as columns; undefined where there is none. `total` is how many points the whole track has. */
export function trackSeriesOf(points: readonly FlightPoint[], total: number): TrackSeries | undefined {
  const columns = new TrackColumns();
  for (const { time, location, velocity, derived = [], ...others } of points) {
    columns.add({
      timeS: Date.parse(time) / 1_000,
      place: { latitude: location.lat, longitude: location.lon },
      x: velocity.x,
      y: velocity.y,
      heights: HEIGHT_FIELDS.map((field) => others[field]),
    });
    columns.addDerived(derived);
  }
  return columns.finish(total);
}
