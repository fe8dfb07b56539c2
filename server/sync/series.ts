import type { Buffer } from "node:buffer";
import type { SyncStep } from "../contracts/sync.ts";
import { TextBuffer } from "../kernel/text-buffer.ts";
import type { Answer } from "./answers.rules.ts";
import type { Timed } from "./points.rules.ts";
import { prepareUpload } from "./points.rules.ts";
import type { Pass } from "./pass.context.ts";
import type { EncodedPoints, UploadPoint } from "./sync.deps.ts";

type Window = { readonly afterMs: number; readonly untilMs: number; readonly limit: number };

/** Times before and after those of all entries. */
export const EARLIEST_MS = Number.MIN_SAFE_INTEGER;
export const LATEST_MS = Number.MAX_SAFE_INTEGER;

/** For an item of which the peer may have any entries, so that each is searched there before it is sent. */
export const COMPARED_FIRST = { cursorMs: null, highMs: LATEST_MS } as const;

/** Entries of a flight in order of time: its telemetry, or the states of the device on board. */
export type Series = {
  readonly kind: Extract<SyncStep["kind"], "track" | "states">;
  /** Number of entries on this station; with `untilMs` of those until then. */
  readonly count: (flight: string, untilMs?: number) => number;
  readonly read: (flight: string, window: Window) => Promise<readonly Timed[]>;
  /**
   * Entries in the form of an upload, how many of them were completed, and the times of those that cannot be uploaded.
   */
  readonly prepare: (
    entries: readonly Timed[],
    remoteFlight: string,
  ) => { readonly entries: readonly Timed[]; readonly derived: number; readonly held: readonly string[] };
  /**
   * Entries encoded for an upload, where that is possible without examining each of them. The text is valid until the
   * next call.
   */
  readonly encode?: (flight: string, window: Window) => Promise<EncodedPoints | undefined>;
  readonly sendEncoded: (remoteFlight: string, json: Buffer) => Promise<Answer<unknown>>;
  readonly send: (remoteFlight: string, entries: readonly Timed[]) => Promise<Answer<unknown>>;
  /** A page of the peer's entries, in order of time. */
  readonly readThere: (remoteFlight: string, offset: number, limit: number) => Promise<Answer<readonly Timed[]>>;
  /** Whether the peer has another value for the same time. */
  readonly isChanged: (here: Timed, there: Timed) => boolean;
};

export function trackSeries({ client, deps: { flights } }: Pass): Series {
  // Reused for one chunk after the other.
  const text = new TextBuffer();
  return {
    kind: "track",
    count: flights.countPoints,
    read: flights.listPoints,
    prepare(entries) {
      const { points, ...rest } = prepareUpload(entries as readonly UploadPoint[]);
      return { entries: points, ...rest };
    },
    encode: (flight, window) => flights.encodePoints(flight, window, text),
    sendEncoded: (id, json) => client.call("createFlightTelemetry", { params: { id }, json }),
    send: (id, body) => client.call("createFlightTelemetry", { params: { id }, body }),
    readThere: (id, offset, limit) =>
      client.call("listFlightTelemetry", { params: { id }, query: { offset, limit, ordering: "time" } }),
    isChanged: (here, there) => isMoved((here as UploadPoint).input, there as PlacedPoint),
  };
}

export function statesSeries({ client, deps: { flights } }: Pass): Series {
  return {
    kind: "states",
    count: flights.countStates,
    read: async (flight, window) => flights.listStates(flight, window),
    prepare: (entries, flight) => ({
      entries: entries.map((entry) => ({ ...entry, flight })),
      derived: 0,
      held: [],
    }),
    sendEncoded: (id, json) => client.call("createFlightStatusHistory", { params: { id }, json }),
    send: (id, body) => client.call("createFlightStatusHistory", { params: { id }, body }),
    readThere: (id, offset, limit) =>
      client.call("listFlightStatusHistory", { params: { id }, query: { offset, limit } }),
    isChanged: () => false,
  };
}

type PlacedPoint = Timed & {
  readonly location: { readonly lat: number; readonly lon: number };
  readonly geo_altitude?: number | null;
};

/** Differences below these are rounding: degrees, and metres. */
const MAX_DEGREES = 1e-6;
const MAX_METRES = 0.1;

function isMoved(here: UploadPoint["input"], there: PlacedPoint): boolean {
  if (here === null) return false;
  return (
    Math.abs(here.location.lat - there.location.lat) > MAX_DEGREES ||
    Math.abs(here.location.lon - there.location.lon) > MAX_DEGREES ||
    Math.abs((here.geo_altitude ?? 0) - (there.geo_altitude ?? 0)) > MAX_METRES
  );
}
