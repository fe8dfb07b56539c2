import type { RawFrameSettings } from "../../../../../server/contracts/evidence.ts";

/** As the station takes them. */
export const RAW_DAYS = { min: 1, max: 3650 } as const;

/** Undefined where the days are no whole number within the bounds. */
export function rawSettingsOf(enabled: boolean, days: string): RawFrameSettings | undefined {
  const number = /^\d+$/.test(days.trim()) ? Number(days) : NaN;
  return number >= RAW_DAYS.min && number <= RAW_DAYS.max ? { enabled, keep_days: number } : undefined;
}
