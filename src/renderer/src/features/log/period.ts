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
export function periodRangeOf(period: Period, custom: CustomRange): RangeQuery | undefined {
  if (period !== "custom") return { from: FROM[period] };
  if (!isDateTime(custom.from)) return undefined;
  if (!isDateTime(custom.to)) return { from: custom.from };
  return custom.to > custom.from ? { from: custom.from, to: custom.to } : undefined;
}

const SPAN_MS: Readonly<Partial<Record<Period, number>>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** The same time range as date-times, at a time of the station's clock. */
export function periodTimesOf(
  period: Period,
  custom: CustomRange,
  nowMs: number,
): { readonly from: string; readonly to: string } | undefined {
  const range = periodRangeOf(period, custom);
  if (!range) return undefined;
  const spanMs = SPAN_MS[period];
  const from = spanMs === undefined ? range.from : new Date(nowMs - spanMs).toISOString();
  return { from, to: range.to ?? new Date(nowMs).toISOString() };
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(Date.parse(text));
}
