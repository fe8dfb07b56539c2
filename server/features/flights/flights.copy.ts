import type { FlightPoint, StatusEntry } from "../../contracts/flight-telemetry.ts";
import type { FlightDetail } from "../../contracts/flights.ts";
import type { TextBuffer } from "../../kernel/text-buffer.ts";
import { type Area, areaOf } from "./area.rules.ts";
import {
  type EncodedPoints,
  encodeUploadPoints,
  fetchedPoint,
  toUploadPoints,
  type UploadPoint,
} from "./flight-points.upload.ts";
import { countStates, listStatesBetween } from "./flight-status.store.ts";
import { toPlainStatusEntry } from "./flight-status.wire.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { enterFlight } from "./flights.entry.ts";
import type { FlightModel } from "./flights.model.ts";
import { findFlight } from "./flights.store.ts";
import { msOf } from "./flights.takeoff.ts";
import { toFlightDetail } from "./flights.wire.ts";
import { createFlightWriter } from "./flights.writer.ts";

/** A flight of a peer, with ids of this station. */
export type FlightCopy = {
  readonly detail: FlightDetail;
  readonly owner: string;
  readonly device: string | null;
  readonly aircraft: string | null;
};

/** After the first time, until the second one; at most `limit`. Unix milliseconds. */
type Window = { readonly afterMs: number; readonly untilMs: number; readonly limit: number };

/** Flights as they are exchanged with peers, without an access check. */
export type FlightCopies = {
  readonly find: (id: string) => { readonly detail: FlightDetail; readonly owner: string } | undefined;
  /** Creates or replaces a flight with the data of a peer: its state, times and results are not checked or computed. */
  readonly saveCopy: (
    copy: FlightCopy,
  ) => { readonly kind: "saved" } | { readonly kind: "invalid"; readonly msg: string };
  /**
   * Stores points of a peer; resolves when they are on disk. False where the flight was removed, or its operation was
   * deleted.
   */
  readonly recordPoints: (id: string, points: readonly FlightPoint[]) => Promise<boolean>;
  readonly listPoints: (id: string, window: Window) => Promise<readonly UploadPoint[]>;
  /** The same as the body of an upload, in a buffer of the caller's; `undefined` without points, and where the velocity of one is not known. */
  readonly encodePoints: (id: string, window: Window, text: TextBuffer) => Promise<EncodedPoints | undefined>;
  readonly listStates: (id: string, window: Window) => readonly StatusEntry[];
  /** Number of points; with `untilMs` of those captured until then. */
  readonly countPoints: (id: string, untilMs?: number) => number;
  readonly countStates: (id: string, untilMs?: number) => number;
  /** When the newest of its points arrived; `null` without points. */
  readonly newestArrivalMs: (id: string) => number | null;
};

const NEVER_ABORTED = new AbortController().signal;

export function createFlightCopies(deps: FlightsDeps): FlightCopies {
  const { db, clock, tracks } = deps;
  const writer = createFlightWriter(deps);

  function extentOf(id: string) {
    const flight = findFlight(db, id);
    const extent = flight && tracks.extent(flight.suboperation);
    return flight === undefined || extent === undefined ? undefined : { ...extent, suboperation: flight.suboperation };
  }

  async function* readTrack(id: string, { afterMs, untilMs, limit }: Window) {
    // A track whose operation was deleted has no extent, and is not read.
    const extent = extentOf(id);
    if (extent === undefined || extent.records === 0) return;
    const window = { limit, offset: 0, isDescending: false, firstMs: afterMs + 1, lastMs: untilMs };
    yield* tracks.read(extent.suboperation, window, NEVER_ABORTED);
  }

  function saveCopy(copy: FlightCopy): ReturnType<FlightCopies["saveCopy"]> {
    const { id, region } = copy.detail;
    const read = areaOf(region);
    if (read.kind === "invalid") return { kind: "invalid", msg: `region: ${read.msg}` };
    const before = findFlight(db, id);
    if (before !== undefined && before.owner !== copy.owner) {
      return { kind: "invalid", msg: "id: another account of this station has a flight with this id." };
    }
    const flight = mergedFlight(copy, read.area, before, clock.now());
    if (before !== undefined) {
      writer.save({ ...flight, suboperation: before.suboperation }, before);
      return { kind: "saved" };
    }
    if (tracks.isTaken(id)) return { kind: "invalid", msg: "id: an operation of this station has this id already." };
    const device = copy.device === null ? undefined : deps.findDevice(copy.device);
    enterFlight(deps, flight, { serialNumber: device?.summary.serial_number ?? null, sourceType: "direct" });
    return { kind: "saved" };
  }

  return {
    find(id) {
      const flight = findFlight(db, id);
      return flight && { detail: toFlightDetail(flight, deps), owner: flight.owner };
    },
    saveCopy,
    async recordPoints(id, points) {
      const flight = findFlight(db, id);
      if (flight === undefined) return false;
      const nowMs = clock.now();
      return tracks.record(flight.suboperation, [points.map((point) => fetchedPoint(point, nowMs))]);
    },
    listPoints: async (id, window) => toUploadPoints(readTrack(id, window)),
    encodePoints: async (id, window, text) => encodeUploadPoints(readTrack(id, window), text),
    listStates: (id, window) => listStatesBetween(db, id, window).map(toPlainStatusEntry),
    countPoints(id, untilMs) {
      const extent = extentOf(id);
      if (extent === undefined || extent.records === 0) return 0;
      return untilMs === undefined ? extent.records : tracks.countUntil(extent.suboperation, untilMs);
    },
    countStates: (id, untilMs) => countStates(db, id, untilMs),
    newestArrivalMs(id) {
      const extent = extentOf(id);
      return extent === undefined || extent.records === 0 ? null : extent.updatedMs;
    },
  };
}

/** The flight of a copy; values that the API does not contain are unchanged. */
function mergedFlight(
  { detail, owner, device, aircraft }: FlightCopy,
  area: Area,
  before: FlightModel | undefined,
  nowMs: number,
): Omit<FlightModel, "suboperation"> {
  const { take_off: takeoff } = detail;
  return {
    id: detail.id,
    owner,
    pilot: before?.pilot ?? owner,
    organization: before?.organization ?? null,
    plannedStartMs: Date.parse(detail.date_planned_start),
    plannedFinishMs: Date.parse(detail.date_planned_finish),
    startedMs: msOf(detail.date_started),
    finishedMs: msOf(detail.date_finished),
    status: detail.status,
    closingFlag: detail.closing_flag,
    visibility: detail.visibility,
    device,
    aircraft,
    region: detail.region,
    area,
    ceilingM: detail.max_flight_altitude,
    maxHeightM: detail.max_height,
    lowerAltitudeM: detail.lower_altitude,
    takeoffLatitude: takeoff.location.lat,
    takeoffLongitude: takeoff.location.lon,
    takeoffAltitudeM: takeoff.altitude,
    takeoffPressureHpa: takeoff.pressure,
    operationMode: detail.operation_mode,
    operationCategory: detail.operation_category,
    source: detail.source,
    colorTag: detail.color_tag_used,
    callsign: detail.callsign_used,
    distanceM: detail.distance,
    durationS: detail.duration,
    bbox: before?.bbox ?? null,
    // A flight is processed once; if it is finished, the peer has already done it.
    processingRequestedMs: before?.processingRequestedMs ?? (detail.status === "finished" ? nowMs : null),
    sourceName: detail.import_note?.source_name ?? before?.sourceName ?? null,
    logName: detail.import_note?.name ?? before?.logName ?? null,
    declaredAircraft: detail.import_note?.declared_aircraft ?? before?.declaredAircraft ?? null,
    createdMs: before?.createdMs ?? nowMs,
  };
}
