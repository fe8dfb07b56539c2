/** The periods up to now in which alerts are listed, and rules tested. */
export const RECENT_PERIODS = ["hour", "day", "week"] as const;
export type RecentPeriod = (typeof RECENT_PERIODS)[number];

const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<RecentPeriod, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

export function rangeOfPeriod(period: RecentPeriod, nowMs: number): { readonly from: string; readonly to: string } {
  return { from: new Date(nowMs - LENGTH_MS[period]).toISOString(), to: new Date(nowMs).toISOString() };
}
