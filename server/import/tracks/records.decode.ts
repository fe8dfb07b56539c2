import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { explainIssue } from "../../kernel/schema-issues.ts";
import type { Upload } from "../../kernel/upload.ts";
import { type Reading, textSlicesOf } from "./byte.slices.ts";
import { createCsvScanner } from "./csv.scanner.ts";
import { createJsonScanner } from "./json.scanner.ts";
import { kmlRecords } from "./kml.records.ts";
import { columnsOfSchema } from "./record.columns.ts";
import { catchUnreadableFile, UnreadableFileError } from "./unreadable-file.error.ts";

export type RecordsOptions = Reading & {
  /** Whether a single JSON object is accepted as well. */
  readonly takesOne?: boolean;
};

export type DecodedRecords<T> =
  | { readonly kind: "records"; readonly records: readonly T[]; readonly isOne: boolean }
  | { readonly kind: "invalid"; readonly message: string };

const RECORDS_PER_TURN = 50;
/** Maximum number of problems in one message. */
const MAX_PROBLEMS = 10;

/** Reads an upload of records as JSON, CSV or KML. Entries are counted from 1; a message names entry and field. */
export function decodeRecords<T>(
  upload: Upload,
  schema: z.ZodType<T>,
  options: RecordsOptions = {},
): Promise<DecodedRecords<T>> {
  return catchUnreadableFile(async () => {
    const records: T[] = [];
    const isOne = await readRecords(upload, schema, (record) => records.push(record), options);
    return { kind: "records", records, isOne };
  });
}

/**
 * Passes each record to `take` as it arrives; returns whether it was one single JSON object. Throws
 * `UnreadableFileError` with what is wrong: the records passed to `take` must be discarded then.
 */
export async function readRecords<T>(
  { format, chunks }: Upload,
  schema: z.ZodType<T>,
  take: (record: T) => void,
  { takesOne = false, ...reading }: RecordsOptions,
): Promise<boolean> {
  const problems: string[] = [];
  let count = 0;
  let isOne = false;
  const accept = (value: unknown) => {
    count++;
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) take(result.data);
    else problems.push(...result.error.issues.map((issue) => `entry ${count}: ${sentence(issue)}`));
  };

  const reader = readerOf(format, schema, takesOne, (first) => (isOne = first));
  for await (const text of textSlicesOf(chunks, reading)) {
    for (const value of reader.push(text)) {
      accept(value);
      // A chunk may contain twenty thousand wrong ones.
      if (problems.length >= MAX_PROBLEMS) break;
      // Checking a record costs as much as reading it: a chunk is processed in several turns of the event loop.
      if (count % RECORDS_PER_TURN === 0) await nextTurn();
    }
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (problems.length < MAX_PROBLEMS) for (const value of reader.end()) accept(value);
  if (problems.length > 0) throw new UnreadableFileError(problems.slice(0, MAX_PROBLEMS).join("; "));
  return isOne;
}

type RecordReader = {
  readonly push: (text: string) => readonly unknown[];
  readonly end: () => readonly unknown[];
};

function readerOf(
  format: Upload["format"],
  schema: z.ZodType,
  takesOne: boolean,
  onKind: (isOne: boolean) => void,
): RecordReader {
  switch (format) {
    case "json":
      return createJsonScanner({ takesOne, onKind });
    case "csv":
      return csvRecords(schema);
    case "kml":
      return kmlRecords(columnsOfSchema(schema).recordOf);
    default:
      throw new Error(`records do not come as ${format}`);
  }
}

/** Rows under a header; columns may be in any order, and further columns are ignored. */
function csvRecords(schema: z.ZodType): RecordReader {
  const scanner = createCsvScanner();
  const { names, recordOf } = columnsOfSchema(schema);
  let positions: ReadonlyMap<string, number> | undefined;
  let columns = 0;
  let count = 0;

  function recordsOf(rows: readonly (readonly string[])[]): readonly unknown[] {
    return rows.flatMap((row) => {
      if (positions !== undefined) {
        count++;
        // A decimal comma splits one cell into two, and shifts every column after it.
        if (row.slice(columns).some((cell) => cell.trim() !== "")) {
          throw new UnreadableFileError(`entry ${count}: the row has more cells than the first row has columns`);
        }
        return [recordOf((column) => row[positions?.get(column) ?? -1])];
      }
      columns = row.length;
      positions = new Map(row.map((name, index) => [name.trim().toLowerCase(), index]));
      if (!names.some((name) => positions?.has(name))) {
        throw new UnreadableFileError(`The first row must name the columns, such as ${names.slice(0, 3).join(", ")}.`);
      }
      return [];
    });
  }

  return {
    push: (text) => recordsOf(scanner.push(text)),
    end: () => {
      const records = recordsOf(scanner.end());
      if (positions === undefined) throw new UnreadableFileError("The body is empty.");
      return records;
    },
  };
}

function sentence(issue: z.core.$ZodIssue): string {
  const { msg } = explainIssue(issue);
  return issue.path.length === 0 ? msg : `${issue.path.join(".")} ${msg}`;
}
