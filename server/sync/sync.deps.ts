import type { Buffer } from "node:buffer";
import type { AircraftCreate } from "../contracts/aircraft.ts";
import type { AllRoutes } from "../contracts/index.ts";
import type { FlightDetail } from "../contracts/flights.ts";
import type { FlightPoint, FlightPointInput, StatusEntry } from "../contracts/flight-telemetry.ts";
import type { CredentialStore, PeerCredential, PeerModel } from "../features/sync/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { TextBuffer } from "../kernel/text-buffer.ts";
import type { Log } from "../kernel/log.ts";
import type { HourSummary } from "../kernel/telemetry.ts";
import type { TimeRange } from "../kernel/time-range.ts";
import type { WritableDb } from "../storage/database.ts";

/** The routes of the published API that synchronisation calls, at a peer and on its own station. */
export const SYNC_ROUTES = [
  "getCurrentUser",
  "listAircraft",
  "createAircraft",
  "getAircraft",
  "editAircraft",
  "listAircraftVendors",
  "listDevices",
  "registerDevice",
  "getDevice",
  "editDevice",
  "listFlights",
  "createFlight",
  "getFlight",
  "editFlight",
  "processFlight",
  "listFlightTelemetry",
  "createFlightTelemetry",
  "listFlightStatusHistory",
  "createFlightStatusHistory",
  "getInfo",
  "compareSightings",
  "receiveSightings",
] as const satisfies readonly (keyof AllRoutes)[];
export type SyncRoute = (typeof SYNC_ROUTES)[number];

/** Routes that are called at a peer only. */
export const PEER_ROUTES = [
  ...SYNC_ROUTES,
  "listPersonalAccessTokens",
  "listAnnotations",
  "createAnnotation",
  "updateAnnotation",
  "getOperation",
  "getOperationAccess",
  "listEligibilityIssues",
  "getConfigurationSet",
  "listZoneSets",
  "listZones",
  "listOperations",
  "listUaTelemetry",
  "listOperatorTelemetry",
  // Only another station has these.
  "listSyncChanges",
  "readSightings",
  "listSightingHours",
] as const satisfies readonly (keyof AllRoutes)[];
export type PeerRoute = (typeof PEER_ROUTES)[number];

/** Input of a call; parts that a route does not have are left out. Query values are written as text. */
export type ApiInput = {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly body?: unknown;
  /** The body, if it is already encoded as JSON. */
  readonly json?: Buffer;
};

/** The station's own side of an API call, made in-process with the rights of an account. */
export type LocalCall = (
  userId: string,
  name: SyncRoute,
  input: ApiInput,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** A point of a flight for upload, and whether any of its values is derived and not recorded. */
export type UploadPoint = {
  readonly time: string;
  /** `null` where its velocity over ground is not known, neither recorded nor from the track. */
  readonly input: FlightPointInput | null;
  readonly isDerived: boolean;
};

/** A flight of a peer, with ids of this station. */
export type FlightCopy = {
  readonly detail: FlightDetail;
  readonly owner: string;
  readonly device: string | null;
  readonly aircraft: string | null;
};

/** Points of a flight, encoded as the JSON body of an upload. */
export type EncodedPoints = {
  readonly json: Buffer;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

/** The station's own flights. Times in Unix milliseconds. */
export type LocalFlights = {
  readonly find: (id: string) => { readonly detail: FlightDetail; readonly owner: string } | undefined;
  /** Creates or replaces a flight with the data of a peer: its state, times and results are not checked or computed. */
  readonly saveCopy: (
    copy: FlightCopy,
  ) => { readonly kind: "saved" } | { readonly kind: "invalid"; readonly msg: string };
  /**
   * Stores points of a peer's flight; resolves when they are on disk. False where the flight was removed, or its
   * operation was deleted.
   */
  readonly recordPoints: (id: string, points: readonly FlightPoint[]) => Promise<boolean>;
  /** Points captured after a time and until another, in order of time, at most `limit`. */
  readonly listPoints: (
    id: string,
    window: { readonly afterMs: number; readonly untilMs: number; readonly limit: number },
  ) => Promise<readonly UploadPoint[]>;
  /**
   * The same, encoded in a buffer of the caller's; `undefined` without points, and where the velocity of one is not
   * known.
   */
  readonly encodePoints: (
    id: string,
    window: { readonly afterMs: number; readonly untilMs: number; readonly limit: number },
    text: TextBuffer,
  ) => Promise<EncodedPoints | undefined>;
  readonly listStates: (
    id: string,
    window: { readonly afterMs: number; readonly untilMs: number; readonly limit: number },
  ) => readonly StatusEntry[];
  /** Number of points; with `untilMs` of those captured until then. */
  readonly countPoints: (id: string, untilMs?: number) => number;
  readonly countStates: (id: string, untilMs?: number) => number;
  /** When the newest of its points arrived here; `null` when it has none. */
  readonly newestArrivalMs: (id: string) => number | null;
};

/**
 * Creates an aircraft of an account from a peer's data; returns its id, `undefined` when it cannot be created. It runs
 * synchronously, as a part of a transaction of the caller's.
 */
export type CreateAircraft = (owner: string, aircraft: AircraftCreate) => string | undefined;

/** Received telemetry, as it is exchanged with other stations. */
export type LocalSightings = {
  /** The id under which other stations know this one. */
  readonly stationId: () => string;
  /**
   * How many records of another station's suboperation are stored here, and until when; `undefined` when there are
   * none.
   */
  readonly findReceived: (uuid: string) => { readonly records: number; readonly lastMs: number } | undefined;
  /** What its own receivers received; `undefined` when it may not, or no longer, be sent to other stations. */
  readonly find: (
    suboperation: string,
  ) => { readonly number: number; readonly lastMs: number; readonly head: object } | undefined;
  readonly listHours: (number: number, range: TimeRange) => Promise<readonly HourSummary[]>;
  /** Number of records until a time, which is included. */
  readonly countUntil: (number: number, untilMs: number) => number;
  /** Records in a range, at most `limit` of each kind, and the time until which they are complete. */
  readonly read: (
    number: number,
    range: TimeRange,
    limit: number,
  ) => Promise<{
    readonly records: Readonly<Record<"ua" | "operator", readonly { readonly observed_at: string }[]>>;
    readonly untilMs: number;
  }>;
};

/** The annotations of this station's accounts; each has at most one on an operation. */
export type LocalAnnotations = {
  readonly find: (operationId: string, userId: string) => Promise<{ readonly note: string | null } | undefined>;
  /** Writes the note, or replaces it; returns why it could not. */
  readonly save: (operationId: string, userId: string, note: string | null) => Promise<string | undefined>;
};

/** One HTTP request. The path begins with a slash; header names are in lower case. */
export type WireRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Set where only the first and the last byte of a successful body are needed. */
  readonly needsEndsOnly?: boolean;
};

export type WireAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Received bytes, headers included; more where a compressed body does not declare its length. */
  readonly receivedBytes: number;
};

/** There was no response, or an incomplete one. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** Whether the request may have reached the peer. */
  readonly mayHaveArrived: boolean;
  /** Whether it took too long. */
  readonly isTimeout: boolean;
  /** Bytes that were received until it broke off, headers included. */
  readonly receivedBytes: number;

  constructor(
    message: string,
    what: { readonly mayHaveArrived: boolean; readonly isTimeout: boolean; readonly receivedBytes?: number },
  ) {
    super(message);
    this.mayHaveArrived = what.mayHaveArrived;
    this.isTimeout = what.isTimeout;
    this.receivedBytes = what.receivedBytes ?? 0;
  }
}

/** Sends one request. Rejects with a `TransportError`; follows no redirect. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Where the tokens of a peer come from. */
export type ProviderOfPeer = Pick<PeerModel, "authUrl" | "baseUrl" | "clientId">;

/** The provider at which a person signs in to a peer. */
export type OidcClient = {
  readonly refresh: (
    peer: ProviderOfPeer,
    refreshToken: string,
  ) => Promise<Extract<PeerCredential, { readonly kind: "oidc" }> | "refused" | "unreachable">;
  /**
   * Rejects where the provider cannot be reached or does not offer the grant; `completed` rejects when the person does
   * not sign in.
   */
  readonly startDeviceGrant: (
    peer: ProviderOfPeer,
    signal: AbortSignal,
  ) => Promise<{
    readonly userCode: string;
    readonly verificationUri: string;
    readonly verificationUriComplete: string | null;
    readonly expiresMs: number;
    readonly completed: Promise<Extract<PeerCredential, { readonly kind: "oidc" }>>;
  }>;
};

/** The dependencies of the engine: everything it does outside itself. */
export type SyncEngineDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  /** A number from 0 up to 1, for the jitter of repeated attempts. */
  readonly random: () => number;
  readonly log: Log;
  readonly transport: Transport;
  /** Compresses with gzip; by default on another thread. */
  readonly compress?: Compress;
  readonly credentials: CredentialStore;
  readonly oidc: OidcClient;
  readonly callLocally: LocalCall;
  readonly flights: LocalFlights;
  readonly createAircraft: CreateAircraft;
  /** `null` where no received telemetry is for others: in a demonstration. */
  readonly sightings: LocalSightings | null;
  readonly annotations: LocalAnnotations;
  /** Whether an account may sign in; nothing is exchanged for one that may not. */
  readonly isActive: (userId: string) => boolean;
  /** Whether an account has the console open now: then news is requested from peers more often. */
  readonly hasConsoleOpen?: (userId: string) => boolean;
  /** Called when the state or the counts of a peer changed. */
  readonly onChange: (peer: PeerModel) => void;
};
