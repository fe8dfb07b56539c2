import { join } from "node:path";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { withLock } from "../../storage/data-dir-lock.ts";
import { salvageDatabase, type SalvageReport } from "../../storage/salvage/salvage.ts";

export type SalvageOptions = {
  readonly data: string;
  readonly from?: string;
  readonly spatialite?: string;
  readonly json: boolean;
};

/** Copies every readable row of a damaged recording into a new file, and prints the result for each table. */
export async function salvageCommand(into: string, { data, from, spatialite, json }: SalvageOptions): Promise<number> {
  const path = from ?? join(data, DATABASE_FILE);
  const salvage = () => salvageDatabase({ from: path, into, spatialite });
  // A station that runs could write while a page is being read.
  const report = from === undefined ? await withLock(data, salvage) : await salvage();
  process.stdout.write(
    json ? `${JSON.stringify(toWire(into, report))}\n` : `${linesOf(into, data, report).join("\n")}\n`,
  );
  return 0;
}

function toWire(file: string, { tables, danglingRows, packed }: SalvageReport) {
  return {
    file,
    tables: tables.map(({ table, rows, unreadableRows, damagedPages }) => ({
      table,
      rows,
      unreadable_rows: unreadableRows,
      damaged_pages: damagedPages,
    })),
    dangling_rows: danglingRows,
    segments: packed.segments,
    damaged_segments: packed.damagedSegments,
    lost_packed_records: packed.lostRecords,
  };
}

function linesOf(file: string, data: string, { tables, danglingRows, packed }: SalvageReport): readonly string[] {
  const width = Math.max(...tables.map(({ table }) => table.length));
  const lines = tables
    .filter(({ rows, unreadableRows, damagedPages }) => rows + unreadableRows + damagedPages > 0)
    .map(({ table, rows, unreadableRows, damagedPages }) => {
      const lost = [
        ...(unreadableRows > 0 ? [`${unreadableRows} rows not readable`] : []),
        ...(damagedPages > 0 ? [`${damagedPages} pages damaged, their rows are lost`] : []),
      ];
      return `${table.padEnd(width)}  ${String(rows).padStart(10)} rows${lost.length === 0 ? "" : `, ${lost.join(", ")}`}`;
    });
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const dangling = danglingRows === 0 ? [] : [`${danglingRows} of these rows belong to a row that was lost.`];
  const damaged =
    packed.damagedSegments === 0
      ? []
      : [`${packed.damagedSegments} packed segments were damaged and left out, with ${packed.lostRecords} records.`];
  return [
    ...lines,
    ...dangling,
    ...damaged,
    `${total} rows are in ${file}. Use it with: station restore ${file} --data ${data}`,
  ];
}
