import { fetchAllPages } from "../api/all-pages.ts";
import type { ApiResult } from "../api/station.client.ts";
import { call, routes } from "../api/station.client.ts";
import type { OperationChange } from "../api/operation-changes.ts";
import { type LiveListeners, type LiveSocket, type LiveState, openLiveSocket } from "../api/live.socket.ts";
import type { Notice } from "../../../../server/contracts/live.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { onTick } from "../ui/clock.ts";
import { TrackCollection } from "./track-collection.ts";
import { createTrailLoader } from "./trail-loader.ts";
import type { SwitchableTrackSource } from "./track-source.ts";

const SWEEP_EVERY_MS = 1_000;
/** The interval at which aircraft outside of the live viewport are counted and, in a wide view, updated. */
const REFRESH_OPERATIONS_EVERY_MS = 10_000;
const OVERVIEW_EVERY_MS = 5_000;
/**
 * Aircraft send a record a second, each at its own time: drawing every record at once takes a frame of the page for each
 * aircraft.
 */
const SHOWN_EVERY_MS = 250;
/** As long as an aircraft stays in the collection. */
const OVERVIEW_MAX_AGE_MIN = 5;
const RECENT = { from: "-PT5M", include_last_telemetry: true, limit: 1000, order: "-time" } as const;
const MAX_OPERATIONS = 10_000;
/**
 * With more aircraft than this, trails are loaded only for the aircraft that are shown one by one: loading all of them
 * would take thousands of requests.
 */
const MAX_EAGER_TRAILS = 200;

export interface LiveTracksListeners {
  readonly state: (state: LiveState) => void;
  readonly lost: (lastMessageMs: number) => void;
  readonly notice: (notice: Notice) => void;
  /** Handlers of the other events of the same connection. */
  readonly others: Pick<
    LiveListeners,
    "sync" | "sync_removed" | "setup" | "setup_batch" | "alert" | "traffic" | "position"
  >;
  /** Called once, when the current operations are in the collection or could not be loaded. */
  readonly loaded: (answer: ApiResult<unknown>) => void;
}

export interface LiveTracks extends SwitchableTrackSource {
  readonly kind: "live";
  /** `lon_min,lat_min,lon_max,lat_max` in degrees. */
  setViewport(viewport: string): void;
  /** The region of a view that is wider than the live stream serves; undefined when it serves all of it. */
  setOverview(region: string | undefined): void;
  /** Loads the trails of aircraft that are shown one by one, unless they are loaded already. */
  loadTrails(operationIds: readonly string[]): void;
  /** Applies a person's actions on operations. */
  apply(change: OperationChange): void;
  stop(): void;
}

/**
 * The live tracks: the stream and, when it begins, the current operations with their last telemetry and recent trails.
 * After an outage the trails are fetched again, which fills the gap.
 */
export function startLiveTracks(nowMs: () => number, listeners: LiveTracksListeners): LiveTracks {
  const collection = new TrackCollection();
  const trails = createTrailLoader(collection, nowMs);
  const waiting = new Set<string>();
  /** Whether the operations were requested. That happens when the stream begins, so that nothing is missed between. */
  let isAsked = false;
  let isLoaded = false;
  let hasViewport = false;
  let isStreaming = false;
  /** Whether an aircraft is received whose operation is not known: also at the start. */
  let isNameMissing = true;

  const socket: LiveSocket = openLiveSocket({
    telemetry_ua(records) {
      collection.applyUa(records, nowMs());
      for (const { operation_id: id } of records) noteReceived(id);
    },
    telemetry_operator: (records) => collection.applyOperator(records),
    telemetry_system: (records) => collection.applySystem(records, nowMs()),
    ...listeners.others,
    operation: (operations) => collection.applyOperations(operations),
    notice: (notices) => notices.forEach(handleNotice),
    state: listeners.state,
    lost: listeners.lost,
    connected(resumed) {
      if (resumed) trails.clear();
      isStreaming = hasViewport;
      void refreshOperations();
      void loadSensorPlaces(collection, nowMs);
    },
    unconnected: () => {
      // Even if the stream cannot connect, the page shows the operations, or why they are not known.
      if (!isAsked) void refreshOperations();
    },
  });
  const stopSweeping = onTick(SWEEP_EVERY_MS, () => {
    // Without the station it is not known whether an aircraft is gone: keep what was received last.
    if (!socket.isConnected()) return;
    collection.sweep(nowMs());
    trails.sweep();
  });
  const stopRefreshing = onTick(REFRESH_OPERATIONS_EVERY_MS, () => void refreshOperations());
  const overview = followOverview(collection, nowMs);

  function handleNotice(notice: Notice): void {
    if (notice.operation_id !== undefined) collection.remove(notice.operation_id);
    listeners.notice(notice);
  }

  function apply({ updated, isRebuilt, gone }: OperationChange): void {
    for (const id of gone) collection.remove(id);
    if (!isRebuilt) {
      collection.applyOperations(updated.filter(({ id }) => collection.tracks.has(id)));
      return;
    }
    for (const { id } of updated) {
      collection.remove(id);
      trails.drop(id);
    }
    void refreshOperations();
  }

  async function refreshOperations(): Promise<void> {
    isAsked = true;
    const answer = isNameMissing ? await listAllOperations() : await call(routes.listOperations, { query: RECENT });
    const isFirst = !isLoaded;
    isLoaded = true;
    if (answer.kind === "ok") {
      isNameMissing = false;
      collection.applyOperations(answer.value);
      for (const { id } of answer.value) noteReceived(id);
    }
    if (!isFirst) return;
    // Operations that were streamed or selected in the meantime.
    for (const id of waiting) trails.request(id);
    for (const id of collection.tracks.keys()) noteReceived(id);
    listeners.loaded(answer);
  }

  function noteReceived(operationId: string): void {
    const track = collection.tracks.get(operationId);
    if (track && !track.operation) isNameMissing = true;
    if (isLoaded && collection.tracks.size <= MAX_EAGER_TRAILS) trails.request(operationId);
  }

  /** Before the list is loaded, the name and operator of each would have to be requested as well. */
  function requestTrail(operationId: string): void {
    if (isLoaded) trails.request(operationId);
    else waiting.add(operationId);
  }

  return {
    kind: "live",
    collection,
    nowMs,
    shownEveryMs: SHOWN_EVERY_MS,
    setViewport(viewport) {
      hasViewport = true;
      socket.setViewport(viewport);
      if (isStreaming || !socket.isConnected()) return;
      // The page before had no map, so nothing was streamed: fetch the current state at once.
      isStreaming = true;
      void refreshOperations();
    },
    setOverview: overview.setRegion,
    loadTrails: (operationIds) => operationIds.forEach(requestTrail),
    apply,
    loadDetails: requestTrail,
    stop: () => {
      stopRefreshing();
      overview.stop();
      stopSweeping();
      socket.close();
    },
  };
}

/** The last positions in the region of a view that is wider than the live stream serves. */
function followOverview(collection: TrackCollection, nowMs: () => number) {
  let region: string | undefined;

  async function refresh(): Promise<void> {
    if (region === undefined) return;
    const answer = await call(routes.listLastUaTelemetry, { query: { bbox: region, max_age: OVERVIEW_MAX_AGE_MIN } });
    if (answer.kind === "ok") collection.applyOverview(answer.value, nowMs());
  }

  return {
    setRegion(next: string | undefined): void {
      if (next === region) return;
      region = next;
      void refresh();
    },
    stop: onTick(OVERVIEW_EVERY_MS, () => void refresh()),
  };
}

/** All recent operations, page by page, as far as the console can show them. */
function listAllOperations(): Promise<ApiResult<readonly Operation[]>> {
  return fetchAllPages(({ offset, limit }) =>
    offset >= MAX_OPERATIONS
      ? Promise.resolve({ kind: "ok", value: [] })
      : call(routes.listOperations, { query: { ...RECENT, limit, offset } }),
  );
}

/** A stationary sensor may report its position rarely: the station knows the last one. */
async function loadSensorPlaces(collection: TrackCollection, nowMs: () => number): Promise<void> {
  const answer = await call(routes.listLastSystemTelemetry, { query: {} });
  if (answer.kind === "ok") collection.applySensorPlaces(answer.value, nowMs());
}
