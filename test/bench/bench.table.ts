import type { Row, Target } from "./bench.rows.ts";
import { isMet, isInconclusive } from "./bench.rows.ts";

const HEAD = ["what", "ours", "peer", "ratio", "target", ""];

/** A Markdown table, its columns aligned: for the terminal and for docs/performance.md alike. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    `${shown(row.ours)} ${row.unit}`,
    row.theirs === undefined ? `${row.peer}: not measured` : `${row.peer}: ${shown(row.theirs)}`,
    ratioOf(row),
    targetOf(row.target),
    ({ true: "met", false: "missed", undefined: "" }[`${isMet(row)}`] ?? "") +
      (isInconclusive(row) ? ", or chance" : ""),
  ]);
  const widths = HEAD.map((head, column) => Math.max(3, head.length, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [line(HEAD), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

/** With the range of its 95 %, and the quartiles. */
function ratioOf({ ratio, spread }: Row): string {
  if (ratio === undefined) return "";
  if (spread === undefined) return shown(ratio);
  const { lower, upper, within } = spread;
  return `${ratio.toFixed(3)} ± ${within.toFixed(3)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
}

function targetOf(target: Target | undefined): string {
  if (target === undefined) return "";
  const bound = target.atLeast === undefined ? `≤ ${shown(target.atMost ?? 0)}` : `≥ ${shown(target.atLeast)}`;
  return target.of === "ratio" ? `${bound} ×` : bound;
}

/** Three significant digits. */
function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(value < 0.1 ? 2 : 3)));
}
