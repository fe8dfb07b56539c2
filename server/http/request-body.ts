import express, { type Request, type Response } from "express";
import type { Route } from "../contracts/route.ts";
import { bodyTooLarge, type Problem, unreadableBody, unsupportedEncoding, unsupportedMediaType } from "./problems.ts";

export const JSON_LIMIT_BYTES = 1024 * 1024;
export const TEXT_LIMIT_BYTES = 10 * 1024 * 1024;

/** A hang-up while the body was still coming leaves nobody to answer. */
export type BodyResult =
  | { readonly kind: "body"; readonly value: unknown }
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "gone" };

/**
 * Reads the body a route asks for: JSON of at most 1 MiB, or text of at most 10 MiB. Both may be compressed; the bound
 * counts what comes out. A body without `Content-Type` is taken for the first type the route names (RFC 9110 8.3).
 */
export function bodyReader(route: Route): (request: Request, response: Response) => Promise<BodyResult> {
  const hasBody = route.upload === undefined && (route.body !== undefined || route.textBody !== undefined);
  if (!hasBody) return async () => ({ kind: "body", value: undefined });
  const types = route.textBody ?? ["application/json"];
  const limit = route.textBody === undefined ? JSON_LIMIT_BYTES : TEXT_LIMIT_BYTES;
  const matching = route.textBody === undefined ? ["application/json", "+json"] : [...types];
  const always = () => true;
  const read =
    route.textBody === undefined
      ? express.json({ limit, type: always, strict: false })
      : express.text({ limit, type: always, defaultCharset: "utf-8" });

  return async (request, response) => {
    const contentType = request.headers["content-type"];
    if (contentType !== undefined && request.is(matching) === false) {
      return { kind: "problem", problem: unsupportedMediaType(contentType, types) };
    }
    const error = await new Promise<unknown>((resolve) => read(request, response, resolve));
    if (error === undefined) return { kind: "body", value: request.body };
    return failure(error, request, limit);
  };
}

/** The words of body-parser, by the `type` it gives its errors. */
function failure(error: unknown, request: Request, limit: number): BodyResult {
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  switch (type) {
    case "request.aborted":
      return { kind: "gone" };
    case "entity.too.large":
      return { kind: "problem", problem: bodyTooLarge(limit) };
    case "encoding.unsupported":
    case "charset.unsupported":
      return { kind: "problem", problem: unsupportedEncoding(request.headers["content-encoding"] ?? "identity") };
    case "entity.parse.failed":
      return unreadable("json_invalid", "is not valid JSON");
    default:
      // What is left are bodies that do not decompress, or whose length is not what the headers say.
      if (error instanceof Error && "status" in error && error.status === 400) {
        return { kind: "problem", problem: unreadableBody() };
      }
      throw error;
  }
}

function unreadable(type: string, msg: string): BodyResult {
  return { kind: "problem", problem: { kind: "invalid", fields: [{ loc: ["body"], msg, type }] } };
}
