const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LENGTHS_MS = { any: undefined, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

export type Period = keyof typeof LENGTHS_MS;

export const PERIODS = Object.keys(LENGTHS_MS) as readonly Period[];

/** Since when entries are asked for, ISO 8601; undefined for all of them. A word nobody knows asks for all as well. */
export function periodBegin(period: Period, nowMs: number): string | undefined {
  const lengthMs = LENGTHS_MS[period];
  return lengthMs === undefined ? undefined : new Date(nowMs - lengthMs).toISOString();
}
