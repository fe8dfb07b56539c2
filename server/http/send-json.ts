import { Buffer } from "node:buffer";
import type { Request, Response } from "express";
import { jsonTextOf } from "../kernel/cached-json.ts";
import { MIN_GZIP_BYTES, sendCompressed, takesGzip } from "./content-coding.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
/** Longer texts are passed as bytes, so that the connection can count how many of them wait. */
const MAX_TEXT_CHARACTERS = 64 * 1024;

/**
 * Sends a body as `response.json` does, which is still used for the unusual cases: other types, conditional requests,
 * responses without a body. The usual response is sent as one text together with its headers, instead of two parts;
 * `node:http` leaves out the text for HEAD.
 */
export function sendJson(request: Request, response: Response, body: unknown): void | Promise<void> {
  const mayLackBody = response.statusCode < 200 || BODILESS.includes(response.statusCode);
  if (isConditional(request) || mayLackBody || response.hasHeader("Content-Type")) return void response.json(body);
  const text = jsonTextOf(body);
  const bytes = Buffer.byteLength(text);
  response.setHeader("Content-Type", JSON_TYPE);
  if (bytes >= MIN_GZIP_BYTES && takesGzip(response)) return sendCompressed(response, text);
  response.setHeader("Content-Length", bytes);
  if (text.length > MAX_TEXT_CHARACTERS) response.end(Buffer.from(text));
  // A text of ASCII only is the same in both encodings, and Latin 1 is written without a search for multi-byte
  // characters.
  else response.end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Whether the caller asks if its copy is current, which is compared with the whole body. */
export function isConditional({ headers }: Pick<Request, "headers">): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}

const BODILESS: readonly number[] = [204, 205, 304];
