import { useLocalStorage } from "@vueuse/core";
import { onScopeDispose, type Ref, ref, shallowRef } from "vue";
import { onTick } from "../../ui/clock.ts";
import {
  isInside,
  windowEndingNow,
  shiftWindow,
  type SpanHours,
  type TimeWindow,
  windowAround,
} from "./timeline-scale.ts";

/** The step of the live window: in a bar of an hour, a delay of some seconds is not visible. */
const LIVE_WINDOW_MS = 15_000;

export interface StripWindow {
  readonly window: Readonly<Ref<TimeWindow>>;
  readonly hours: Readonly<Ref<SpanHours>>;
  /** The station's time, updated every second. */
  readonly nowMs: Readonly<Ref<number>>;
  setHours(hours: SpanHours): void;
  /** Shows an earlier or a later part of time. */
  move(direction: -1 | 1): void;
  toPresent(): void;
  /** Brings a moment into the window, if it is not in it. */
  bringIn(momentMs: number): void;
}

/** The time window of the timeline. While live it follows the present, unless the person has moved it. */
export function useStripWindow(momentMs: Readonly<Ref<number | undefined>>, stationNowMs: () => number): StripWindow {
  const hours = useLocalStorage<SpanHours>("fieldstation.timeline-hours", 6);
  const nowMs = ref(stationNowMs());
  const window = shallowRef(windowEndingNow(nowMs.value, hours.value));
  let isMoved = false;

  function toPresent(): void {
    isMoved = false;
    window.value = windowEndingNow(stationNowMs(), hours.value);
  }

  function follow(): void {
    nowMs.value = stationNowMs();
    // In either direction: until the station has answered, this computer's clock is used.
    const isOff = Math.abs(nowMs.value - window.value.toMs) >= LIVE_WINDOW_MS;
    if (momentMs.value === undefined && isOff && !isMoved) toPresent();
  }

  onScopeDispose(onTick(1_000, follow));
  return {
    window,
    hours,
    nowMs,
    setHours(next) {
      hours.value = next;
      isMoved = false;
      window.value = windowAround(momentMs.value ?? stationNowMs(), next, stationNowMs());
    },
    move(direction) {
      window.value = shiftWindow(window.value, direction, stationNowMs());
      isMoved = stationNowMs() - window.value.toMs >= LIVE_WINDOW_MS;
    },
    toPresent,
    bringIn(moment) {
      if (!isInside(window.value, moment)) window.value = windowAround(moment, hours.value, stationNowMs());
    },
  };
}
