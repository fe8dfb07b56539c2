import { type Ref, ref } from "vue";
import { createMissedLoads, type MissedLoads } from "../../api/missed-loads.ts";
import type { OperationChange } from "../../api/operation-changes.ts";
import type { SwitchableTrackSource } from "../../tracks/track-source.ts";
import { type Chunk, createReplayChunks, chunkWindowOf } from "./replay-chunks.ts";
import { NO_DATA, ReplayCollection } from "./replay-collection.ts";
import { dataOf } from "./replay-data.ts";
import { createReplayDetails } from "./replay-details.ts";
import { createReplayOverview } from "./replay-overview.ts";
import { loadOperations, requestPositions } from "./replay-requests.ts";
import { chunkNumberAt, chunksAt, type Speed } from "./replay-time.ts";
import type { TimeWindow } from "./timeline-scale.ts";

/** Records of the usual receivers are a second apart. */
const SPACING_S = 1;
/** Above this, only the operations in view are loaded, so that their positions are closer together. */
const DENSE_SPACING_S = 5;
const CHUNK_OPERATIONS = { page: 1_000, max: 10_000 } as const;
/** Minimum interval of requests for positions while the person drags. */
const DRAG_INTERVAL_MS = 120;

export type ReplayState = "loading" | "approximate" | "ready" | "failed";

export interface ReplayTracks extends SwitchableTrackSource {
  readonly kind: "replay";
  readonly state: Readonly<Ref<ReplayState>>;
  /** Seconds between two positions, where they had to be thinned; 0 where they are as received. */
  readonly thinnedS: Readonly<Ref<number>>;
  /** Shows another moment; `playing` loads ahead, `isDragging` waits until the person stays somewhere. */
  moveTo(momentMs: number, moving?: { readonly playing?: Speed | undefined; readonly isDragging?: boolean }): void;
  /** Sets the window whose coarse positions and operations are kept in memory. */
  setWindow(window: TimeWindow): void;
  /** `lon_min,lat_min,lon_max,lat_max` in degrees: what is loaded where there is too much for everything. */
  setRegion(region: string): void;
  apply(change: OperationChange): void;
  readonly missed: MissedLoads;
  stop(): void;
}

/** The aircraft of a past time: loaded in windows of five minutes, and in a coarse form for the whole strip. */
export function startReplay(nowMs: () => number): ReplayTracks {
  const collection = new ReplayCollection();
  const missed = createMissedLoads();
  const details = createReplayDetails(collection, missed);
  const overview = createReplayOverview(collection, missed, () => reload());
  const state = ref<ReplayState>("loading");
  const thinnedS = ref(0);
  const dense = { is: false, region: undefined as string | undefined };
  let momentMs = 0;
  let playing: Speed | undefined;
  let shownKey: string | undefined;
  // The shown moment is loaded first.
  let waitingWindow: TimeWindow | undefined;
  let dragTimer: ReturnType<typeof setTimeout> | undefined;
  const chunks = createReplayChunks((number, signal) => loadChunk(number, signal), {
    loaded: () => show(),
    failed: (number) => {
      if (chunksAt(momentMs).includes(number)) state.value = "failed";
    },
  });

  async function loadChunk(number: number, signal: AbortSignal): Promise<Chunk | undefined> {
    const knownUntilMs = nowMs();
    const window = chunkWindowOf(number);
    const region = dense.is ? dense.region : undefined;
    const answer = await requestPositions(window, { spacing: SPACING_S, region }, signal);
    missed.note(`positions ${number}`, answer.kind, request);
    if (answer.kind !== "ok") return undefined;
    const positions = answer.value;
    if (positions.spacing > DENSE_SPACING_S && !dense.is && dense.region !== undefined) {
      dense.is = true;
      return loadChunk(number, signal);
    }
    const isKnown = positions.tracks.every(({ operation_id }) => collection.hasOperation(operation_id));
    if (!isKnown) {
      const outcome = await loadOperations(collection, window, { ...CHUNK_OPERATIONS, signal });
      missed.note(`operations ${number}`, outcome, request);
      // Otherwise its aircraft would stay without names.
      if (outcome === "unreachable") return undefined;
    }
    return { fromMs: window.fromMs, positions, knownUntilMs };
  }

  /** The exact positions as soon as both of its chunks are there; until then the coarse one. */
  function show(): void {
    const shown = chunks.at(momentMs);
    const key = shown?.key ?? "";
    if (key !== shownKey) {
      shownKey = key;
      collection.setData(shown ? dataOf([shown.before, shown.at], false) : (overview.data() ?? NO_DATA));
    }
    if (shown) thinnedS.value = shown.at.positions.spacing > SPACING_S ? shown.at.positions.spacing : 0;
    if (shown?.isWhole) state.value = "ready";
    else if (state.value !== "failed") state.value = overview.data() && !shown ? "approximate" : "loading";
    collection.moveTo(momentMs);
    const isNext = shown !== undefined || state.value === "failed" || dragTimer !== undefined;
    if (!waitingWindow || !isNext) return;
    overview.load(waitingWindow);
    waitingWindow = undefined;
  }

  function request(): void {
    dragTimer = undefined;
    chunks.need(momentMs, playing);
  }

  function reload(): void {
    shownKey = undefined;
    show();
    request();
  }

  return {
    kind: "replay",
    collection,
    nowMs: () => momentMs,
    state,
    thinnedS,
    missed,
    moveTo(next, moving = {}) {
      const isOtherChunk = chunkNumberAt(next) !== chunkNumberAt(momentMs);
      momentMs = next;
      playing = moving.playing;
      if (isOtherChunk) state.value = "loading";
      show();
      if (moving.isDragging) dragTimer ??= setTimeout(request, DRAG_INTERVAL_MS);
      else request();
      if (isOtherChunk) details.load(windowAt(next));
    },
    setWindow(window) {
      waitingWindow = window;
    },
    setRegion(region) {
      if (region === dense.region) return;
      dense.region = region;
      if (!dense.is) return;
      chunks.clear();
      reload();
    },
    loadDetails: (id) => details.choose(id, windowAt(momentMs)),
    apply({ updated, isRebuilt, gone }) {
      collection.remove(gone);
      collection.applyOperations(updated);
      // Their tracks then consist of other suboperations than before.
      if (isRebuilt) chunks.clear();
      reload();
    },
    stop() {
      clearTimeout(dragTimer);
      chunks.stop();
      details.stop();
      overview.stop();
    },
  };
}

/** The data of the chunks of a moment. */
function windowAt(momentMs: number): TimeWindow {
  const [before, at] = chunksAt(momentMs);
  return { fromMs: chunkWindowOf(before).fromMs, toMs: chunkWindowOf(at).toMs };
}
