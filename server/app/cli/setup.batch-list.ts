import { renameSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";
import { createTableWriter, withByteOrderMark } from "../../export/table.csv.ts";
import { xmlText } from "../../export/text-escaping.ts";
import { BatchRow } from "./setup.batch.rules.ts";

/** Writes the result list as a table for a spreadsheet, as JSON, or as a page to print, by the name of the file. */
export function writeBatchList(path: string, rows: readonly BatchRow[]): void {
  const partial = `${path}.part`;
  writeFileSync(partial, batchListOf(extname(path).toLowerCase(), rows));
  renameSync(partial, path);
}

export function batchListOf(extension: string, rows: readonly BatchRow[]): string {
  switch (extension) {
    case ".json":
      return `${JSON.stringify({ devices: rows }, null, 2)}\n`;
    case ".html":
      return page(rows);
    default: {
      const table = createTableWriter(z.array(BatchRow));
      return withByteOrderMark(table.header + table.rows(rows));
    }
  }
}

function page(rows: readonly BatchRow[]): string {
  const columns = Object.keys(BatchRow.shape) as (keyof BatchRow)[];
  const cell = (tag: "td" | "th", text: string) => `<${tag}>${xmlText(text)}</${tag}>`;
  const body = rows.map((row) => `<tr>${columns.map((name) => cell("td", String(row[name] ?? ""))).join("")}</tr>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Set-up of devices</title>
<style>
body { font: 10pt sans-serif; margin: 1cm }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #888; padding: 2mm; text-align: left; vertical-align: top }
@media print { thead { display: table-header-group } tr { break-inside: avoid } }
</style>
</head>
<body>
<h1>Set-up of devices</h1>
<table>
<thead><tr>${columns.map((name) => cell("th", name.replaceAll("_", " "))).join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table>
</body>
</html>
`;
}
