import { formatBbox, type Position, positionOf } from "../../kernel/geo.ts";
import { geodesicM } from "../../kernel/geodesic.ts";
import { emptyTrackEnd, nextMove } from "../../kernel/plausible-move.ts";
import { createSerialQueue } from "../../kernel/serial-queue.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { airspaceFieldsOf } from "./flights.entry.ts";
import type { FlightModel } from "./flights.model.ts";
import { findFlight, listInProcessing, saveFlight, saveThumbnail } from "./flights.store.ts";
import { createThumbnail } from "./thumbnail.ts";

export type ProcessingOutcome =
  | { readonly kind: "asked"; readonly flight: FlightModel }
  | { readonly kind: "asked_before" }
  | { readonly kind: "no_telemetry" };

export type FlightProcessing = {
  /** Requests the statistics of a flight, which is possible once; they are computed in the background. */
  readonly ask: (flight: FlightModel) => ProcessingOutcome;
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
        bbox: formatBbox(boxOf(track)),
        status: "finished",
        closingFlag: current.closingFlag ?? "nominal",
      });
      saveThumbnail(db, flight.id, createThumbnail(track));
    }).immediate();
  }

  return {
    ask(flight) {
      if (flight.processingRequestedMs !== null) return { kind: "asked_before" };
      if ((tracks.extent(flight.suboperation)?.records ?? 0) === 0) return { kind: "no_telemetry" };
      const asked: FlightModel = { ...flight, status: "processing", processingRequestedMs: clock.now() };
      const shown = { ...airspaceFieldsOf(asked, deps), plan: null };
      tracks.update(flight.suboperation, shown, () => saveFlight(db, asked));
      begin(asked);
      return { kind: "asked", flight: asked };
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

function boxOf(track: readonly Position[]) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { latitude, longitude } of track) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}
