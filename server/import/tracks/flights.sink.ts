import { DAY_MS, isoFromMs, SECOND_MS } from "../../kernel/clock.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { createLogStates } from "./log.states.ts";
import { addTo, createPointSeries, inOrderOfTime, type PointSeries, release, type TrackPart } from "./point.series.ts";
import type {
  Dropped,
  DropReason,
  FlightAbout,
  FlightTimes,
  FoundFlight,
  TrackOptions,
  TrackSink,
} from "./track.shapes.ts";

const EARLIEST_MS = Date.UTC(2000, 0, 1);
/** A log in local time may appear to be in the future; the import then asks for its time zone. */
const LOCAL_AHEAD_MS = DAY_MS;
/** A longer time since the start is implausible. */
const MAX_ELAPSED_MS = 30 * DAY_MS;
const MAX_LATITUDE_E7 = 900_000_000;
const MAX_LONGITUDE_E7 = 1_800_000_000;

type Track = {
  about: FlightAbout;
  readonly timed: PointSeries;
  readonly untimed: PointSeries;
  /** Points of `addFallback`, with times and without. */
  readonly fallback: PointSeries;
  readonly drawn: PointSeries;
  readonly states: ReturnType<typeof createLogStates>;
};

/** The series of points that a track is built from. */
type ChosenSeries = Pick<Track, "about" | "states"> & {
  readonly series: PointSeries;
  readonly hasTimes: boolean;
  readonly isDrawn: boolean;
};

export type FlightsSink = {
  readonly sink: TrackSink;
  readonly finish: () => {
    readonly flights: readonly FoundFlight[];
    readonly dropped: Dropped;
    readonly notes: readonly string[];
  };
};

/** Collects the flights of a file: removes what is not a point of a flight, and splits at gaps. */
export function createFlightsSink({ receivedMs, startMs, utcOffsetMinutes }: TrackOptions): FlightsSink {
  const dropped = new Map<DropReason, number>();
  const notes = new Set<string>();
  const tracks: Track[] = [];
  const byKey = new Map<string, Track>();
  let track = newTrack({});
  /** The latest time ahead of the station's clock. */
  let aheadMs = -Infinity;

  function newTrack(about: FlightAbout): Track {
    const next: Track = {
      about,
      timed: createPointSeries(),
      untimed: createPointSeries(),
      fallback: createPointSeries(),
      drawn: createPointSeries(),
      states: createLogStates(),
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

  /** Whether a point can have that time: a log holds nothing later than its import. */
  function isPossible(timeMs: number, times: FlightTimes = "utc"): boolean {
    if (timeMs < EARLIEST_MS) return false;
    if (times === "elapsed") return timeMs <= startMs + MAX_ELAPSED_MS;
    return timeMs <= receivedMs + (times === "local" ? LOCAL_AHEAD_MS : 0);
  }

  function take(point: UaPoint, timed: PointSeries, untimed: PointSeries): void {
    const { timeMs } = point;
    if (Number.isNaN(timeMs)) addTo(untimed, { ...point, timeMs: startMs + untimed.count * SECOND_MS });
    else if (isPossible(timeMs, track.about.times)) addTo(timed, point);
    else {
      drop("absurd_time");
      if (timeMs > receivedMs) aheadMs = Math.max(aheadMs, timeMs);
    }
  }

  function choose({ about, timed, untimed, fallback, drawn, states }: Track): ChosenSeries | undefined {
    for (const series of [timed, untimed, fallback, drawn]) release(series, Infinity);
    if (timed.count > 0) drop("no_time", untimed.count);
    const series = [timed, untimed, fallback, drawn].find(({ count }) => count > 0);
    const hasTimes = series === timed || series === fallback;
    return series && { about, states, series, hasTimes, isDrawn: series === drawn };
  }

  function ordered(part: TrackPart): TrackPart {
    const sorted = inOrderOfTime(part);
    drop("same_time", part.points.count() - sorted.points.count());
    return sorted;
  }

  /** A line without times beside a track with times is a drawing, either of that track or of another. */
  function withoutDrawings(found: readonly ChosenSeries[]): readonly ChosenSeries[] {
    const tracked = found.filter(({ hasTimes }) => hasTimes);
    if (tracked.length === 0) return found;
    for (const { series, isDrawn } of found) {
      if (isDrawn && !tracked.some((other) => hasSameEnds(series, other.series))) drop("no_time", series.count);
    }
    return found.filter(({ isDrawn }) => !isDrawn);
  }

  /** Single named places, each at its own time, are waypoints beside the tracks of the file. */
  function withoutWaypoints(found: readonly ChosenSeries[]): readonly ChosenSeries[] {
    if (found.every(isScattered)) return found;
    const isWaypoints = (one: ChosenSeries) => one.about.hasNamedPoints === true && isScattered(one);
    for (const { series } of found.filter(isWaypoints)) drop("waypoint", series.count);
    return found.filter((one) => !isWaypoints(one));
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
        if (isPlaced(point)) take(point, track.fallback, track.drawn);
      },
      addState: (state) => track.states.add(state),
      drop: (reason) => drop(reason),
      note: (sentence) => void notes.add(sentence),
    },
    finish() {
      const chosen = withoutWaypoints(withoutDrawings(tracks.flatMap((one) => choose(one) ?? [])));
      const all = chosen.flatMap((one) => one.series.parts.map((part) => foundFlight(one, ordered(part))));
      const flights = withoutDuplicates(all);
      if (aheadMs > receivedMs) notes.add(noteOnAhead(aheadMs, receivedMs));
      for (const note of notesOnTimes(flights, utcOffsetMinutes)) notes.add(note);
      return {
        flights: flights.toSorted(byTime),
        dropped: Object.fromEntries([...dropped].filter(([, count]) => count > 0)),
        notes: [...notes],
      };
    },
  };
}

/** Whether the times of a flight depend on a given start. */
function isUndated(times: FlightTimes): boolean {
  return times === "elapsed" || times === "none";
}

/** Flights without dates come last, in the order of the file, so that the order does not depend on a given start. */
function byTime(a: FoundFlight, b: FoundFlight): number {
  const order = Number(isUndated(a.times)) - Number(isUndated(b.times));
  return order === 0 && !isUndated(a.times) ? a.firstMs - b.firstMs : order;
}

function foundFlight({ about, states, hasTimes }: ChosenSeries, part: TrackPart): FoundFlight {
  const extent = part.extent.read();
  return {
    name: about.name ?? null,
    serialNumber: about.serialNumber ?? null,
    aircraftName: about.aircraftName ?? null,
    home: about.home ?? null,
    times: hasTimes ? (about.times ?? "utc") : "none",
    points: part.points,
    states: states.between(extent.firstMs, extent.lastMs),
    ...extent,
  };
}

function isScattered({ series }: ChosenSeries): boolean {
  return series.parts.every(({ points }) => points.count() === 1);
}

/** A file may contain the same track twice, such as a `gx:Track` and a point for each position. */
function withoutDuplicates(flights: readonly FoundFlight[]): readonly FoundFlight[] {
  const seen = new Set<string>();
  return flights.filter(({ times, firstMs, lastMs, start, reachM, points }) => {
    if (times !== "utc") return true;
    const key = [firstMs, lastMs, points.count(), start.latitude, start.longitude, reachM].join(" ");
    return !seen.has(key) && seen.add(key);
  });
}

/** A time more than a year ahead is damaged data rather than a wrong clock, so it is not quoted. */
function noteOnAhead(aheadMs: number, receivedMs: number): string {
  const clock = `this station's clock (${isoFromMs(receivedMs)})`;
  const which = aheadMs - receivedMs > 366 * DAY_MS ? "" : `, up to ${isoFromMs(aheadMs)}`;
  return `Points with times ahead of ${clock} are left out${which}.`;
}

function notesOnTimes(flights: readonly FoundFlight[], utcOffsetMinutes: number): readonly string[] {
  const has = (which: FlightTimes) => flights.some(({ times }) => times === which);
  const zone = zoneText(utcOffsetMinutes);
  return [
    ...(has("local") ? [`The log has local times without a time zone: they are read as ${zone}.`] : []),
    ...(has("elapsed") ? ["The log only has the time since its start: the flight begins at the given start."] : []),
    ...(has("none") ? ["The log has no times: its points are placed one second apart, from the given start on."] : []),
  ];
}

function zoneText(minutes: number): string {
  if (minutes === 0) return "UTC";
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** About a metre: a line may be drawn with fewer decimals than its points. */
const SAME_PLACE_E7 = 100;

function hasSameEnds(a: PointSeries, b: PointSeries): boolean {
  const pairs = [
    [a.first, b.first],
    [a.last, b.last],
  ] as const;
  return pairs.every(
    ([one, other]) =>
      one !== undefined &&
      other !== undefined &&
      Math.abs(one.latitudeE7 - other.latitudeE7) <= SAME_PLACE_E7 &&
      Math.abs(one.longitudeE7 - other.longitudeE7) <= SAME_PLACE_E7,
  );
}
