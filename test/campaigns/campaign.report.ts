/** The options of every campaign. */
export type CampaignOptions = {
  /** Determines everything that is random, so that a run can be repeated. */
  readonly seed: number;
  /** The number of rounds (requests, cuts, kills: whatever the campaign counts); its default unless given. */
  readonly rounds: number | undefined;
  /** The time limit, milliseconds: no round begins after that. */
  readonly limitMs: number;
  /** Reports progress. */
  readonly reportProgress: (line: string) => void;
};

/** A row of the table: one kind of work or fault, and what was counted. Every row has the same counts. */
export type CampaignRow = {
  readonly what: string;
  readonly counts: Readonly<Record<string, number | string>>;
};

export type CampaignReport = {
  readonly rows: readonly CampaignRow[];
  /** A sentence for each requirement that was violated; the campaign failed unless there are none. */
  readonly violations: readonly string[];
  /**
   * The same for what took longer than required: the campaign failed as well, but perhaps because the machine was busy.
   */
  readonly tooSlow?: readonly string[];
};

export type Campaign = (options: CampaignOptions) => Promise<CampaignReport>;

export type CampaignRun = CampaignReport & {
  readonly name: string;
  readonly seed: number;
  /** Processor, memory, system and version of Node. */
  readonly machine: string;
  readonly tookMs: number;
};

/** The section of one campaign in docs/reliability.md: how it was run, a table with aligned columns, the violations. */
export function reportOf(ran: CampaignRun): string {
  const seconds = (ran.tookMs / 1000).toFixed(0);
  const about = `\`npm run campaign -- ${ran.name} --seed ${ran.seed}\`, ${seconds} s, ${ran.machine}.`;
  const failures = failuresOf(ran);
  const outcome =
    failures.length === 0 ? "Nothing was violated." : failures.map((sentence) => `- ${sentence}`).join("\n");
  return [about, tableOf(ran.rows), outcome].join("\n\n");
}

export const failuresOf = ({ violations, tooSlow = [] }: CampaignReport): readonly string[] => [
  ...violations,
  ...tooSlow,
];

function tableOf(rows: readonly CampaignRow[]): string {
  const columns = Object.keys(rows[0]?.counts ?? {});
  const cells = rows.map(({ what, counts }) => [what, ...columns.map((column) => shown(counts[column] ?? ""))]);
  const head = ["", ...columns];
  const widths = head.map((title, column) => Math.max(3, title.length, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => padded(cell, widths[at]!, at)).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(head), rule, ...cells.map(line)].join("\n");
}

const padded = (cell: string, width: number, column: number) =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);

const shown = (value: number | string) => (typeof value === "number" ? value.toLocaleString("en-US") : value);
