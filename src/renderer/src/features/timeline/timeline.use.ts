import { computed, type ComputedRef, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import { onOperationChange } from "../../api/operation-changes.ts";
import { reasonOf } from "../../api/reason.ts";
import { liveViewportOf, type ViewBox } from "../../map/viewport.ts";
import { useStationReturn } from "../../api/station-return.use.ts";
import type { SwitchableTrackSource } from "../../tracks/track-source.ts";
import { useText } from "../../text/index.ts";
import { createPlayer } from "../../ui/player.ts";
import { useQueryText } from "../../ui/query-text.ts";
import { useMomentAddress } from "./moment-address.use.ts";
import { periodAt, advanceMoment, type Speed, parseSpeed } from "./replay-time.ts";
import { type ReplayTracks, startReplay } from "./replay-tracks.ts";
import { useTimelineData } from "./timeline-data.use.ts";
import { type StripWindow, useStripWindow } from "./strip-window.use.ts";

export interface TimelineState {
  /** The aircraft that map, list and card show: live, or at a past time. */
  readonly source: ComputedRef<SwitchableTrackSource>;
  readonly replay: Readonly<Ref<ReplayTracks | undefined>>;
  /** The moment that is shown, Unix milliseconds; undefined while live. */
  readonly momentMs: Readonly<Ref<number | undefined>>;
  /** The part of time that the strip shows. */
  readonly strip: StripWindow;
  readonly isPlaying: Readonly<Ref<boolean>>;
  readonly speed: Readonly<Ref<Speed>>;
  readonly timeline: Readonly<Ref<Timeline | undefined>>;
  /** Why the time could not be loaded, as a sentence; empty when it was, or still is. */
  readonly problem: Readonly<Ref<string>>;
  /** The cause alone, without what was not loaded; empty when that is not known. */
  readonly reason: Readonly<Ref<string>>;
  /** The period whose operations the filters ask the station about. */
  period(): { readonly from: string; readonly to?: string };
  seek(momentMs: number, isDragging?: boolean): void;
  step(byMs: number): void;
  toggle(): void;
  setSpeed(speed: Speed): void;
  backToLive(): void;
  /** Plays from a few minutes ago. */
  replayRecent(): void;
  setView(box: ViewBox): void;
  retry(): void;
}

const RECENT_MS = 10 * 60_000;

/** The time that the live page shows: now, or a past moment that is sought, stepped through and played. */
export function useTimeline(live: SwitchableTrackSource, stationNowMs: () => number): TimelineState {
  const { t } = useText();
  const speedText = useQueryText("speed", "1");
  const speed = computed(() => parseSpeed(speedText.value));
  const momentMs = ref<number>();
  const strip = useStripWindow(momentMs, stationNowMs);
  const replay = shallowRef<ReplayTracks>();
  const data = useTimelineData(strip.window);
  const player = createPlayer((frameMs) => {
    if (momentMs.value !== undefined) seek(advanceMoment(momentMs.value, frameMs, speed.value, stationNowMs()));
  });
  let region: string | undefined;
  const address = useMomentAddress({
    current: () => momentMs.value,
    onTyped(typed) {
      if (typed !== undefined && typed < stationNowMs()) showMoment(typed);
      else if (momentMs.value !== undefined) backToLive();
    },
  });

  const reason = computed(() => (data.failure.value ? reasonOf(data.failure.value) : ""));
  const problem = computed(() => {
    if (reason.value) return t("timeline.failed", { reason: reason.value });
    return replay.value?.state.value === "failed" ? t("timeline.failedPositions") : "";
  });

  function open(): ReplayTracks {
    if (replay.value) return replay.value;
    const opened = startReplay(stationNowMs);
    if (region !== undefined) opened.setRegion(region);
    opened.setWindow(strip.window.value);
    replay.value = opened;
    return opened;
  }

  function showMoment(next: number, isDragging = false): void {
    momentMs.value = next;
    strip.bringIn(next);
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
    strip.toPresent();
  }

  watch(strip.window, (next) => replay.value?.setWindow(next));
  watch(
    () => replay.value?.state.value,
    (state) => {
      // Pauses, because otherwise every frame would try again.
      if (state === "failed") player.pause();
    },
  );
  useStationReturn(
    () => replay.value?.missed.isAny() ?? false,
    async () => replay.value?.missed.retry(),
  );
  onScopeDispose(onOperationChange((change) => replay.value?.apply(change)));
  onScopeDispose(() => {
    player.pause();
    replay.value?.stop();
  });

  return {
    source: computed(() => replay.value ?? live),
    replay,
    momentMs,
    strip,
    isPlaying: player.isPlaying,
    speed,
    timeline: data.timeline,
    problem,
    reason,
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
    backToLive,
    replayRecent() {
      seek(stationNowMs() - RECENT_MS);
      player.play();
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
