import { z } from "zod";
import type { Route } from "../contracts/route.ts";
import { isRecord } from "../kernel/is-record.ts";
import type { FieldProblem } from "./problems.ts";
import type { QueryValues } from "./query-text.ts";
import { fieldProblems, type FieldLocator } from "./validation.ts";

/** A request whose body was read as JSON or text, but not validated. */
export type RawRequest = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: QueryValues;
  readonly body: unknown;
};

export type ParsedRequest =
  | { readonly kind: "parsed"; readonly params: unknown; readonly query: unknown; readonly body: unknown }
  | { readonly kind: "invalid"; readonly fields: readonly FieldProblem[] };

/** Creates the parser for the requests of a route, once per route. It reports all problems of a request together. */
export function requestParser(route: Route): (raw: RawRequest) => ParsedRequest {
  /** Determined for the first refused parameter that is repeated: for all routes it is a tenth of a station's start. */
  let lists: ReadonlySet<string> | undefined;
  const never = () => false;
  /** Queries that were parsed before. Most handlers use the values without copying, so they must not be changed. */
  const known = new WeakMap<QueryValues, unknown>();

  return ({ params, query, body }) => {
    if (route.params === undefined && body === undefined && !takesBody(route) && known.has(query)) {
      return { kind: "parsed", params: undefined, query: known.get(query), body: undefined };
    }
    const fields: FieldProblem[] = [];
    const parse = (
      schema: z.ZodType | undefined,
      value: unknown,
      locateField: FieldLocator,
      isRepeated: (field: string) => boolean,
    ) => {
      if (schema === undefined) return undefined;
      const result = schema.safeParse(value, { reportInput: true });
      if (result.success) return result.data;
      // Not spread into the call: there may be more than a call can have arguments.
      for (const problem of fieldProblems(result.error.issues, locateField, isRepeated)) fields.push(problem);
      return undefined;
    };

    const given = route.bodyIsQuery ? (body ?? {}) : {};
    if (!isRecord(given)) {
      return { kind: "invalid", fields: [{ loc: ["body"], msg: "must be an object", type: "invalid_type" }] };
    }
    // The POST variant of a list takes its parameters in the body: both are read, and the body takes precedence.
    const merged = { ...query, ...given };
    const locateField: FieldLocator = (field) =>
      field !== undefined && Object.hasOwn(given, field) ? "body" : "query";
    const isRepeated = (field: string) =>
      locateField(field) === "query" && Array.isArray(query[field]) && !(lists ??= listParameters(route)).has(field);

    const parsed = {
      params: parse(route.params, params, () => "path", never),
      query: parse(route.query, merged, locateField, isRepeated),
    };
    const parsedBody = bodyOf();
    if (fields.length === 0 && route.query !== undefined && !takesBody(route)) known.set(query, freeze(parsed.query));
    return fields.length > 0 ? { kind: "invalid", fields } : { kind: "parsed", ...parsed, body: parsedBody };

    /** The parameters that the body contained, so that a handler can report where one comes from. */
    function onlyGiven(parameters: unknown): unknown {
      if (!isRecord(parameters)) return undefined;
      return Object.fromEntries(Object.entries(parameters).filter(([name]) => Object.hasOwn(given, name)));
    }

    function bodyOf(): unknown {
      if (route.upload !== undefined && (body === undefined || !acceptsBodyOrFile(route))) return undefined;
      if (route.textBody !== undefined) return typeof body === "string" ? body : "";
      if (route.bodyIsQuery) return onlyGiven(parsed.query);
      const other = route.bodyWith !== undefined && Object.hasOwn(query, route.bodyWith.parameter);
      return parse(other ? route.bodyWith?.schema : route.body, body, () => "body", never);
    }
  };
}

/** Whether a route accepts JSON instead of its file. */
export function acceptsBodyOrFile({ upload, body }: Route): boolean {
  return upload?.[0] === "file" && body !== undefined;
}

function listParameters({ query }: Route): ReadonlySet<string> {
  return new Set(Object.entries(query?.shape ?? {}).flatMap(([name, field]) => (acceptsList(field) ? [name] : [])));
}

/** Whether a parameter may be repeated. */
export function acceptsList(field: z.core.$ZodType): boolean {
  const schema = z.toJSONSchema(field, { io: "input", unrepresentable: "any" });
  const branches = (one: z.core.JSONSchema._JSONSchema): readonly z.core.JSONSchema._JSONSchema[] =>
    typeof one === "object" ? [one, ...(one.anyOf ?? []).flatMap(branches)] : [];
  return branches(schema).some((branch) => typeof branch === "object" && branch.type === "array");
}

function takesBody({ body, textBody, upload, bodyIsQuery }: Route): boolean {
  return body !== undefined || textBody !== undefined || upload !== undefined || bodyIsQuery === true;
}

/** Values of a query are texts, numbers, flags, and lists or records of these. */
function freeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  for (const one of Object.values(value)) freeze(one);
  return Object.freeze(value);
}
