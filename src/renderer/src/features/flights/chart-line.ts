/** One line of a chart over time. */
export interface ChartLine {
  readonly timesS: readonly number[];
  /** In the unit that is shown; null leaves a gap. */
  readonly values: readonly (number | null)[];
  /** The ground below it, in the same unit and above the same reference. */
  readonly ground?: readonly (number | null)[];
}
