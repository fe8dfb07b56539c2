import { Buffer } from "node:buffer";
import type { Request, Response } from "express";
import { jsonTextOf } from "../kernel/cached-json.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
/** Longer texts are handed over as bytes, so that the connection knows how much of them waits. */
const MAX_TEXT_CHARACTERS = 64 * 1024;

/**
 * Sends a body as `response.json` does, which is left what is not usual: other types, conditional requests, answers
 * without a body. The usual answer leaves the process as one text together with its headers, instead of two parts.
 */
export function sendJson(request: Request, response: Response, body: unknown): void {
  const { method } = request;
  const mayLackBody = method === "HEAD" || response.statusCode < 200 || BODILESS.includes(response.statusCode);
  if (isConditional(request) || mayLackBody || response.hasHeader("Content-Type")) return void response.json(body);
  const text = jsonTextOf(body);
  const bytes = Buffer.byteLength(text);
  response.setHeader("Content-Type", JSON_TYPE);
  response.setHeader("Content-Length", bytes);
  if (text.length > MAX_TEXT_CHARACTERS) response.end(Buffer.from(text));
  // A text of ASCII alone is the same in both, and Latin 1 is written without a search for what takes several bytes.
  else response.end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Whether the caller asks whether it has this already, which is answered for the body as a whole. */
export function isConditional({ headers }: Pick<Request, "headers">): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}

const BODILESS: readonly number[] = [204, 205, 304];
