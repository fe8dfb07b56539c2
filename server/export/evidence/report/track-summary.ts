import type { ReceptionOrigin } from "../../../kernel/evidence-plan.ts";
import { type Position, positionOf } from "../../../kernel/geo.ts";
import type { OnTrack, OperatorPoint, UaPoint } from "../../../kernel/telemetry.ts";

/** Points of a track that the report draws: a longer one is thinned to between half of this and this. */
const MAX_POINTS = 400;
/** Tracks that are drawn; for others the report only contains their numbers. */
const MAX_DRAWN_TRACKS = 500;

const HEIGHTS = [
  ["MSL", "altitudeMslMm"],
  ["WGS84", "altitudeWgs84Mm"],
  ["ATO", "altitudeAtoMm"],
  ["AGL", "altitudeAglMm"],
  ["pressure", "altitudePressureMm"],
] as const;
export type HeightReference = (typeof HEIGHTS)[number][0];

/** A point that the report draws; height and speed in metres and metres per second, null where unknown. */
export type DrawnPoint = Position & {
  readonly timeMs: number;
  readonly heightM: number | null;
  readonly speedMps: number | null;
};

/** The reception of one aircraft by one sensor, for the report. */
export type TrackSummary = {
  readonly origin: ReceptionOrigin;
  readonly points: readonly DrawnPoint[];
  /** The reference of all heights of this track; null where it has none. */
  readonly reference: HeightReference | null;
  readonly records: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly maxHeightM: number | null;
  readonly maxSpeedMps: number | null;
  /** Positions of the operator, a limited number. */
  readonly operator: readonly Position[];
};

const MAX_OPERATOR_PLACES = 20;

/** Collects the summaries of tracks for the report while their records are written, without keeping the records. */
export class TrackSummaries {
  readonly #tracks = new Map<number, Gathered>();
  readonly #origins: ReadonlyMap<number, ReceptionOrigin>;

  constructor(origins: ReadonlyMap<number, ReceptionOrigin>) {
    this.#origins = origins;
  }

  addAircraft(points: readonly OnTrack<UaPoint>[]): void {
    for (const point of points) this.#gathered(point.track)?.add(point);
  }

  addOperator(points: readonly OnTrack<OperatorPoint>[]): void {
    for (const point of points) this.#gathered(point.track)?.addPlace(positionOf(point));
  }

  list(): readonly TrackSummary[] {
    return [...this.#tracks.values()].filter(({ records }) => records > 0);
  }

  #gathered(track: number): Gathered | undefined {
    const found = this.#tracks.get(track);
    if (found !== undefined) return found;
    const origin = this.#origins.get(track);
    if (origin === undefined) return undefined;
    const gathered = new Gathered(origin, this.#tracks.size < MAX_DRAWN_TRACKS);
    this.#tracks.set(track, gathered);
    return gathered;
  }
}

class Gathered implements TrackSummary {
  readonly origin: ReceptionOrigin;
  points: DrawnPoint[] = [];
  operator: Position[] = [];
  reference: HeightReference | null = null;
  records = 0;
  firstMs = Infinity;
  lastMs = -Infinity;
  maxHeightM: number | null = null;
  maxSpeedMps: number | null = null;
  readonly #isDrawn: boolean;
  #height: (typeof HEIGHTS)[number] | undefined;
  #stride = 1;
  #last: DrawnPoint | undefined;

  constructor(origin: ReceptionOrigin, isDrawn: boolean) {
    this.origin = origin;
    this.#isDrawn = isDrawn;
  }

  add(point: UaPoint): void {
    this.#height ??= HEIGHTS.find(([, field]) => point[field] !== null);
    this.reference = this.#height?.[0] ?? null;
    const heightMm = this.#height === undefined ? null : point[this.#height[1]];
    const heightM = heightMm === null ? null : heightMm / 1000;
    const speedMps = point.horizontalSpeedMmps === null ? null : point.horizontalSpeedMmps / 1000;
    this.maxHeightM = greatest(this.maxHeightM, heightM);
    this.maxSpeedMps = greatest(this.maxSpeedMps, speedMps);
    this.firstMs = Math.min(this.firstMs, point.timeMs);
    this.lastMs = Math.max(this.lastMs, point.timeMs);
    if (this.#isDrawn) this.#draw({ ...positionOf(point), timeMs: point.timeMs, heightM, speedMps });
    this.records++;
  }

  addPlace(place: Position): void {
    const last = this.operator.at(-1);
    const isNew = last?.latitude !== place.latitude || last.longitude !== place.longitude;
    if (isNew && this.operator.length < MAX_OPERATOR_PLACES) this.operator.push(place);
  }

  /** Every nth point, and always the newest. */
  #draw(point: DrawnPoint): void {
    if (this.#last !== undefined) this.points.pop();
    const isKept = this.records % this.#stride === 0;
    this.points.push(point);
    this.#last = isKept ? undefined : point;
    if (this.points.length < MAX_POINTS) return;
    this.points = this.points.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
    this.#last = undefined;
  }
}

function greatest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
