import { DAY_MS, HOUR_MS } from "../../ui/durations.ts";

const LENGTHS_MS = { any: undefined, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

export type Period = keyof typeof LENGTHS_MS;

export const PERIODS = Object.keys(LENGTHS_MS) as readonly Period[];

/** The start of a period, ISO 8601; undefined for all entries, and for an unknown period out of the address. */
export function periodBegin(period: Period, nowMs: number): string | undefined {
  const lengthMs = LENGTHS_MS[period];
  return lengthMs === undefined ? undefined : new Date(nowMs - lengthMs).toISOString();
}
