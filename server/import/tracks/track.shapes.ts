import type { Position } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TrackPoints } from "../../kernel/track-points.ts";
import type { Reading } from "./byte.slices.ts";

export type TrackFormat = "gpx" | "kml" | "csv" | "tlog" | "dataflash" | "ulog" | "dji_srt" | "dji_txt";

/** Why something of a file is not among its points. */
export type DropReason =
  /** No place: 0,0, `N/A`, or a receiver that says that it has no fix. */
  | "no_fix"
  /** No time, beside others that have one. */
  | "no_time"
  /** Before 2000, or after the file came in. */
  | "absurd_time"
  /** A latitude beyond 90 or a longitude beyond 180 degrees. */
  | "out_of_range"
  /** Sent by a ground station, a tracker, or another aircraft that is only heard of. */
  | "not_aircraft"
  | "bad_checksum"
  /** A marked place, not part of a track. */
  | "waypoint"
  /** A damaged line or record. */
  | "unreadable";

export type Dropped = Readonly<Partial<Record<DropReason, number>>>;

/**
 * What the times of a flight are. `local`: of a clock of which the log does not say the zone (`utcOffsetMinutes`).
 * `elapsed`: since the start (`startMs`). `none`: there are none, and points are taken as a second apart from `startMs` on.
 */
export type FlightTimes = "utc" | "local" | "elapsed" | "none";

/** When and where a track was. */
export type TrackExtent = {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Of its first point. */
  readonly start: Position;
  /** No point is farther than that from the start, metres; the farthest one is hardly 1 % nearer. */
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
  readonly times: FlightTimes;
  readonly serialNumber: string | null;
  readonly aircraftName: string | null;
  /** Where the pilot, or the point to return to, was. */
  readonly home: Position | null;
};

/** What a file of flights holds; `notes` are sentences for the person who imports it. */
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
  /** When the file came in: nothing in it can be later. */
  readonly receivedMs: number;
  /** When the flight began, for a log without a clock. */
  readonly startMs: number;
  /** Of the clock of logs that have local time. */
  readonly utcOffsetMinutes: number;
};

/** What can be known of a flight beside its points. */
export type FlightAbout = {
  readonly name?: string;
  readonly serialNumber?: string;
  readonly aircraftName?: string;
  readonly home?: Position;
  readonly times?: FlightTimes;
  /** Whether its points have names, as waypoints do. */
  readonly hasNamedPoints?: boolean;
};

/** Takes what a decoder finds, in the order of the file. */
export type TrackSink = {
  /** What follows is another flight, whatever the times are. */
  readonly begin: (about: FlightAbout) => void;
  /** What follows is of the flight of that name, for files in which several go on side by side. */
  readonly enter: (key: string) => void;
  /** Says more of the flight that goes on. */
  readonly describe: (about: FlightAbout) => void;
  /** A time that is `NaN` is unknown; places and times are judged here. */
  readonly add: (point: UaPoint) => void;
  /** A point that counts only where the flight has none of `add`: a line that is drawn, a second receiver. */
  readonly addFallback: (point: UaPoint) => void;
  readonly drop: (reason: DropReason) => void;
  /**
   * There where nothing may be left out: hears what of the point that is being read cannot be taken, and does not come
   * back. Where it is not there, such a value is unknown.
   */
  readonly refuse?: (problem: string) => never;
  /** A sentence for the person who imports the file, told once. */
  readonly note: (sentence: string) => void;
};

/** Reads one format. Throws `UnreadableFileError` where the file cannot be what it is taken for. */
export type TrackDecoder = (chunks: AsyncIterable<Uint8Array>, sink: TrackSink, options: TrackOptions) => Promise<void>;
