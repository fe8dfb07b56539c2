export const PERIODS = ["hour", "day", "week", "all", "custom"] as const;
export type Period = (typeof PERIODS)[number];

export interface CustomRange {
  /** ISO 8601 date-times in UTC; empty when not chosen. */
  readonly from: string;
  readonly to: string;
}

export interface RangeQuery {
  readonly from: string;
  readonly to?: string;
}

const FROM: Readonly<Record<Exclude<Period, "custom">, string>> = {
  hour: "-PT1H",
  day: "-P1D",
  week: "-P7D",
  // Before any telemetry: recordings keep the time of their capture.
  all: "2000-01-01T00:00:00.000Z",
};

/** The time range of a request; undefined as long as a custom range has no valid start. */
export function rangeOf(period: Period, custom: CustomRange): RangeQuery | undefined {
  if (period !== "custom") return { from: FROM[period] };
  if (!isDateTime(custom.from)) return undefined;
  if (!isDateTime(custom.to)) return { from: custom.from };
  return custom.to > custom.from ? { from: custom.from, to: custom.to } : undefined;
}

/** The value of an `<input type="datetime-local">`, which has no zone: the local time of the chosen one. */
export function toInputValue(iso: string, zone: "utc" | "local"): string {
  if (!isDateTime(iso)) return "";
  if (zone === "utc") return iso.slice(0, 16);
  const offsetMs = new Date(iso).getTimezoneOffset() * 60_000;
  return new Date(Date.parse(iso) - offsetMs).toISOString().slice(0, 16);
}

export function fromInputValue(value: string, zone: "utc" | "local"): string {
  const timeMs = Date.parse(zone === "utc" ? `${value}Z` : value);
  return Number.isFinite(timeMs) ? new Date(timeMs).toISOString() : "";
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(Date.parse(text));
}
