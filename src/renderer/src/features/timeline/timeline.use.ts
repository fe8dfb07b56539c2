import { useLocalStorage } from "@vueuse/core";
import { computed, type ComputedRef, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import type { Failure } from "../../api/account.store.ts";
import { onOperationChange } from "../../api/operation-changes.ts";
import { liveViewportOf, type ViewBox } from "../../map/viewport.ts";
import type { TrafficPicture } from "../../tracks/track-source.ts";
import { useQueryText } from "../../ui/query-text.ts";
import { useMomentAddress } from "./moment-address.use.ts";
import { createPlayer } from "./player.ts";
import { periodAt, playedOn, type Speed, speedOf } from "./replay-time.ts";
import { type ReplayPicture, startReplay } from "./replay-picture.ts";
import { useTimelineData } from "./timeline-data.use.ts";
import { isInside, presentWindow, shifted, type SpanHours, type TimeWindow, windowAround } from "./timeline-scale.ts";

/** The live window moves on in steps: a bar of an hour is as good a few seconds later. */
const LIVE_WINDOW_MS = 15_000;

export interface TimelineState {
  /** What map, list and card show: the live picture, or that of a past time. */
  readonly picture: ComputedRef<TrafficPicture>;
  readonly replay: Readonly<Ref<ReplayPicture | undefined>>;
  /** The moment that is shown, Unix milliseconds; undefined while live. */
  readonly momentMs: Readonly<Ref<number | undefined>>;
  readonly nowMs: Readonly<Ref<number>>;
  readonly isPlaying: Readonly<Ref<boolean>>;
  readonly speed: Readonly<Ref<Speed>>;
  readonly hours: Readonly<Ref<SpanHours>>;
  readonly window: Readonly<Ref<TimeWindow>>;
  readonly timeline: Readonly<Ref<Timeline | undefined>>;
  readonly failure: Readonly<Ref<Failure | undefined>>;
  /** The period whose operations the filters ask the station about. */
  period(): { readonly from: string; readonly to?: string };
  seek(momentMs: number, isDragging?: boolean): void;
  step(byMs: number): void;
  toggle(): void;
  setSpeed(speed: Speed): void;
  setHours(hours: SpanHours): void;
  backToLive(): void;
  /** Shows an earlier or a later part of time in the strip. */
  moveWindow(direction: -1 | 1): void;
  setView(box: ViewBox): void;
  retry(): void;
}

/** The time that the live page shows: now, or a past moment that is sought, stepped through and played. */
export function useTimeline(live: TrafficPicture, stationNowMs: () => number): TimelineState {
  const speedText = useQueryText("speed", "1");
  const speed = computed(() => speedOf(speedText.value));
  const hours = useLocalStorage<SpanHours>("fieldstation.timeline-hours", 6);
  const nowMs = ref(stationNowMs());
  const momentMs = ref<number>();
  const window = shallowRef(presentWindow(nowMs.value, hours.value));
  const replay = shallowRef<ReplayPicture>();
  const data = useTimelineData(window);
  const player = createPlayer((frameMs) => {
    if (momentMs.value !== undefined) seek(playedOn(momentMs.value, frameMs, speed.value, stationNowMs()));
  });
  let region: string | undefined;
  const address = useMomentAddress({
    current: () => momentMs.value,
    onTyped(typed) {
      if (typed !== undefined && typed < stationNowMs()) showMoment(typed);
      else if (momentMs.value !== undefined) backToLive();
    },
  });

  function open(): ReplayPicture {
    if (replay.value) return replay.value;
    const opened = startReplay(stationNowMs);
    if (region !== undefined) opened.setRegion(region);
    opened.setWindow(window.value);
    replay.value = opened;
    return opened;
  }

  function showMoment(next: number, isDragging = false): void {
    momentMs.value = next;
    if (!isInside(window.value, next)) window.value = windowAround(next, hours.value, stationNowMs());
    open().moveTo(next, { playing: player.isPlaying.value ? speed.value : undefined, isDragging });
  }

  function seek(next: number, isDragging = false): void {
    if (next >= stationNowMs()) {
      backToLive();
      return;
    }
    showMoment(Math.round(next), isDragging);
    address.write(player.isPlaying.value);
  }

  function backToLive(): void {
    player.pause();
    momentMs.value = undefined;
    replay.value?.stop();
    replay.value = undefined;
    address.clear();
    speedText.value = "1";
    window.value = presentWindow(stationNowMs(), hours.value);
  }

  function follow(): void {
    nowMs.value = stationNowMs();
    const isBehind = nowMs.value - window.value.toMs >= LIVE_WINDOW_MS;
    if (momentMs.value === undefined && isBehind) window.value = presentWindow(nowMs.value, hours.value);
  }

  watch(window, (next) => replay.value?.setWindow(next));
  watch(
    () => replay.value?.state.value,
    (state) => {
      // Otherwise every frame would try again.
      if (state === "failed") player.pause();
    },
  );
  const timer = setInterval(follow, 1_000);
  onScopeDispose(onOperationChange((change) => replay.value?.apply(change)));
  onScopeDispose(() => {
    player.pause();
    clearInterval(timer);
    replay.value?.stop();
  });

  return {
    picture: computed(() => replay.value ?? live),
    replay,
    momentMs,
    nowMs,
    isPlaying: player.isPlaying,
    speed,
    hours,
    window,
    timeline: data.timeline,
    failure: data.failure,
    period: () => periodAt(momentMs.value),
    seek,
    step: (byMs) => seek((momentMs.value ?? stationNowMs()) + byMs),
    toggle() {
      if (player.isPlaying.value) player.pause();
      else if (momentMs.value !== undefined) player.play();
    },
    setSpeed(next) {
      speedText.value = String(next);
    },
    setHours(next) {
      hours.value = next;
      window.value = windowAround(momentMs.value ?? stationNowMs(), next, stationNowMs());
    },
    backToLive,
    moveWindow(direction) {
      window.value = shifted(window.value, direction, stationNowMs());
    },
    setView(box) {
      region = liveViewportOf(box).text;
      replay.value?.setRegion(region);
    },
    retry() {
      if (data.failure.value) void data.reload();
      if (momentMs.value !== undefined) showMoment(momentMs.value);
    },
  };
}
