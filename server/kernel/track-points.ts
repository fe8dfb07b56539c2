import type { UaPoint } from "./telemetry.ts";

/** The points of a track in packed form: a million take about 80 MB instead of 260 MB as objects. Read in slices. */
export type TrackPoints = {
  readonly count: () => number;
  readonly add: (point: UaPoint) => void;
  readonly at: (index: number) => UaPoint;
  /** In the order they were added. */
  readonly slices: () => Generator<readonly UaPoint[]>;
  /** The same as plain data, for another thread; its memory may be transferred. */
  readonly pack: () => PackedPoints;
};

export type PackedPoints = {
  readonly count: number;
  readonly chunks: readonly {
    readonly columns: readonly Column[];
    /** One text where all points of the chunk have the same state. */
    readonly states: string | readonly string[];
  }[];
};

/** A point with all optional fields unknown. */
export const EMPTY_POINT: UaPoint = {
  timeMs: 0,
  timeAccuracyMs: null,
  ridTimeMs: null,
  receivedMs: 0,
  operationalState: "undeclared",
  latitudeE7: 0,
  longitudeE7: 0,
  horizontalAccuracyMm: null,
  altitudeMslMm: null,
  altitudeMslAccuracyMm: null,
  altitudeWgs84Mm: null,
  altitudeWgs84AccuracyMm: null,
  altitudeAglMm: null,
  altitudeAtoMm: null,
  heightAccuracyMm: null,
  altitudePressureMm: null,
  altitudePressureAccuracyMm: null,
  headingCdeg: null,
  horizontalSpeedMmps: null,
  verticalSpeedMmps: null,
  velocityEastMmps: null,
  velocityNorthMmps: null,
  velocityUpMmps: null,
  speedAccuracyMmps: null,
  airPressurePa: null,
  rssiDbm: null,
};

type NumberField = Exclude<keyof UaPoint, "operationalState">;

const FIELDS = Object.keys(EMPTY_POINT).filter((field) => field !== "operationalState") as NumberField[];
const CHUNK_POINTS = 4096;
const SLICE_POINTS = 200;

type Column = { readonly field: NumberField; readonly values: Float64Array<ArrayBuffer> };

/** A column gets memory only when the first point has a value for it. */
type Chunk = {
  readonly byField: (Float64Array | undefined)[];
  readonly columns: Column[];
  readonly states: string[];
};

/** @param packed the points that it has already */
export function createTrackPoints(packed?: PackedPoints): TrackPoints {
  const chunks: Chunk[] = (packed?.chunks ?? []).map((chunk, index) =>
    unpack(chunk, Math.min(CHUNK_POINTS, packed!.count - index * CHUNK_POINTS)),
  );
  let count = packed?.count ?? 0;

  function at(index: number): UaPoint {
    const { columns, states } = chunks[Math.floor(index / CHUNK_POINTS)]!;
    const row = index % CHUNK_POINTS;
    const point: { -readonly [K in keyof UaPoint]: UaPoint[K] } = { ...EMPTY_POINT, operationalState: states[row]! };
    for (const { field, values } of columns) {
      const value = values[row]!;
      // NaN stands for `null`. Times and positions are never null.
      if (!Number.isNaN(value)) point[field] = value;
    }
    return point;
  }

  return {
    count: () => count,
    at,
    add(point) {
      const row = count % CHUNK_POINTS;
      if (row === 0) chunks.push({ byField: FIELDS.map(() => undefined), columns: [], states: [] });
      const { byField, columns, states } = chunks.at(-1)!;
      for (let index = 0; index < FIELDS.length; index++) {
        const field = FIELDS[index]!;
        const value = point[field];
        const column = byField[index];
        if (column !== undefined) column[row] = value ?? NaN;
        else if (value !== null) {
          const values = new Float64Array(CHUNK_POINTS).fill(NaN);
          values[row] = value;
          byField[index] = values;
          columns.push({ field, values });
        }
      }
      states.push(point.operationalState);
      count++;
    },
    pack: () => ({
      count,
      chunks: chunks.map(({ columns, states }) => ({
        columns,
        states: states.every((state) => state === states[0]) ? states[0]! : states,
      })),
    }),
    *slices() {
      for (let from = 0; from < count; from += SLICE_POINTS) {
        const to = Math.min(count, from + SLICE_POINTS);
        yield Array.from({ length: to - from }, (_, index) => at(from + index));
      }
    },
  };
}

function unpack({ columns, states }: PackedPoints["chunks"][number], length: number): Chunk {
  const byField = FIELDS.map((field) => columns.find((column) => column.field === field)?.values);
  const each = typeof states === "string" ? Array.from({ length }, () => states) : [...states];
  return { byField, columns: [...columns], states: each };
}
