import { z } from "zod";
import { csvText } from "./text-escaping.ts";

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
};

/** Both end with a line break. */
export type TableWriter = { readonly header: string; readonly rows: (records: readonly unknown[]) => string };

type Column = { readonly name: string; readonly path: readonly string[] };

/**
 * Creates a writer of a list of records, or of a single one, as a table (RFC 4180): CRLF after every row, always a
 * header row with one column per field of the record's schema, and `outer_inner` for the fields of a nested object. An
 * unknown value is empty, an array a list with semicolons, a free-form object its JSON. Text that a spreadsheet would
 * execute is escaped (`csvText`).
 */
export function createTableWriter(type: z.ZodType): TableWriter {
  const schema = z.toJSONSchema(type, { unrepresentable: "any" }) as Schema & {
    readonly items?: Schema;
    readonly $defs?: Readonly<Record<string, Schema>>;
  };
  const columns = columnsOf(schema.items ?? schema, schema.$defs ?? {}, []);
  const header = `${columns.map(({ name }) => name).join(",")}\r\n`;
  const row = (record: unknown) => `${columns.map(({ path }) => cell(at(record, path))).join(",")}\r\n`;
  return { header, rows: (records) => records.map(row).join("") };
}

/**
 * Prepares a table to be saved as a file. With letters beyond ASCII it starts with a byte order mark: otherwise Excel
 * assumes the computer's own encoding and shows `č` as two wrong letters.
 */
export function withByteOrderMark(text: string): string {
  return /\P{ASCII}/u.test(text) ? `\ufeff${text}` : text;
}

function columnsOf(schema: Schema, definitions: Readonly<Record<string, Schema>>, path: readonly string[]): Column[] {
  const { properties } = resolve(schema, definitions);
  if (properties === undefined) return [{ name: path.join("_"), path }];
  return Object.entries(properties).flatMap(([name, field]) => columnsOf(field, definitions, [...path, name]));
}

/** Resolves references, and for a nullable schema returns the other branch. */
function resolve(schema: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref !== undefined) return resolve(definitions[schema.$ref.replace(/^.*\//, "")] ?? {}, definitions);
  const branches = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return branches.length === 1 ? resolve(branches[0]!, definitions) : schema;
}

function at(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null)?.[name], record);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return csvText(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return csvText(value.join(";"));
  return csvText(JSON.stringify(value));
}
