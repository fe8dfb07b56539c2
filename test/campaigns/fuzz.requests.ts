import { type Fuzz, pick, type Schema, valueOf } from "./fuzz.values.ts";

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
};
export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type GeneratedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

const METHODS = ["get", "post", "put", "patch", "delete"];
const ACCEPTED = ["*/*", "text/csv", "application/x-ndjson", "application/geo+json", "application/gpx+xml", "x/y", ","];

/** All operations of the document. */
export function operationsOf({ paths }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** A request of one of the operations, mostly of the right form. */
export function requestOf(fuzz: Fuzz, operations: ReturnType<typeof operationsOf>): GeneratedRequest {
  const { path, method, operation } = pick(fuzz, operations);
  const { parameters = [], requestBody } = operation;
  const query = new URLSearchParams();
  let target = path;
  for (const parameter of parameters) {
    const text = textOf(valueOf(fuzz, parameter.schema));
    if (parameter.in === "path") target = target.replace(`{${parameter.name}}`, encodeURIComponent(text) || "x");
    else if (parameter.in === "query" && fuzz.random() < 0.4) query.append(parameter.name, text);
  }
  const [type, content] = requestBody === undefined ? [] : pick(fuzz, Object.entries(requestBody.content));
  const headers = { Accept: pick(fuzz, ACCEPTED), ...(type === undefined ? {} : { "Content-Type": type }) };
  const search = query.size === 0 ? "" : `?${query}`;
  const body = type === undefined ? undefined : bodyOf(fuzz, content?.schema ?? {});
  return { method: method.toUpperCase(), path: `${target}${search}`.slice(0, 12_000), headers, body };
}

function bodyOf(fuzz: Fuzz, schema: Schema): string {
  const text = JSON.stringify(valueOf(fuzz, schema)) ?? "";
  return fuzz.random() < 0.05 ? text.slice(0, Math.floor(fuzz.random() * text.length)) : text;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
