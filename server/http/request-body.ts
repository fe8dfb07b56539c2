import { type Buffer, isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import express, { type Request, type Response } from "express";
import type { Route } from "../contracts/route.ts";
import { jsonBoundsProblem } from "../kernel/json-bounds.ts";
import { acceptsBodyOrFile } from "./parse-request.ts";
import { charsetOf, textOfFile } from "./text-charset.ts";
import { decompressLzma, lzmaContainer } from "./lzma-body.ts";
import {
  bodyTooLarge,
  decompressedTooLarge,
  type Problem,
  unreadableBody,
  unsupportedCharset,
  unsupportedEncoding,
  unsupportedMediaType,
} from "./problems.ts";

export const JSON_LIMIT_BYTES = 1024 * 1024;
export const TEXT_LIMIT_BYTES = 10 * 1024 * 1024;

/** `gone`: the caller disconnected while sending the body, so that no response is possible. */
export type BodyResult =
  | { readonly kind: "body"; readonly value: unknown }
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "gone" };

/**
 * Reads the body of a route: JSON of at most 1 MiB, or text of at most 10 MiB. Both may be compressed; the limit
 * applies after decompression. A text body may also be compressed in itself (`lzmaBody`). A body without `Content-Type` is read as the first type of the route (RFC 9110 8.3).
 */
export function bodyReader(route: Route): (request: Request, response: Response) => Promise<BodyResult> {
  const hasBody =
    acceptsBodyOrFile(route) ||
    (route.upload === undefined && (route.body !== undefined || route.textBody !== undefined));
  if (!hasBody) return async () => ({ kind: "body", value: undefined });
  const types = [...(route.textBody ?? ["application/json"]), ...(route.lzmaBody ?? [])];
  const limit = route.textBody === undefined ? JSON_LIMIT_BYTES : TEXT_LIMIT_BYTES;
  const matching = route.textBody === undefined ? ["application/json", "+json"] : types;
  const needsBytes = route.lzmaBody !== undefined || route.textOfFile === true;
  const always = () => true;
  // The bytes are needed beside the text only where they may be compressed once more, or in an older encoding.
  const received = new WeakMap<IncomingMessage, Buffer>();
  const keepBytes = (request: IncomingMessage, _response: unknown, bytes: Buffer) => void received.set(request, bytes);
  const read =
    route.textBody === undefined
      ? express.json({ limit, type: always, strict: false, verify: assertBounds })
      : express.text({ limit, type: always, defaultCharset: "utf-8", ...(needsBytes && { verify: keepBytes }) });

  return async (request, response) => {
    const contentType = request.headers["content-type"];
    if (contentType !== undefined && request.is(matching) === false) {
      return { kind: "problem", problem: unsupportedMediaType(contentType, types) };
    }
    const error = await new Promise<unknown>((resolve) => read(request, response, resolve));
    if (error !== undefined) return failure(error, request, limit);
    const bytes = received.get(request);
    if (bytes === undefined) return { kind: "body", value: request.body };
    if (route.textOfFile === true) {
      return { kind: "body", value: charsetOf(contentType) === undefined ? textOfFile(bytes) : request.body };
    }
    const isText = contentType === undefined || Boolean(request.is([...(route.textBody ?? [])]));
    return textOf(bytes, { text: request.body, isText }, limit);
  };
}

/** The text of a body that may be LZMA. One that was declared as bytes has to be LZMA or text in UTF-8. */
async function textOf(
  bytes: Buffer,
  received: { readonly text: unknown; readonly isText: boolean },
  limit: number,
): Promise<BodyResult> {
  const container = lzmaContainer(bytes);
  if (container === undefined) {
    if (received.isText || isUtf8(bytes)) return { kind: "body", value: received.text };
    const why = "is not LZMA: it begins like neither an .xz nor an .lzma file, and it is not text in UTF-8";
    return { kind: "problem", problem: unreadableBody(why) };
  }
  const result = await decompressLzma(bytes, container, limit);
  switch (result.kind) {
    case "too_large":
      return { kind: "problem", problem: decompressedTooLarge(result.limitBytes, bytes.length) };
    case "malformed":
      return { kind: "problem", problem: unreadableBody(result.why) };
    case "decompressed":
      if (!isUtf8(result.bytes)) {
        return { kind: "problem", problem: unreadableBody("decompresses to something that is not text in UTF-8") };
      }
      return { kind: "body", value: result.bytes.toString("utf8") };
  }
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
      return { kind: "problem", problem: unsupportedEncoding(request.headers["content-encoding"] ?? "identity") };
    case "charset.unsupported":
      return { kind: "problem", problem: unsupportedCharset(charsetOf(request.headers["content-type"]) ?? "") };
    case TOO_COMPLEX:
      return unreadable(TOO_COMPLEX, (error as Error).message);
    case NOT_UTF8:
      return unreadable("json_invalid", "is not text in UTF-8");
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

const TOO_COMPLEX = "json_too_complex";
const NOT_UTF8 = "json_not_utf8";

/** The parser of bodies passes on the `type` of what is thrown here. */
function assertBounds(_request: IncomingMessage, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset === "utf-8" && !isUtf8(bytes)) throw Object.assign(new Error("not UTF-8"), { type: NOT_UTF8 });
  const problem = jsonBoundsProblem(bytes);
  if (problem !== undefined) throw Object.assign(new Error(problem), { type: TOO_COMPLEX });
}

function unreadable(type: string, msg: string): BodyResult {
  return { kind: "problem", problem: { kind: "invalid", fields: [{ loc: ["body"], msg, type }] } };
}
