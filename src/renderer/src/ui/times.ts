export type TimeZoneChoice = "utc" | "local";

/** `14:03:07`, in UTC or in the zone of this computer. */
export function formatClock(timeMs: number, zone: TimeZoneChoice): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(zone === "utc" ? { timeZone: "UTC" } : {}),
  }).format(timeMs);
}

/** `20 Nov 2026, 14:03:07`. */
export function formatDateTime(timeMs: number, zone: TimeZoneChoice): string {
  return `${formatDate(timeMs, zone)}, ${formatClock(timeMs, zone)}`;
}

/** `20 Nov 2026`. */
export function formatDate(timeMs: number, zone: TimeZoneChoice): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    ...(zone === "utc" ? { timeZone: "UTC" } : {}),
  }).format(timeMs);
}

/** `20 Nov 2026, 14:03–14:33`; with both dates where the end is on another day. */
export function formatWindow(fromMs: number, toMs: number, zone: TimeZoneChoice): string {
  const minute = (timeMs: number) => formatClock(timeMs, zone).slice(0, 5);
  const from = `${formatDate(fromMs, zone)}, ${minute(fromMs)}`;
  const isSameDay = formatDate(fromMs, zone) === formatDate(toMs, zone);
  return isSameDay ? `${from}–${minute(toMs)}` : `${from} – ${formatDate(toMs, zone)}, ${minute(toMs)}`;
}

/** `UTC`, or the short name of the local zone. */
export function zoneName(timeMs: number, zone: TimeZoneChoice): string {
  if (zone === "utc") return "UTC";
  const parts = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" }).formatToParts(timeMs);
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
