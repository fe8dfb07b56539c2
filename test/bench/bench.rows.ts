import { median, quantile } from "./rounds.ts";

/** A row of a comparison. Larger is always better: a ratio of 2 is twice as good as the peer. */
export type Row = {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The program or the limit that it is compared with. */
  readonly peer: string;
  /** `undefined`: not measured. */
  readonly theirs: number | undefined;
  /** `undefined` where one of the two is not measured, or nothing is compared. */
  readonly ratio: number | undefined;
  /** The spread of a ratio that is the median of several. */
  readonly spread?: Spread | undefined;
  /** The target, as in docs/performance.md. */
  readonly target: Target | undefined;
};

/** The spread of repeated measurements. */
export type Spread = {
  /** The lower quartile, and the upper one. */
  readonly lower: number;
  readonly upper: number;
  /** The 95 % confidence interval of their median, as a deviation. */
  readonly within: number;
};

/** The target of the ratio, or of our own value where it is absolute. */
export type Target = { readonly of: "ratio" | "ours"; readonly atLeast?: number; readonly atMost?: number };

export type BenchOptions = {
  /** Whether to measure the large sizes. */
  readonly isFull: boolean;
  /** The parts of a benchmark to measure, by name; all of it where none is named. */
  readonly parts: readonly string[];
  /** The folder of CPU profiles, of the child processes and of pages. */
  readonly profileDir: string | undefined;
  /** Reports progress. */
  readonly reportProgress: (line: string) => void;
};

export type Bench = (options: BenchOptions) => Promise<readonly Row[]>;

type Measured = Omit<Row, "ratio" | "target"> & { readonly target?: Target };

/** Amounts per second: more is better. */
export function rateRow({ target, ...row }: Measured): Row {
  return { ...row, ratio: row.theirs === undefined ? undefined : row.ours / row.theirs, target };
}

/** Times: less is better. */
export function timeRow({ target, ...row }: Measured): Row {
  return { ...row, ratio: row.theirs === undefined ? undefined : row.theirs / row.ours, target };
}

/** Amounts per second, each measured together with that of the peer: compared pair by pair. */
export function pairedRateRow({
  pairs,
  ...row
}: Omit<Measured, "ours" | "theirs"> & {
  readonly pairs: readonly { readonly ours: number; readonly theirs: number }[];
}): Row {
  const ratios = pairs.map(({ ours, theirs }) => ours / theirs);
  return {
    ...row,
    ours: median(pairs.map(({ ours }) => ours)),
    theirs: median(pairs.map(({ theirs }) => theirs)),
    ratio: median(ratios),
    spread: spreadOf(ratios),
    target: row.target,
  };
}

/** The notch of a box plot (McGill, Tukey and Larsen, 1978). */
const NOTCH = 1.57;

function spreadOf(values: readonly number[]): Spread {
  const [lower, upper] = [quantile(values, 0.25), quantile(values, 0.75)];
  return { lower, upper, within: (NOTCH * (upper - lower)) / Math.sqrt(values.length) };
}

/** Whether the difference between a ratio and its target may be due to chance. */
export function isInconclusive({ target, ratio, spread }: Row): boolean {
  if (target?.of !== "ratio" || ratio === undefined || spread === undefined) return false;
  const bounds = [target.atLeast, target.atMost].filter((bound) => bound !== undefined);
  return bounds.some((bound) => Math.abs(ratio - bound) < spread.within);
}

export function isMet({ target, ratio, ours }: Row): boolean | undefined {
  const value = target?.of === "ours" ? ours : ratio;
  if (target === undefined || value === undefined) return undefined;
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
}
