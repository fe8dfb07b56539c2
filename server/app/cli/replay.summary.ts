/** Runs the replay of one file. If the file cannot be read, prints why, counts it and resolves with `undefined`. */
export type Attempt = <T>(replay: () => Promise<T>) => Promise<T | undefined>;

/** The result of a replay; with `--json` it is printed as this object. */
export type ReplaySummary = {
  /** Files that were read. */
  readonly files: number;
  /** Aircraft telemetry records in the recordings, including those that were already stored. */
  readonly records: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly operations: readonly { readonly id: string; readonly uas_id: string | null; readonly records: number }[];
};

export function printSummary(summary: ReplaySummary, asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const lines = [`${summary.files} file${summary.files === 1 ? "" : "s"}, ${summary.records} aircraft records`];
  for (const [reason, count] of Object.entries(summary.refused)) lines.push(`refused ${count}: ${reason}`);
  for (const { id, uas_id: uasId, records } of summary.operations) {
    lines.push(`operation ${id}  ${uasId ?? "no identifier declared"}  ${records} records`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Shows progress on standard error, only if that is a terminal, by overwriting one line. */
export function progressLine(name: string): (fraction: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return (fraction) => {
    process.stderr.write(`\r${name} ${Math.round(fraction * 100)} %${fraction >= 1 ? "\n" : ""}`);
  };
}
