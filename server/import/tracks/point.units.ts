import { MAX_MEASURE } from "../../contracts/common.ts";

/** Whole thousandths; `null` for what is no number, or one that no measure can be. */
export function milli(value: number): number | null {
  return isMeasure(value) ? Math.round(value * 1000) : null;
}

/** Whether it is a number that can be kept. */
export function isMeasure(value: number): boolean {
  return Math.abs(value) <= MAX_MEASURE;
}

/** Degrees × 10⁷; `NaN` stays. */
export function e7(degrees: number): number {
  return Math.round(degrees * 1e7);
}

/** Hundredths of a degree from north, 0 up to 36,000; `null` for what is no angle. */
export function courseCdeg(degrees: number): number | null {
  if (!Number.isFinite(degrees)) return null;
  return ((Math.round(degrees * 100) % 36_000) + 36_000) % 36_000;
}
