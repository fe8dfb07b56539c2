type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
};

/** The state that the generated requests share. */
export type Fuzz = {
  readonly random: () => number;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Ids that the station has returned: requests for existing objects reach more code than others. */
  readonly ids: readonly string[];
};

export const pick = <T>({ random }: Pick<Fuzz, "random">, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)]!;

const DEEP = 400;
const ODD_TEXTS = [
  "",
  " ",
  "\0",
  "\u202e",
  "ﷺ".repeat(50),
  "😀",
  "a".repeat(5000),
  "%00",
  "../../etc/passwd",
  "'; --",
  "<x>",
];
const ODD_NUMBERS = [0, -0, -1, 1e308, -1e308, 2 ** 53, 2 ** 31, 1e-320, 0.1, 181, 91];
const ODD_TIMES = [
  "-P1D",
  "P-1D",
  "now",
  "9999-12-31T23:59:59Z",
  "0000-01-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "PT1e9H",
];

/** A value of a schema, or in one of eight cases any other value. */
export function valueOf(fuzz: Fuzz, schema: Schema, depth = 0): unknown {
  if (fuzz.random() < 0.125) return oddValue(fuzz);
  if (schema.$ref !== undefined) {
    const named = fuzz.schemas[schema.$ref.split("/").at(-1)!];
    return depth > 6 || named === undefined ? null : valueOf(fuzz, named, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(fuzz, schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return valueOf(fuzz, pick(fuzz, branches), depth);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => valueOf(fuzz, part, depth))) as unknown;
  }
  const type = typeof schema.type === "string" ? schema.type : pick(fuzz, schema.type ?? ["object"]);
  switch (type) {
    case "object":
      return objectOf(fuzz, schema, depth);
    case "array":
      return Array.from({ length: Math.floor(fuzz.random() * 4) }, () => valueOf(fuzz, schema.items ?? {}, depth + 1));
    case "integer":
    case "number":
      return numberOf(fuzz, schema, type);
    case "boolean":
      return fuzz.random() < 0.5;
    case "null":
      return null;
    default:
      return textOf(fuzz, schema);
  }
}

function objectOf(fuzz: Fuzz, { properties = {}, required = [] }: Schema, depth: number): unknown {
  const names = Object.keys(properties).filter((name) => required.includes(name) || fuzz.random() < 0.4);
  return Object.fromEntries(names.map((name) => [name, valueOf(fuzz, properties[name]!, depth + 1)]));
}

function numberOf(fuzz: Fuzz, { minimum = -100, maximum = 100 }: Schema, type: string): number {
  const value = Math.max(minimum, -1e6) + fuzz.random() * (Math.min(maximum, 1e6) - Math.max(minimum, -1e6));
  return type === "integer" ? Math.round(value) : value;
}

function textOf(fuzz: Fuzz, { format, maxLength = 20 }: Schema): string {
  if (format === "uuid") return fuzz.ids.length > 0 ? pick(fuzz, fuzz.ids) : "00000000-0000-4000-8000-000000000009";
  if (format === "date-time") return new Date(Date.UTC(2026, 4, 1) + fuzz.random() * 1e10).toISOString();
  if (fuzz.random() < 0.2 && fuzz.ids.length > 0) return pick(fuzz, fuzz.ids);
  return Math.floor(fuzz.random() * 1e9)
    .toString(36)
    .slice(0, maxLength);
}

function oddValue(fuzz: Fuzz): unknown {
  const kinds = [
    () => pick(fuzz, ODD_TEXTS),
    () => pick(fuzz, ODD_NUMBERS),
    () => pick(fuzz, ODD_TIMES),
    () => null,
    () => [],
    () => ({}),
    () => JSON.parse("[".repeat(DEEP) + "]".repeat(DEEP)) as unknown,
    () => JSON.parse('{"__proto__": {"isAdministrator": true}, "constructor": 1}') as unknown,
    () => Array.from({ length: 2000 }, (_, index) => index),
  ];
  return pick(fuzz, kinds)();
}

/** Changes, removes, doubles or truncates some bytes. */
export function mutated(fuzz: Pick<Fuzz, "random">, bytes: Uint8Array): Buffer {
  let copy = Buffer.from(bytes);
  const times = 1 + Math.floor(fuzz.random() * 8);
  for (let time = 0; time < times && copy.length > 1; time++) {
    const at = Math.floor(fuzz.random() * copy.length);
    const length = Math.floor(fuzz.random() * 64);
    const kind = Math.floor(fuzz.random() * 5);
    if (kind === 0) copy[at] = Math.floor(fuzz.random() * 256);
    else if (kind === 1) copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
    else if (kind === 2) copy = Buffer.concat([copy.subarray(0, at + length), copy.subarray(at)]);
    else if (kind === 3) copy = Buffer.concat([copy.subarray(0, at), Buffer.alloc(length, 0xff), copy.subarray(at)]);
    else copy = Buffer.from(copy.subarray(0, Math.max(1, at)));
  }
  return copy;
}

export type { Schema };
