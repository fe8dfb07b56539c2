/** Runs the replay of one file; gives `undefined` where that could not be read, which is said and counted. */
export type Attempt = <T>(replay: () => Promise<T>) => Promise<T | undefined>;

/** What a replay says at its end, with `--json` as one object. */
export type ReplaySummary = {
  /** Files that were read. */
  readonly files: number;
  /** Aircraft telemetry records in the recordings, those that were stored before among them. */
  readonly records: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly operations: readonly { readonly id: string; readonly uas_id: string | null; readonly records: number }[];
};

type Identified = { readonly ua_identifiers: readonly { readonly type: string; readonly value: string }[] };

/** The serial number where one is declared, else whatever identifier is. */
export function uasIdOf({ ua_identifiers: identifiers }: Identified): string | null {
  return (identifiers.find(({ type }) => type === "serial_number") ?? identifiers[0])?.value ?? null;
}

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

/** Progress on a terminal only: a line that is written over, on standard error. */
export function progressLine(name: string): (fraction: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return (fraction) => {
    process.stderr.write(`\r${name} ${Math.round(fraction * 100)} %${fraction >= 1 ? "\n" : ""}`);
  };
}
