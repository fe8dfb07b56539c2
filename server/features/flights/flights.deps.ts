import type { AircraftSummary } from "../../contracts/aircraft.ts";
import type { DeviceSummary, EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightPointWithStatusInput, StatusEntryInput } from "../../contracts/flight-telemetry.ts";
import type { FlightImport, ImportedFlight } from "../../contracts/flight-import.ts";
import type { TrackPoints } from "../../kernel/track-points.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { DecodedPoints, DecodedRecords, Upload } from "../../kernel/upload.ts";
import type { WritableDb } from "../../storage/database.ts";

/** A device as flights see it. */
export type FlightDevice = {
  readonly summary: DeviceSummary;
  readonly owner: string | null;
  readonly groups: readonly string[];
  /** Aircraft of the device's own choice. */
  readonly aircraft: string | null;
};

/** A person as flights see one. */
export type FlightPerson = {
  readonly fullName: string | null;
  readonly uasOperatorId: string | null;
  readonly defaultAircraft: string | null;
  readonly defaultVisibility: "public" | "private";
};

/** State of an operation that comes from its plan while it has no telemetry. */
export type OperationPlan = "planned" | "past" | "cancelled" | null;

/** Which points of a track, in their order in time. */
export type TrackPage = { readonly limit: number; readonly offset: number; readonly isDescending: boolean };

/** Where the telemetry of flights lies: a suboperation of the airspace each. */
export type FlightTracks = {
  /**
   * Enters a flight into the airspace, under its id; `alongside` writes the flight in the same transaction, with the
   * number of its suboperation.
   */
  readonly enter: (
    flight: {
      readonly id: string;
      readonly owner: string;
      readonly pilot: string;
      readonly isPrivate: boolean;
      readonly plan: OperationPlan;
      readonly serialNumber: string | null;
      readonly sourceType: "direct" | "import";
      readonly timeMs: number;
    },
    alongside: (suboperation: number) => void,
  ) => void;
  /** Changes what the airspace shows of its plan; `alongside` writes the flight in the same transaction. */
  readonly update: (
    suboperation: number,
    change: { readonly plan: OperationPlan; readonly isPrivate: boolean },
    alongside: () => void,
  ) => void;
  /** Adds points, replacing those of the same time; resolves when they are on disk. */
  readonly record: (suboperation: number, points: Iterable<readonly UaPoint[]>) => Promise<void>;
  /** Adds states of the system on board, replacing those of the same time; resolves when they are on disk. */
  readonly recordStates: (suboperation: number, states: readonly SystemPoint[]) => Promise<void>;
  readonly read: (suboperation: number, window: TrackPage, signal: AbortSignal) => AsyncIterable<readonly UaPoint[]>;
  /** The same, for a map format. */
  readonly stream: (
    suboperation: number,
    window: TrackPage,
    signal: AbortSignal,
  ) => Extract<TelemetryStream, { readonly record: "ua" }>;
  /** What there is of it; `undefined` when it was removed. */
  readonly extent: (
    suboperation: number,
  ) => { readonly firstMs: number; readonly lastMs: number; readonly records: number } | undefined;
};

/** A flight as it was found in a log. */
export type FlightLog = {
  readonly name: string | null;
  readonly points: TrackPoints;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Where it began, metres that it went away from there at most, and its greatest height, where that is known. */
  readonly start: Position;
  readonly reachM: number;
  readonly highestM: number | null;
  readonly times: ImportedFlight["times"];
  readonly serialNumber: string | null;
  readonly aircraftName: string | null;
  readonly home: Position | null;
};

/** What a log holds, or what is wrong with it in one sentence. */
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
      readonly receivedMs: number;
      /** When the flight began, for a log without a clock. */
      readonly startMs: number;
      readonly utcOffsetMinutes: number;
      readonly signal: AbortSignal;
    },
  ) => Promise<DecodedLog>;
  readonly track: (upload: Upload) => Promise<DecodedPoints>;
  readonly pointsWithStatus: (upload: Upload) => Promise<DecodedRecords<FlightPointWithStatusInput>>;
  readonly states: (upload: Upload) => Promise<DecodedRecords<StatusEntryInput>>;
};

/** What the feature asks of the rest of the station; `app` hands it in. */
export type FlightsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly tracks: FlightTracks;
  /** By id or serial number. */
  readonly findDevice: (idOrSerial: string) => FlightDevice | undefined;
  /** What stands in the way of a flight with a device, as far as the device goes. */
  readonly listDeviceIssues: (deviceId: string) => readonly EligibilityIssue[];
  /** An aircraft, also one that was deleted since. */
  readonly findAircraft: (id: string) => { readonly summary: AircraftSummary; readonly owner: string } | undefined;
  readonly canUseAircraft: (id: string, caller: Pick<Principal, "userId" | "isAdministrator">) => boolean;
  readonly findPerson: (userId: string) => FlightPerson | undefined;
  /** Height of the ground above sea level, metres, where it is known. */
  readonly findGroundM: (place: Position) => Promise<number | undefined>;
  /** Zones that an area touches; its outline closed. */
  readonly listZonesTouching: (
    outline: readonly Position[],
  ) => readonly { readonly id: string; readonly name: string; readonly dataMs: number }[];
  /** Readers of uploads. */
  readonly decode: FlightDecoders;
};
