import { z } from "zod";

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
};

/** A record from the cells of a row; the schema finds what is wrong with them. */
export type RecordOfCells = (cellOf: (column: string) => string | undefined) => Readonly<Record<string, unknown>>;

export type RecordColumns = { readonly names: readonly string[]; readonly recordOf: RecordOfCells };

type Column = { readonly name: string; readonly path: readonly string[]; readonly types: readonly string[] };

/**
 * The columns of a table with the records of a schema: one per field, those of a nested object as `outer_inner`, which
 * is how the exports write them. An empty cell is unknown.
 */
export function columnsOfSchema(schema: z.ZodType): RecordColumns {
  const columns = columnsOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema, []);
  return {
    names: columns.map(({ name }) => name),
    recordOf: (cellOf) => {
      const record: Record<string, unknown> = {};
      for (const { name, path, types } of columns) {
        const value = valueOf(cellOf(name), types);
        const inner = path
          .slice(0, -1)
          .reduce<Record<string, unknown>>((one, step) => (one[step] ??= {}) as Record<string, unknown>, record);
        if (value !== undefined) inner[path.at(-1)!] = value;
      }
      return record;
    },
  };
}

function columnsOf(schema: Schema, path: readonly string[]): Column[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, field]) => columnsOf(field, [...path, name]));
  }
  const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []);
  return [{ name: path.join("_"), path, types }];
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** The apostrophe that the station's own tables put before a text that a spreadsheet would execute. */
const DEFUSED = /^'(?=\s*[=+\-@＝＋－＠])/;

function valueOf(cell: string | undefined, types: readonly string[]): unknown {
  const text = cell?.trim() ?? "";
  if (text === "") return undefined;
  if (types.includes("boolean")) return { true: true, false: false }[text.toLowerCase()] ?? text;
  const isNumber = types.includes("number") || types.includes("integer");
  if (isNumber && NUMBER.test(text)) return Number(text);
  return text.replace(DEFUSED, "");
}
