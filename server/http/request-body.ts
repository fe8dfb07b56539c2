import express, { type Request, type Response } from "express";
import type { Route } from "../contracts/route.ts";
import { bodyTooLarge, type Problem, unreadableBody, unsupportedEncoding, unsupportedMediaType } from "./problems.ts";

export const JSON_LIMIT_BYTES = 1024 * 1024;
export const TEXT_LIMIT_BYTES = 10 * 1024 * 1024;

/** `gone`: the caller disconnected while sending the body, so there is nobody to respond to. */
export type BodyResult =
  | { readonly kind: "body"; readonly value: unknown }
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "gone" };

/**
 * Reads the body of a route: JSON of at most 1 MiB, or text of at most 10 MiB. Both may be compressed; the limit
 * applies after decompression. A body without `Content-Type` is read as the first type of the route (RFC 9110 8.3).
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

/** Maps errors of body-parser by their `type`. */
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
      // The remaining errors are bodies that cannot be decompressed, or whose length differs from the headers.
      if (error instanceof Error && "status" in error && error.status === 400) {
        return { kind: "problem", problem: unreadableBody() };
      }
      throw error;
  }
}

function unreadable(type: string, msg: string): BodyResult {
  return { kind: "problem", problem: { kind: "invalid", fields: [{ loc: ["body"], msg, type }] } };
}
