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
  return Object.entries(objectOf(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, one]) => {
      const operation = objectOf(one);
      return {
        method,
        path,
        operation,
        id: textOf(operation["operationId"]),
        tag: textOf(listOf(operation["tags"])[0]),
      };
    }),
  );
}

/** Reads an optional part of a document; an absent one is empty. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
