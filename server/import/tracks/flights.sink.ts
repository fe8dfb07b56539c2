import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { createTrackPoints, type TrackPoints } from "../../kernel/track-points.ts";
import { createTrackExtent } from "./track.extent.ts";
import type { Dropped, DropReason, FlightAbout, FoundFlight, TrackOptions, TrackSink } from "./track.shapes.ts";

/** After so long without a point, on the ground or out of the log, what follows is another flight. */
const GAP_MS = 15 * MINUTE_MS;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
/** A log with local time may seem to be of tomorrow. */
const MAX_AHEAD_MS = DAY_MS;
const MAX_LATITUDE_E7 = 900_000_000;
const MAX_LONGITUDE_E7 = 1_800_000_000;

type TrackPart = { readonly points: TrackPoints; readonly extent: ReturnType<typeof createTrackExtent> };

/** Points in their order, split at gaps; the last one is held, with those after it that have the same time. */
type PointSeries = { readonly parts: TrackPart[]; count: number; held: UaPoint | undefined; same: UaPoint[] };

type Track = {
  about: FlightAbout;
  readonly timed: PointSeries;
  readonly untimed: PointSeries;
  readonly fallback: PointSeries;
};

export type FlightsSink = {
  readonly sink: TrackSink;
  readonly finish: () => {
    readonly flights: readonly FoundFlight[];
    readonly dropped: Dropped;
    readonly notes: readonly string[];
  };
};

/** Gathers the flights of a file: sorts out what is no point of a flight, and splits at gaps. */
export function createFlightsSink({ receivedMs, startMs }: Pick<TrackOptions, "receivedMs" | "startMs">): FlightsSink {
  const dropped = new Map<DropReason, number>();
  const notes = new Set<string>();
  const tracks: Track[] = [];
  const byKey = new Map<string, Track>();
  let track = newTrack({});

  function newTrack(about: FlightAbout): Track {
    const next: Track = {
      about,
      timed: createPointSeries(),
      untimed: createPointSeries(),
      fallback: createPointSeries(),
    };
    tracks.push(next);
    return next;
  }

  const drop = (reason: DropReason, count = 1) => void dropped.set(reason, (dropped.get(reason) ?? 0) + count);

  function isPlaced({ latitudeE7, longitudeE7 }: UaPoint): boolean {
    const isFix = !Number.isNaN(latitudeE7) && !Number.isNaN(longitudeE7) && (latitudeE7 !== 0 || longitudeE7 !== 0);
    const isOnEarth = Math.abs(latitudeE7) <= MAX_LATITUDE_E7 && Math.abs(longitudeE7) <= MAX_LONGITUDE_E7;
    if (!isFix) drop("no_fix");
    else if (!isOnEarth) drop("out_of_range");
    return isFix && isOnEarth;
  }

  function take(point: UaPoint, timed: PointSeries, untimed: PointSeries): void {
    const { timeMs } = point;
    if (Number.isNaN(timeMs)) addTo(untimed, { ...point, timeMs: startMs + untimed.count * SECOND_MS });
    else if (timeMs < EARLIEST_MS || timeMs > receivedMs + MAX_AHEAD_MS) drop("absurd_time");
    else addTo(timed, point);
  }

  return {
    sink: {
      begin: (about) => void (track = newTrack(about)),
      enter(key) {
        const known = byKey.get(key);
        track = known ?? newTrack({});
        if (known === undefined) byKey.set(key, track);
      },
      describe: (about) => void (track.about = { ...track.about, ...about }),
      add(point) {
        if (isPlaced(point)) take(point, track.timed, track.untimed);
      },
      addFallback(point) {
        if (isPlaced(point)) take(point, track.fallback, track.fallback);
      },
      drop: (reason) => drop(reason),
      note: (sentence) => void notes.add(sentence),
    },
    finish() {
      const flights = tracks.flatMap(({ about, timed, untimed, fallback }) => {
        for (const series of [timed, untimed, fallback]) release(series, Infinity);
        if (timed.count > 0) drop("no_time", untimed.count);
        const series = [timed, untimed, fallback].find(({ count }) => count > 0);
        const isTimed = series === timed || (series?.parts[0]?.extent.read().firstMs ?? startMs) !== startMs;
        return (series?.parts ?? []).map((part) => foundFlight(about, part, isTimed));
      });
      return {
        flights: flights.toSorted((a, b) => a.firstMs - b.firstMs),
        dropped: Object.fromEntries([...dropped].filter(([, count]) => count > 0)),
        notes: [...notes],
      };
    },
  };
}

function foundFlight(about: FlightAbout, part: TrackPart, isTimed: boolean): FoundFlight {
  return {
    name: about.name ?? null,
    serialNumber: about.serialNumber ?? null,
    aircraftName: about.aircraftName ?? null,
    home: about.home ?? null,
    times: about.times ?? (isTimed ? "utc" : "none"),
    points: part.points,
    ...part.extent.read(),
  };
}

function createPointSeries(): PointSeries {
  return { parts: [], count: 0, held: undefined, same: [] };
}

function addTo(series: PointSeries, point: UaPoint): void {
  series.count++;
  if (series.held?.timeMs === point.timeMs) series.same.push(point);
  else {
    release(series, point.timeMs);
    series.held = point;
  }
}

/**
 * A track has one point at a time. Ten points a second beside a clock of whole seconds are spread over that second; with
 * a finer clock those of one time become a millisecond apart.
 */
function release(series: PointSeries, nextMs: number): void {
  const { held, same } = series;
  if (held === undefined) return;
  series.held = undefined;
  keep(series, held, held.timeMs);
  if (same.length === 0) return;
  const isCoarse = held.timeMs % SECOND_MS === 0;
  const roomMs = nextMs > held.timeMs ? Math.min(SECOND_MS, nextMs - held.timeMs) : SECOND_MS;
  const stepMs = isCoarse ? roomMs / (same.length + 1) : 1;
  for (const [index, point] of same.entries()) keep(series, point, held.timeMs + Math.floor((index + 1) * stepMs));
  series.same = [];
}

function keep({ parts }: PointSeries, point: UaPoint, timeMs: number): void {
  let part = parts.at(-1);
  if (part === undefined || Math.abs(timeMs - part.extent.lastMs()) > GAP_MS) {
    part = { points: createTrackPoints(), extent: createTrackExtent(point, timeMs) };
    parts.push(part);
  }
  part.points.add(timeMs === point.timeMs ? point : { ...point, timeMs });
  part.extent.note(point, timeMs);
}
