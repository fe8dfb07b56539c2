import type { AircraftSummary } from "../../contracts/aircraft.ts";
import type { DeviceSummary, EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightPointWithStatusInput, StatusEntryInput } from "../../contracts/flight-telemetry.ts";
import type { Operation } from "../../contracts/operations.ts";
import type { FlightImport, ImportedFlight } from "../../contracts/flight-import.ts";
import type { TrackPoints } from "../../kernel/track-points.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { OnTrack, SystemPoint, UaOnMap, UaPoint } from "../../kernel/telemetry.ts";
import type { DecodedPoints, DecodedRecords, Upload } from "../../kernel/upload.ts";
import type { WritableDb } from "../../storage/database.ts";

/** The properties of a device that flights need. */
export type FlightDevice = {
  readonly summary: DeviceSummary;
  readonly owner: string | null;
  readonly groups: readonly string[];
  /** Id of the device's own default aircraft. */
  readonly aircraft: string | null;
};

/** The properties of a user that flights need. */
export type FlightPerson = {
  readonly fullName: string | null;
  readonly uasOperatorId: string | null;
  readonly defaultAircraft: string | null;
  readonly defaultVisibility: "public" | "private";
  readonly isAdministrator: boolean;
};

/** State of an operation derived from the planned flight while it has no telemetry. */
export type OperationPlan = "planned" | "past" | "cancelled" | null;

/** Maker, model and type of an aircraft, as the airspace shows them. */
type DescribedAircraft = Operation["aircraft_models"][number];

/** A page of the points of a track, ordered by time. */
export type TrackPage = { readonly limit: number; readonly offset: number; readonly isDescending: boolean };

/** Points between two times, both inclusive, Unix milliseconds. */
type TrackTimes = { readonly firstMs?: number; readonly lastMs?: number };

/** Access to the telemetry of flights, each of which is stored as a suboperation. */
export type FlightTracks = {
  /**
   * Creates an operation for a flight, with the flight's id; `alongside` writes the flight in the same transaction and
   * receives the row id of its suboperation.
   */
  readonly enter: (
    flight: {
      readonly id: string;
      readonly owner: string;
      readonly pilot: string;
      readonly isPrivate: boolean;
      readonly plan: OperationPlan;
      readonly aircraft: DescribedAircraft | null;
      readonly serialNumber: string | null;
      readonly sourceType: "direct" | "import";
      readonly timeMs: number;
    },
    alongside: (suboperation: number) => void,
  ) => void;
  /** Updates what its operation shows of the flight; `alongside` writes the flight in the same transaction. */
  readonly update: (
    suboperation: number,
    change: { readonly plan: OperationPlan; readonly isPrivate: boolean; readonly aircraft: DescribedAircraft | null },
    alongside: () => void,
  ) => void;
  /**
   * Adds points, replacing those with the same time; resolves when they are on disk. False if the operation is removed
   * or was removed meanwhile: the points from then on are not stored.
   */
  readonly record: (suboperation: number, points: Iterable<readonly UaPoint[]>) => Promise<boolean>;
  /** Adds states of the device on board, replacing those with the same time; resolves when they are on disk. */
  readonly recordStates: (suboperation: number, states: readonly SystemPoint[]) => Promise<void>;
  readonly read: (
    suboperation: number,
    window: TrackPage & TrackTimes,
    signal: AbortSignal,
  ) => AsyncIterable<readonly UaPoint[]>;
  /** The whole track with the fields of the map formats. */
  readonly readOnMap: (suboperation: number, signal: AbortSignal) => AsyncIterable<readonly OnTrack<UaOnMap>[]>;
  /** Where it was at each point of the whole track. */
  readonly readPlaces: (
    suboperation: number,
    signal: AbortSignal,
  ) => AsyncIterable<readonly Pick<UaPoint, "latitudeE7" | "longitudeE7">[]>;
  /** A page of it for a map format (GPX, KML). */
  readonly stream: (
    suboperation: number,
    window: TrackPage,
    signal: AbortSignal,
  ) => Extract<TelemetryStream, { readonly record: "ua" }>;
  /** Number of points and time range of the track, and when it last gained some; `undefined` when it was deleted. */
  readonly extent: (
    suboperation: number,
  ) =>
    | { readonly firstMs: number; readonly lastMs: number; readonly records: number; readonly updatedMs: number }
    | undefined;
  /** Number of points until a time, which is included. */
  readonly countUntil: (suboperation: number, untilMs: number) => number;
  /** Whether an operation has the id already, such as one that another receiver reported. */
  readonly isTaken: (id: string) => boolean;
};

/** A flight found in a log. */
export type FlightLog = {
  readonly name: string | null;
  readonly points: TrackPoints;
  /** Battery in volts and number of satellites, at most once a second; `null` where the log does not contain it. */
  readonly states: readonly {
    readonly timeMs: number;
    readonly batteryV: number | null;
    readonly satellites: number | null;
  }[];
  readonly firstMs: number;
  readonly lastMs: number;
  /** Start position, and greatest distance from it in metres. */
  readonly start: Position;
  readonly reachM: number;
  /** Greatest height above each reference, metres; `null` when unknown. */
  readonly highest: {
    readonly mslM: number | null;
    readonly wgs84: { readonly heightM: number; readonly place: Position } | null;
    readonly atoM: number | null;
  };
  readonly times: ImportedFlight["times"];
  readonly serialNumber: string | null;
  readonly aircraftName: string | null;
  readonly home: Position | null;
};

/** The content of a log, or a sentence on what is wrong with it. */
export type DecodedLog =
  | {
      readonly kind: "flights";
      readonly format: FlightImport["format"];
      readonly flights: readonly FlightLog[];
      readonly dropped: Readonly<Partial<Record<string, number>>>;
      readonly notes: readonly string[];
    }
  | { readonly kind: "invalid"; readonly message: string };

export type FlightDecoders = {
  readonly log: (
    chunks: AsyncIterable<Uint8Array>,
    options: {
      /** The account that imports it. */
      readonly owner: string;
      readonly receivedMs: number;
      /** Start of the flight for logs without absolute time, Unix milliseconds. */
      readonly startMs: number;
      readonly utcOffsetMinutes: number;
      readonly signal: AbortSignal;
    },
  ) => Promise<DecodedLog>;
  readonly track: (upload: Upload) => Promise<DecodedPoints>;
  readonly pointsWithStatus: (upload: Upload) => Promise<DecodedRecords<FlightPointWithStatusInput>>;
  readonly states: (upload: Upload) => Promise<DecodedRecords<StatusEntryInput>>;
};

/** Dependencies of the feature, provided by `app`. */
export type FlightsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly tracks: FlightTracks;
  /** By id or serial number. */
  readonly findDevice: (idOrSerial: string) => FlightDevice | undefined;
  /** Issues of a flight that come from the device itself. */
  readonly listDeviceIssues: (deviceId: string) => readonly EligibilityIssue[];
  /** An aircraft, including deleted ones. */
  readonly findAircraft: (id: string) => { readonly summary: AircraftSummary; readonly owner: string } | undefined;
  /** The model of an aircraft, where its account has chosen one. */
  readonly findAircraftModel: (id: string) => DescribedAircraft | undefined;
  readonly canUseAircraft: (id: string, caller: Pick<Principal, "userId" | "isAdministrator">) => boolean;
  readonly findPerson: (userId: string) => FlightPerson | undefined;
  /** Height of the ground above mean sea level in metres; `undefined` when unknown. */
  readonly findGroundM: (place: Position) => Promise<number | undefined>;
  /** Zones that intersect a closed outline. */
  readonly listZonesTouching: (
    outline: readonly Position[],
  ) => readonly { readonly id: string; readonly name: string; readonly dataMs: number }[];
  /** Decoders for uploads. */
  readonly decode: FlightDecoders;
};
