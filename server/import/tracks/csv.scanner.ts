import { UnreadableFileError } from "./unreadable-file.error.ts";

/** Rows of a table that arrives in chunks (RFC 4180, any line ends). Blank lines are left out. */
export type CsvScanner = {
  /** From here on only these columns are read, and the others are empty: a log may have a hundred. */
  readonly pick: (columns: ReadonlySet<number>) => void;
  readonly push: (text: string) => readonly (readonly string[])[];
  readonly end: () => readonly (readonly string[])[];
};

/** A longer row is invalid: a quote that is never closed, or a file without lines. */
const MAX_ROW_CHARS = 1024 * 1024;
const SEPARATOR_LINE = /^\s*"?sep=([,;\t])"?\s*$/i;
const DELIMITERS = [",", ";", "\t"] as const;

/** The separator is detected in the first row: the most frequent of comma, semicolon and tab. */
export function createCsvScanner(): CsvScanner {
  let pending = "";
  let delimiter: string | undefined;
  let picked: readonly boolean[] | undefined;
  /** Whether lines end in a carriage return alone; not known before the end of the first one. */
  let hasReturnsOnly: boolean | undefined;

  function rowOf(line: string): readonly string[] {
    delimiter ??= delimiterOf(line);
    if (line.includes('"')) return quotedFields(line, delimiter);
    return picked === undefined ? line.split(delimiter) : pickedFields(line, delimiter, picked);
  }

  /** A first line `sep=,` sets the delimiter and is not a row. */
  function setsDelimiter(line: string): boolean {
    if (delimiter !== undefined) return false;
    delimiter = SEPARATOR_LINE.exec(line)?.[1];
    return delimiter !== undefined;
  }

  return {
    pick: (columns) => void (picked = Array.from({ length: Math.max(...columns) + 1 }, (_, at) => columns.has(at))),
    push(text) {
      const rows: (readonly string[])[] = [];
      let all = pending + text;
      hasReturnsOnly ??= endsInReturn(all);
      if (hasReturnsOnly === true) all = all.replaceAll("\r", "\n");
      let from = 0;
      // A line end between two quotes belongs to a field.
      let quote = all.indexOf('"');
      for (let end = all.indexOf("\n"); end >= 0; end = all.indexOf("\n", end + 1)) {
        while (quote >= 0 && quote < end) {
          const closing = all.indexOf('"', quote + 1);
          if (closing < 0) break;
          quote = all.indexOf('"', closing + 1);
          if (closing > end) end = all.indexOf("\n", closing + 1);
          if (end < 0) break;
        }
        if (end < 0 || (quote >= 0 && quote < end)) break;
        const line = withoutReturn(all.slice(from, end));
        if (line.trim() !== "" && !setsDelimiter(line)) rows.push(rowOf(line));
        from = end + 1;
      }
      pending = all.slice(from);
      if (pending.length > MAX_ROW_CHARS)
        throw new UnreadableFileError("A line of the file is longer than 1 MiB: the file is not a table.");
      return rows;
    },
    end() {
      const line = withoutReturn(pending);
      pending = "";
      if (line.trim() === "" || setsDelimiter(line)) return [];
      if (isOpen(line, 0, line.length))
        throw new UnreadableFileError("The file ends inside of a quoted field: it is cut off.");
      return [rowOf(line)];
    },
  };
}

function endsInReturn(text: string): boolean | undefined {
  const end = text.search(/[\r\n]/);
  if (end < 0 || (text[end] === "\r" && end === text.length - 1)) return undefined;
  return text[end] === "\r" && text[end + 1] !== "\n";
}

function delimiterOf(line: string): string {
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function isOpen(text: string, from: number, to: number): boolean {
  let open = false;
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) open = !open;
  return open;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function pickedFields(line: string, delimiter: string, picked: readonly boolean[]): readonly string[] {
  const fields: string[] = [];
  let at = 0;
  for (const isPicked of picked) {
    const end = line.indexOf(delimiter, at);
    if (end < 0) {
      fields.push(line.slice(at));
      break;
    }
    fields.push(isPicked ? line.slice(at, end) : "");
    at = end + 1;
  }
  return fields;
}

function quotedFields(line: string, delimiter: string): readonly string[] {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at);
      fields.push(line.slice(at, end < 0 ? undefined : end));
      if (end < 0) return fields;
      at = end + 1;
      continue;
    }
    let field = "";
    let end = line.indexOf('"', at + 1);
    let from = at + 1;
    while (end >= 0 && line[end + 1] === '"') {
      field += line.slice(from, end + 1);
      from = end + 2;
      end = line.indexOf('"', from);
    }
    field += line.slice(from, end < 0 ? undefined : end);
    fields.push(field);
    const next = end < 0 ? -1 : line.indexOf(delimiter, end + 1);
    if (next < 0) return fields;
    at = next + 1;
  }
  return fields;
}
