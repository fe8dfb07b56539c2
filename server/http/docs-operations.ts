import { isObject, type Json, type JsonObject } from "./json-schema.ts";

/** One operation of an OpenAPI document, with its path and method. */
export type DocumentedOperation = {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly id: string;
  readonly operation: JsonObject;
};

/** Lists the operations in the order of the document. */
export function listOperations(document: JsonObject): DocumentedOperation[] {
  return Object.entries(object(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, one]) => {
      const operation = object(one);
      return { method, path, operation, id: text(operation["operationId"]), tag: text(list(operation["tags"])[0]) };
    }),
  );
}

/** Reads an optional part of a document; an absent one is empty. */
export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
