import { formatClock, formatDayOfMonth, type TimeZoneChoice } from "../../ui/times.ts";

/** The part of time that the strip shows, Unix milliseconds. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Hours that the strip can show. */
export const SPAN_HOURS = [1, 6, 24] as const;
export type SpanHours = (typeof SPAN_HOURS)[number];

const TICK_STEPS_MS = [5, 10, 15, 30, 60, 120, 180, 360].map((minutes) => minutes * MINUTE_MS);
const MIN_TICK_PX = 74;

export interface Tick {
  readonly timeMs: number;
  readonly text: string;
}

/** From 0 at the start of a window to 1 at its end; beyond these outside of it. */
export function windowFraction({ fromMs, toMs }: TimeWindow, timeMs: number): number {
  return (timeMs - fromMs) / (toMs - fromMs);
}

export function timeAt({ fromMs, toMs }: TimeWindow, share: number): number {
  return Math.round(fromMs + Math.max(0, Math.min(1, share)) * (toMs - fromMs));
}

/** The window that ends with the present. */
export function windowEndingNow(nowMs: number, hours: SpanHours): TimeWindow {
  return { fromMs: nowMs - hours * HOUR_MS, toMs: nowMs };
}

/** A window of the same length with a moment in its middle, but not beyond the present. */
export function windowAround(momentMs: number, hours: SpanHours, nowMs: number): TimeWindow {
  const toMs = Math.max(Math.min(nowMs, momentMs + (hours * HOUR_MS) / 2), momentMs);
  return { fromMs: toMs - hours * HOUR_MS, toMs };
}

/** Moved by half of its length, not beyond the present. */
export function shiftWindow({ fromMs, toMs }: TimeWindow, direction: -1 | 1, nowMs: number): TimeWindow {
  const lengthMs = toMs - fromMs;
  const endMs = Math.min(nowMs, toMs + (direction * lengthMs) / 2);
  return { fromMs: endMs - lengthMs, toMs: endMs };
}

export function isInside({ fromMs, toMs }: TimeWindow, timeMs: number): boolean {
  return timeMs >= fromMs && timeMs <= toMs;
}

/** Whether the loaded data is sufficient; if the window ends with the present, it may be a minute old. */
export function isCovered(wanted: TimeWindow, loaded: TimeWindow | undefined): boolean {
  return (
    loaded !== undefined &&
    wanted.fromMs >= loaded.fromMs &&
    wanted.toMs <= loaded.toMs + MINUTE_MS &&
    wanted.toMs >= loaded.toMs
  );
}

/** Round times, as many as there is room for; midnight is named by its day. */
export function ticksOf(window: TimeWindow, widthPx: number, zone: TimeZoneChoice): readonly Tick[] {
  const room = Math.max(1, Math.floor(widthPx / MIN_TICK_PX));
  const stepMs = TICK_STEPS_MS.find((step) => (window.toMs - window.fromMs) / step <= room) ?? DAY_MS / 2;
  const offsetMs = zone === "utc" ? 0 : -new Date(window.fromMs).getTimezoneOffset() * MINUTE_MS;
  const ticks: Tick[] = [];
  const firstMs = Math.ceil((window.fromMs + offsetMs) / stepMs) * stepMs - offsetMs;
  for (let timeMs = firstMs; timeMs <= window.toMs; timeMs += stepMs) {
    const clock = formatClock(timeMs, zone).slice(0, 5);
    ticks.push({ timeMs, text: clock === "00:00" ? formatDayOfMonth(timeMs, zone) : clock });
  }
  return ticks;
}
