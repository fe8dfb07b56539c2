import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allRoutes } from "../../server/contracts/index.ts";
import { liveCommands, liveEvents } from "../../server/contracts/live.ts";
import type { Route } from "../../server/contracts/route.ts";

type Schema = {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
};

type Field = { readonly path: string; readonly schema: Schema };

const routes: readonly (readonly [string, Route])[] = Object.entries(allRoutes);

/** Every schema of a request or response. */
const messageSchemas: readonly (readonly [string, z.ZodType])[] = [
  ...routes.flatMap(([name, route]) => [
    ...(["params", "query", "body"] as const).flatMap((part) => {
      const schema = route[part];
      return schema === undefined ? [] : [[`${name}.${part}`, schema] as const];
    }),
    ...Object.entries(route.replies).flatMap(([status, schema]) =>
      schema === null ? [] : [[`${name}.${status}`, schema] as const],
    ),
  ]),
  ...Object.entries({ ...liveEvents, ...liveCommands }).map(([name, { payload }]) => [name, payload] as const),
];

const fields: readonly Field[] = messageSchemas.flatMap(([name, schema]) => {
  const root: Schema = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Schema;
  return [root, ...Object.values(root.$defs ?? {})].flatMap((one) => fieldsOf(name, one));
});

function fieldsOf(path: string, schema: Schema): Field[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    path: `${path}.${name}`,
    schema: field,
  }));
  const inside = [
    ...own.map((field) => [field.path, field.schema] as const),
    ...[schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (one) => [path, one] as const,
    ),
  ];
  return [...own, ...inside.flatMap(([where, one]) => (one === undefined ? [] : fieldsOf(where, one)))];
}

function isNumeric(schema: Schema): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return false;
  const types = [schema.type ?? []].flat();
  return types.some((type) => type === "number" || type === "integer") || (schema.anyOf ?? []).some(isNumeric);
}

const UNITS =
  /metre|degree|second|minute|days\b|hPa|volt|percent|\bdBm?\b|kilogram|gram|byte|bits? per|°|\b0 to 1\b|how far|times faster|the setting's unit/i;
const COUNTS = /\b(number of|how many|most|skip|received|taken|recorded|stored|refused|in use|id|code|port)\b/i;

describe("every field", () => {
  it("has a description", () => {
    const silent = fields.filter(({ schema }) => schema.$ref === undefined && (schema.description ?? "").length < 4);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it("that is a number states its unit, or what it counts", () => {
    const bare = fields.filter(
      ({ schema }) =>
        isNumeric(schema) && !UNITS.test(schema.description ?? "") && !COUNTS.test(schema.description ?? ""),
    );
    expect(bare.map(({ path, schema }) => `${path}: ${schema.description}`)).toEqual([]);
  });
});

describe("every route", () => {
  it.each(routes)("%s has a summary, names its path's parameters and declares what it answers", (_name, route) => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
    // A deletion, and a command with nothing to say (PUT), is answered without a body.
    const success = { delete: ["204"], put: ["200", "204"], post: ["200", "202"] } as Readonly<
      Record<string, readonly string[]>
    >;
    const declared = Object.keys(route.replies).find((status) => status.startsWith("2"));
    expect(success[route.method] ?? ["200"]).toContain(declared);
    if (route.who !== "anyone") expect(route.replies[401]).toBeDefined();
    if (route.streams !== undefined) expect(route.replies[406]).toBeDefined();
    if (route.bodyIsQuery) expect(route.query).toBeDefined();
  });

  it("stands at a method and path of its own", () => {
    const places = routes.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });
});
