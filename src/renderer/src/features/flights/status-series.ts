import type { StatusCurvePoint } from "../../../../../server/contracts/flight-telemetry.ts";

/** The values that a device reports about itself and its link, in the order of display. */
export const STATUS_VALUES = ["battery", "rsrp", "rsrq", "snr", "satellites"] as const;
export type StatusValue = (typeof STATUS_VALUES)[number];

/** The states of a flight as columns in time order, one entry per point; only for values that were reported. */
export interface StatusSeries {
  readonly timesS: readonly number[];
  readonly columns: readonly { readonly value: StatusValue; readonly numbers: readonly (number | null)[] }[];
}

export function statusSeriesOf(points: readonly StatusCurvePoint[]): StatusSeries {
  return {
    timesS: points.map(({ time }) => Date.parse(time) / 1_000),
    columns: STATUS_VALUES.map((value) => ({ value, numbers: points.map((point) => point[value]) })).filter(
      ({ numbers }) => numbers.some((number) => number !== null),
    ),
  };
}

/** How long a value is valid: a device reports its values one after the other. */
const SHORT_GAP_S = 30;

/**
 * One value over time, without the times at which only other values were reported, so that it can be drawn as a line. A
 * longer time without the value stays a gap.
 */
export function withoutShortGaps(
  timesS: readonly number[],
  numbers: readonly (number | null)[],
): { readonly timesS: readonly number[]; readonly numbers: readonly (number | null)[] } {
  const kept: { readonly timeS: number; readonly number: number | null }[] = [];
  let isMissed = false;
  for (const [index, timeS] of timesS.entries()) {
    const number = numbers[index] ?? null;
    const before = kept.at(-1);
    if (number === null) isMissed = true;
    else {
      // An entry without a value interrupts the line.
      if (isMissed && before && timeS - before.timeS > SHORT_GAP_S) {
        kept.push({ timeS: (before.timeS + timeS) / 2, number: null });
      }
      kept.push({ timeS, number });
      isMissed = false;
    }
  }
  return { timesS: kept.map(({ timeS }) => timeS), numbers: kept.map(({ number }) => number) };
}
