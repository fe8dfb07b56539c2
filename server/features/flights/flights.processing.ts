import { widen } from "../../kernel/box-e7.ts";
import { type BoxE7, formatBbox, type Position, positionOf, toBbox } from "../../kernel/geo.ts";
import { geodesicM } from "../../kernel/geodesic.ts";
import { emptyTrackEnd, nextMove } from "../../kernel/plausible-move.ts";
import { createSerialQueue } from "../../kernel/serial-queue.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { airspaceFieldsOf } from "./flights.entry.ts";
import type { FlightModel } from "./flights.model.ts";
import { findFlight, listInProcessing, saveFlight, saveThumbnail } from "./flights.store.ts";
import { createThumbnail } from "./thumbnail.ts";

export type ProcessingOutcome =
  | { readonly kind: "requested"; readonly flight: FlightModel }
  | { readonly kind: "already_requested" }
  | { readonly kind: "no_telemetry" };

export type FlightProcessing = {
  /** Requests the statistics of a flight, which is possible once; they are computed in the background. */
  readonly request: (flight: FlightModel) => ProcessingOutcome;
  /** Resumes requests from before the station was stopped. */
  readonly resume: () => void;
  /** Resolves when all requests so far are done. */
  readonly settled: () => Promise<void>;
  /** Resolves when the running computation has ended; the remaining requests are resumed after the next start. */
  readonly stop: () => Promise<void>;
};

export function createFlightProcessing(deps: FlightsDeps): FlightProcessing {
  const { db, clock, log, tracks } = deps;
  const abort = new AbortController();
  /** Flights are processed one after the other. */
  const queue = createSerialQueue();

  function begin(flight: FlightModel): void {
    void queue.run(async () => {
      if (abort.signal.aborted) return;
      try {
        await work(flight);
      } catch (error) {
        if (abort.signal.aborted) return;
        log.error({ err: error, flight: flight.id }, "a flight could not be processed");
        saveFlight(db, { ...flight, status: "error", closingFlag: "corrupted" });
      }
    });
  }

  async function work(flight: FlightModel): Promise<void> {
    const track: Position[] = [];
    let box: BoxE7 | null = null;
    let distanceM = 0;
    let firstMs = Infinity;
    let lastMs = -Infinity;
    const end = emptyTrackEnd();
    const everything = { limit: Infinity, offset: 0, isDescending: false };
    for await (const points of tracks.read(flight.suboperation, everything, abort.signal)) {
      for (const point of points) {
        const place = positionOf(point);
        const move = nextMove(end, { ...place, timeMs: point.timeMs });
        if (move !== undefined) distanceM += geodesicM(move.from, place);
        firstMs = Math.min(firstMs, point.timeMs);
        lastMs = Math.max(lastMs, point.timeMs);
        track.push(place);
        box = widen(box, point);
      }
    }
    db.transaction(() => {
      // It may have been changed meanwhile, by a copy from a peer.
      const current = findFlight(db, flight.id) ?? flight;
      saveFlight(db, {
        ...current,
        distanceM,
        durationS: Math.round((lastMs - firstMs) / 1000),
        startedMs: current.startedMs ?? firstMs,
        finishedMs: lastMs,
        bbox: box && formatBbox(toBbox(box)),
        status: "finished",
        closingFlag: current.closingFlag ?? "nominal",
      });
      saveThumbnail(db, flight.id, createThumbnail(track));
    }).immediate();
  }

  return {
    request(flight) {
      if (flight.processingRequestedMs !== null) return { kind: "already_requested" };
      if ((tracks.extent(flight.suboperation)?.records ?? 0) === 0) return { kind: "no_telemetry" };
      const requested: FlightModel = { ...flight, status: "processing", processingRequestedMs: clock.now() };
      const shown = { ...airspaceFieldsOf(requested, deps), plan: null };
      tracks.update(flight.suboperation, shown, () => saveFlight(db, requested));
      begin(requested);
      return { kind: "requested", flight: requested };
    },
    resume() {
      for (const flight of listInProcessing(db)) begin(flight);
    },
    settled: queue.settled,
    async stop() {
      abort.abort();
      await queue.settled();
    },
  };
}
