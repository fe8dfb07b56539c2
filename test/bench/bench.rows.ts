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
  /** The target, as in docs/performance.md. */
  readonly target: Target | undefined;
};

/** Of the ratio, or of our own value where the target is absolute. */
export type Target = { readonly of: "ratio" | "ours"; readonly atLeast?: number; readonly atMost?: number };

export type BenchOptions = {
  /** The large sizes. */
  readonly isFull: boolean;
  /** What of a benchmark to measure, by name; all of it where none is named. */
  readonly parts: readonly string[];
  /** Where CPU profiles go, of the child processes and of pages. */
  readonly profileDir: string | undefined;
  /** Reports progress. */
  readonly say: (line: string) => void;
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

export function isMet({ target, ratio, ours }: Row): boolean | undefined {
  const value = target?.of === "ours" ? ours : ratio;
  if (target === undefined || value === undefined) return undefined;
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
}
