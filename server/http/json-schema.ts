import { z } from "zod";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Named schemas of a document, filled while it is built: those of replies first, then those of inputs. */
export type Components = { readonly schemas: Map<string, JsonObject>; readonly outputIds: Set<string> };

export function createComponents(): Components {
  return { schemas: new Map(), outputIds: new Set() };
}

export type Direction = "input" | "output";
export type Dialect = "draft-2020-12" | "draft-7";

/**
 * Converts a zod schema to JSON Schema. Parts with a `meta` id become components, referred to as
 * `#/components/schemas/…`. A component whose input form differs from its output form (for example because a default
 * makes a field optional) is named `…Input` there.
 */
export function toJsonSchema(
  schema: z.ZodType,
  components: Components,
  direction: Direction = "output",
  target: Dialect = "draft-2020-12",
): JsonObject {
  const generate = (io: Direction) =>
    z.toJSONSchema(z.object({ root: schema }), { io, target, unrepresentable: "any" });
  const generated = generate(direction);
  const definitions = definitionsOf(generated);
  const { root } = generated.properties as { readonly root: JsonObject };

  const different =
    direction === "output" ? new Set<string>() : findDifferingIds(definitions, definitionsOf(generate("output")));
  const nameOf = (id: string) => (different.has(id) && components.outputIds.has(id) ? `${id}Input` : id);
  for (const [id, definition] of Object.entries(definitions)) {
    if (direction === "output") components.outputIds.add(id);
    components.schemas.set(nameOf(id), normaliseSchema(definition, nameOf));
  }
  return normaliseSchema(root, nameOf);
}

type Definitions = Readonly<Record<string, JsonObject>>;

/** Ids whose two definitions differ, in themselves or in something they refer to. */
function findDifferingIds(some: Definitions, others: Definitions): Set<string> {
  const ids = Object.keys(some);
  const found = new Set(ids.filter((id) => JSON.stringify(some[id]) !== JSON.stringify(others[id])));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const id of ids) {
      const definition = JSON.stringify(some[id]);
      if ([...found].some((other) => definition.includes(`/${other}"`))) found.add(id);
    }
  }
  return found;
}

function definitionsOf(generated: object): Definitions {
  const { $defs = {}, definitions = $defs } = generated as {
    readonly $defs?: Definitions;
    readonly definitions?: Definitions;
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([id, definition]) => [id, withoutAdditionalProperties(definition)]),
  );
}

/**
 * `additionalProperties: false` describes how inputs are parsed; replies may get further properties in later versions.
 */
function withoutAdditionalProperties(definition: JsonObject): JsonObject {
  return mapObject(definition, (one) => {
    const { additionalProperties, ...rest } = one;
    return additionalProperties === undefined || additionalProperties === false ? rest : one;
  });
}

function normaliseSchema(schema: JsonObject, nameOf: (id: string) => string): JsonObject {
  return mapObject(withoutAdditionalProperties(schema), (one) => {
    const { id: _id, $id: _uri, $schema: _dialect, ...rest } = one;
    const reference = typeof rest["$ref"] === "string" ? /^#\/(?:\$defs|definitions)\/(.+)$/.exec(rest["$ref"]) : null;
    if (reference?.[1] !== undefined) return { ...rest, $ref: `#/components/schemas/${nameOf(reference[1])}` };
    const { pattern: _pattern, ...unpatterned } = rest;
    // Such a pattern repeats the format, for example the calendar as a regular expression.
    return rest["format"] === undefined ? rest : unpatterned;
  });
}

/** Applies a change to every schema inside a schema, innermost first; names of properties are not schemas. */
function mapObject(schema: JsonObject, change: (one: JsonObject) => JsonObject): JsonObject {
  const visit = (value: Json): Json =>
    isObject(value) ? mapObject(value, change) : Array.isArray(value) ? value.map(visit) : value;
  const entries = Object.entries(schema).map(([key, value]) => {
    if (NAMED_SCHEMAS.includes(key) && isObject(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(one)]))] as const;
    }
    return [key, VALUES.includes(key) ? value : visit(value)] as const;
  });
  return change(Object.fromEntries(entries));
}

const NAMED_SCHEMAS: readonly string[] = ["properties", "patternProperties", "$defs", "definitions"];
const VALUES: readonly string[] = ["default", "const", "enum", "examples", "required"];

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schema of a query parameter: text has no null, and what cannot be described is omitted. */
export function parameterSchema(schema: JsonObject): JsonObject {
  const { description: _description, anyOf, type, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const branches = anyOf
      .filter(isObject)
      .filter((one) => one["type"] !== "null" && Object.keys(one).length > 0)
      .map(parameterSchema);
    const distinct = branches.filter(
      (one, at) => branches.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at,
    );
    return distinct.length === 1 ? { ...distinct[0], ...rest } : { anyOf: distinct, ...rest };
  }
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  const types = [...new Set(type.filter((one) => one !== "null"))];
  const [only = "string"] = types;
  return { type: types.length === 1 ? only : types, ...rest };
}
