import type { Position } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TrackPoints } from "../../kernel/track-points.ts";
import type { Reading } from "./byte.slices.ts";
import type { LogState } from "./log.states.ts";

export type TrackFormat = "gpx" | "kml" | "csv" | "tlog" | "dataflash" | "ulog" | "dji_srt" | "dji_txt";

/** Why a point of a file was left out. */
export type DropReason =
  /** No position: 0,0, `N/A`, or a receiver that reports no fix. */
  | "no_fix"
  /** No time, while other points have one. */
  | "no_time"
  /** Another point further down in the file has the same time. */
  | "same_time"
  /** Before 2000, or after the import. */
  | "absurd_time"
  /** A latitude beyond 90 or a longitude beyond 180 degrees. */
  | "out_of_range"
  /** Sent by a ground station, a tracker, or another aircraft of which the log only has reports. */
  | "not_aircraft"
  | "bad_checksum"
  /** A marked place, not part of a track. */
  | "waypoint"
  /** A damaged line or record. */
  | "unreadable";

export type Dropped = Readonly<Partial<Record<DropReason, number>>>;

/**
 * Kind of the times of a flight. `local`: a clock whose zone the log does not state (`utcOffsetMinutes`).
 * `elapsed`: since the start (`startMs`). `none`: there are none, and points are taken as a second apart from `startMs` on.
 */
export type FlightTimes = "utc" | "local" | "elapsed" | "none";

/** Time and extent of a track. */
export type TrackExtent = {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Position of its first point. */
  readonly start: Position;
  /** No point is farther than this from the start, metres; the farthest one is at most 1 % nearer. */
  readonly reachM: number;
  readonly highest: Highest;
};

/** The greatest height above each reference, metres; `null` where no point has one. */
export type Highest = {
  readonly mslM: number | null;
  /** Above the ellipsoid, with the place, because sea level differs from place to place. */
  readonly wgs84: { readonly heightM: number; readonly place: Position } | null;
  readonly atoM: number | null;
};

export type FoundFlight = TrackExtent & {
  readonly name: string | null;
  readonly points: TrackPoints;
  /** Battery and satellites during the flight; empty where the log has none. */
  readonly states: readonly LogState[];
  readonly times: FlightTimes;
  readonly serialNumber: string | null;
  readonly aircraftName: string | null;
  /** The position of the pilot, or of the point to return to. */
  readonly home: Position | null;
};

/** The flights of a file; `notes` are sentences for the person who imports it. */
export type DecodedTracks =
  | {
      readonly kind: "flights";
      readonly format: TrackFormat;
      readonly flights: readonly FoundFlight[];
      readonly dropped: Dropped;
      readonly notes: readonly string[];
    }
  | { readonly kind: "invalid"; readonly message: string };

export type TrackOptions = Reading & {
  /** Time of the import: nothing in the file can be later. */
  readonly receivedMs: number;
  /** When the flight began, for a log without a clock. */
  readonly startMs: number;
  /** Offset of the clock of logs in local time. */
  readonly utcOffsetMinutes: number;
};

/** Data of a flight other than its points. */
export type FlightAbout = {
  readonly name?: string;
  readonly serialNumber?: string;
  readonly aircraftName?: string;
  readonly home?: Position;
  readonly times?: FlightTimes;
  /** Whether its points have names, as waypoints do. */
  readonly hasNamedPoints?: boolean;
};

/** Receives the results of a decoder, in the order of the file. */
export type TrackSink = {
  /** Begins another flight, whatever the times are. */
  readonly begin: (about: FlightAbout) => void;
  /** Continues the flight with that key, for files in which flights are interleaved. */
  readonly enter: (key: string) => void;
  /** Adds data to the current flight. */
  readonly describe: (about: FlightAbout) => void;
  /** A time that is `NaN` is unknown; positions and times are checked here. */
  readonly add: (point: UaPoint) => void;
  /** A point that is used only if the flight has none of `add`: of a drawn line, or of a second receiver. */
  readonly addFallback: (point: UaPoint) => void;
  /** Battery and satellites at a time of the current flight. */
  readonly addState: (state: LogState) => void;
  readonly drop: (reason: DropReason) => void;
  /**
   * Present if nothing may be left out: called with the reason why a value of the current point is refused, and throws.
   * If absent, such a value is unknown.
   */
  readonly refuse?: (problem: string) => never;
  /** A sentence for the person who imports the file, shown once. */
  readonly note: (sentence: string) => void;
};

/** Reads one format. Throws `UnreadableFileError` if the file is not of that format. */
export type TrackDecoder = (chunks: AsyncIterable<Uint8Array>, sink: TrackSink, options: TrackOptions) => Promise<void>;
