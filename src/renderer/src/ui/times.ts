import { currentLocale } from "../text/language.ts";

export type TimeZoneChoice = "utc" | "local";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes a hundred times as long as using it. */
function formatOf(zone: TimeZoneChoice, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${zone} ${Object.entries(parts).join(" ")}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(currentLocale(), { ...parts, ...(zone === "utc" ? { timeZone: "UTC" } : {}) });
  formats.set(key, made);
  return made;
}

/** `14:03:07`, in UTC or in the zone of this computer; the same in every language. */
export function formatClock(timeMs: number, zone: TimeZoneChoice): string {
  return formatOf(zone, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }).format(timeMs);
}

/** `20 Nov 2026, 14:03:07`. */
export function formatDateTime(timeMs: number, zone: TimeZoneChoice): string {
  return `${formatDate(timeMs, zone)}, ${formatClock(timeMs, zone)}`;
}

/** `20 Nov 2026, 14:03`. */
export function formatMinute(timeMs: number, zone: TimeZoneChoice): string {
  return `${formatDate(timeMs, zone)}, ${formatClock(timeMs, zone).slice(0, 5)}`;
}

/** The end of a period that began at `fromMs`: `14:33:07`, with the date if it is another day. */
export function formatEnd(fromMs: number, toMs: number, zone: TimeZoneChoice): string {
  const isSameDay = formatDate(fromMs, zone) === formatDate(toMs, zone);
  return isSameDay ? formatClock(toMs, zone) : formatDateTime(toMs, zone);
}

/** `20 Nov 2026`, `20. 11. 2026`, `20. Nov. 2026`. */
export function formatDate(timeMs: number, zone: TimeZoneChoice): string {
  return formatOf(zone, { day: "numeric", month: "short", year: "numeric" }).format(timeMs);
}

/** `20 Nov`, `20. 11.`, `20. Nov.` */
export function formatDayOfMonth(timeMs: number, zone: TimeZoneChoice): string {
  return formatOf(zone, { day: "numeric", month: "short" }).format(timeMs);
}

/** A calendar day, which has no time zone, such as `2026-11-20`, by the given parts of it. */
export function formatDay(day: string, parts: Intl.DateTimeFormatOptions): string {
  return formatOf("utc", parts).format(Date.parse(day));
}

/** `20 Nov 2026, 14:03–14:33`; with both dates where the end is on another day, with none where all is on that of `nowMs`. */
export function formatWindow(
  fromMs: number,
  toMs: number,
  zone: TimeZoneChoice,
  { nowMs }: { readonly nowMs?: number } = {},
): string {
  const minute = (timeMs: number) => formatClock(timeMs, zone).slice(0, 5);
  const from = formatMinute(fromMs, zone);
  const isSameDay = formatDate(fromMs, zone) === formatDate(toMs, zone);
  const isToday = nowMs !== undefined && formatDate(nowMs, zone) === formatDate(fromMs, zone);
  if (isSameDay && isToday) return `${minute(fromMs)}–${minute(toMs)}`;
  return isSameDay ? `${from}–${minute(toMs)}` : `${from} – ${formatMinute(toMs, zone)}`;
}

/** `UTC`, or the short name of the local zone. */
export function zoneName(timeMs: number, zone: TimeZoneChoice): string {
  if (zone === "utc") return "UTC";
  const parts = formatOf(zone, { timeZoneName: "short" }).formatToParts(timeMs);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** `7 s`, `3 min 20 s`, `2 h 05 min`, `3 d 4 h`. Whole units, never negative. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}\u00a0min ${String(seconds % 60).padStart(2, "0")}\u00a0s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}\u00a0h ${String(minutes % 60).padStart(2, "0")}\u00a0min`;
  return `${Math.floor(hours / 24)}\u00a0d ${hours % 24}\u00a0h`;
}

/** For lists: one unit is enough. `7 s`, `3 min`, `2 h`, `3 d`. */
export function formatAge(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}\u00a0min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}\u00a0h`;
  return `${Math.floor(seconds / 86_400)}\u00a0d`;
}
