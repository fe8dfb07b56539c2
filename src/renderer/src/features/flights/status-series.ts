import type { StatusCurvePoint } from "../../../../../server/contracts/flight-telemetry.ts";

/** The values that a device reports about itself and its link, in the order of display. */
export const STATUS_VALUES = ["battery", "rsrp", "rsrq", "snr", "satellites"] as const;
export type StatusValue = (typeof STATUS_VALUES)[number];

/** The states of a flight as columns, one entry per point, in the order of time; only of values that are known. */
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
