import type { Answer } from "../api/station.client.ts";
import { call, routes } from "../api/station.client.ts";
import type { OperationChange } from "../api/operation-changes.ts";
import { type LiveSocket, type LiveState, openLiveSocket } from "../api/live.socket.ts";
import type { Notice } from "../../../../server/contracts/live.ts";
import { TrackBook } from "./track-book.ts";
import type { TrackSource } from "./track-source.ts";

const SWEEP_EVERY_MS = 1_000;
/** What flies outside the viewport is still counted, and a view too wide for the live stream is kept moving by this. */
const LOOK_AROUND_EVERY_MS = 10_000;
const OVERVIEW_EVERY_MS = 5_000;
/** As long as an aircraft stays in the book. */
const OVERVIEW_MAX_AGE_MIN = 5;
const TRAILS_AT_ONCE = 4;
/** Five minutes at 10 Hz. */
const TRAIL_RECORDS = 3_000;

export interface LiveTracksListeners {
  readonly state: (state: LiveState) => void;
  readonly notice: (notice: Notice) => void;
  /** Called once, when what was going on at the start is in the book, or could not be asked for. */
  readonly loaded: (answer: Answer<unknown>["kind"]) => void;
}

export interface LiveTracks extends TrackSource {
  /** `lon_min,lat_min,lon_max,lat_max` in degrees. */
  setViewport(viewport: string): void;
  /** The region of a view that is wider than the live stream serves; undefined when it serves all of it. */
  setOverview(region: string | undefined): void;
  /** What a person has done to flights. */
  take(change: OperationChange): void;
  /** Asks for all about an aircraft of which only the place is known. */
  complete(operationId: string): void;
  stop(): void;
}

/**
 * The living picture: first what is going on (operations with their last telemetry and recent trails), then the
 * stream. After an outage the trails are fetched again, so that a gap closes by itself.
 */
export function startLiveTracks(nowMs: () => number, listeners: LiveTracksListeners): LiveTracks {
  const book = new TrackBook();
  const withTrail = new Set<string>();
  const wanted: string[] = [];
  let fetching = 0;
  let isLoaded = false;

  const socket: LiveSocket = openLiveSocket({
    telemetry_ua: (records) => {
      book.takeUa(records, nowMs());
      for (const { operation_id } of records) wantTrail(operation_id);
    },
    telemetry_operator: (records) => book.takeOperator(records),
    telemetry_system: (records) => book.takeSystem(records),
    operation: (operations) => book.takeOperations(operations),
    notice: (notices) => notices.forEach(takeNotice),
    state: listeners.state,
    connected: (resumed) => {
      if (resumed) withTrail.clear();
      void lookAround();
    },
  });
  const sweeping = setInterval(() => {
    book.sweep(nowMs());
    for (const id of withTrail) if (!book.tracks.has(id)) withTrail.delete(id);
  }, SWEEP_EVERY_MS);
  const looking = setInterval(() => void lookAround(), LOOK_AROUND_EVERY_MS);
  const overlooking = setInterval(() => void overlook(), OVERVIEW_EVERY_MS);
  let region: string | undefined;
  void lookAround();

  function takeNotice(notice: Notice): void {
    if (notice.operation_id !== undefined) book.forget(notice.operation_id);
    listeners.notice(notice);
  }

  function take({ updated, isRebuilt, gone }: OperationChange): void {
    for (const id of gone) book.forget(id);
    if (!isRebuilt) {
      book.takeOperations(updated.filter(({ id }) => book.tracks.has(id)));
      return;
    }
    for (const { id } of updated) {
      book.forget(id);
      withTrail.delete(id);
    }
    void lookAround();
  }

  async function overlook(): Promise<void> {
    if (region === undefined) return;
    const query = { bbox: region, max_age: OVERVIEW_MAX_AGE_MIN };
    const answer = await call(routes.listLastUaTelemetry, { query });
    if (answer.kind === "ok") book.takeLast(answer.value, nowMs());
  }

  async function lookAround(): Promise<void> {
    const answer = await call(routes.listOperations, {
      query: { from: "-PT5M", include_last_telemetry: true, limit: 1000, order: "-time" },
    });
    if (answer.kind === "ok") {
      book.takeOperations(answer.value);
      for (const { id } of answer.value) wantTrail(id);
    }
    if (!isLoaded) listeners.loaded(answer.kind);
    isLoaded = true;
  }

  function wantTrail(operationId: string): void {
    if (withTrail.has(operationId)) return;
    withTrail.add(operationId);
    wanted.push(operationId);
    fetchTrails();
  }

  function fetchTrails(): void {
    while (fetching < TRAILS_AT_ONCE) {
      const operationId = wanted.shift();
      if (operationId === undefined) return;
      fetching += 1;
      void fetchTrail(operationId).finally(() => {
        fetching -= 1;
        fetchTrails();
      });
    }
  }

  async function fetchTrail(operationId: string): Promise<void> {
    const query = { operation_id: operationId, order: "-time", limit: TRAIL_RECORDS } as const;
    const [trail, operator] = await Promise.all([
      call(routes.listUaTelemetry, { query }),
      call(routes.listOperatorTelemetry, { query: { ...query, limit: 1 } }),
    ]);
    if (trail.kind === "ok") book.takeTrail(operationId, trail.value);
    if (operator.kind === "ok") book.takeOperator(operator.value);
    if (book.tracks.get(operationId)?.operation) return;
    const operation = await call(routes.getOperation, { params: { operation_id: operationId } });
    if (operation.kind === "ok") book.takeOperations([operation.value]);
  }

  return {
    book,
    nowMs,
    setViewport: (viewport) => socket.setViewport(viewport),
    setOverview: (next) => {
      if (next === region) return;
      region = next;
      void overlook();
    },
    take,
    complete: wantTrail,
    stop: () => {
      clearInterval(sweeping);
      clearInterval(looking);
      clearInterval(overlooking);
      socket.close();
    },
  };
}
