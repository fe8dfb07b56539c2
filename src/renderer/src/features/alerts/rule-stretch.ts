export const STRETCHES = ["hour", "day", "week"] as const;
/** The periods, up to now, with which a rule can be tested. */
export type Stretch = (typeof STRETCHES)[number];

const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<Stretch, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

export function stretchOf(stretch: Stretch, nowMs: number): { readonly from: string; readonly to: string } {
  return { from: new Date(nowMs - LENGTH_MS[stretch]).toISOString(), to: new Date(nowMs).toISOString() };
}
