import { MAX_MEASURE } from "../../contracts/common.ts";

/** Whole thousandths; `null` for a value that is not a number, or is outside of any possible measurement. */
export function toThousandths(value: number): number | null {
  return isMeasure(value) ? Math.round(value * 1000) : null;
}

/** Whether it is a number that can be stored. */
export function isMeasure(value: number): boolean {
  return Math.abs(value) <= MAX_MEASURE;
}

/** Degrees × 10⁷; `NaN` stays. */
export function e7(degrees: number): number {
  return Math.round(degrees * 1e7);
}
