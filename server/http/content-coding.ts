import { promisify } from "node:util";
import { gzip, gzipSync, type ZlibOptions } from "node:zlib";
import type { Response } from "express";
import { isFromThisComputer } from "../auth/local-caller.ts";
import { setVary } from "./set-vary.ts";

/** Shorter bodies fit into one packet in any case. */
export const MIN_GZIP_BYTES = 1024;

/** Half the memory of zlib's defaults, 128 kB for a response; telemetry becomes no larger. */
const HALF_MEMORY: ZlibOptions = { windowBits: 14, memLevel: 7 };
/** For a body that is whole: a page of telemetry becomes a fifth smaller than with the fastest level. */
const WHOLE_BODY: ZlibOptions = { ...HALF_MEMORY, level: 6 };
/** For a document of any length: the fastest level takes a third of the time, so that exports on a LAN stay as fast. */
export const STREAMED_BODY: ZlibOptions = { ...HALF_MEMORY, level: 1 };

/** Up to this size, a thread is not worth the wait: it takes 0.3 ms. */
const MAX_BYTES_AT_ONCE = 32 * 1024;

/** Text, and what is written as JSON or XML; images, packed tiles and archives are compressed already. */
const TEXT_TYPE = /^text\/|[/+](?:json|json-seq|x-ndjson|javascript|xml)$/;
const NO_TRANSFORM = /(?:^|[\s,])no-transform(?:$|[\s,])/i;

/**
 * Whether the body of a response is compressed with gzip: a text for another computer that accepts that. For this
 * computer it would only cost time. The headers of the response must be set, except its length.
 *
 * `no-transform` excludes a response. It is set where a body has a secret, whose compressed length could reveal it
 * (BREACH).
 */
export function takesGzip(response: Response, isText = isTextType(response.getHeader("Content-Type"))): boolean {
  const { req: request, statusCode } = response;
  if (isFromThisComputer(request.headers, request.socket.remoteAddress)) return false;
  const isWhole = statusCode >= 200 && statusCode < 300 && statusCode !== 206;
  if (!isWhole || response.hasHeader("Content-Encoding") || !isText) return false;
  if (NO_TRANSFORM.test(String(response.getHeader("Cache-Control")))) return false;
  setVary(response, "Accept-Encoding");
  return request.acceptsEncodings("gzip", "identity") === "gzip";
}

function isTextType(contentType: unknown): boolean {
  return typeof contentType === "string" && TEXT_TYPE.test(contentType.replace(/;.*/s, "").trim().toLowerCase());
}

/**
 * Sets the headers of a compressed body, once its first bytes are there. Its length is left out where it is not known, as
 * in a response to HEAD, which would have to compress the body (RFC 9110, 8.6).
 */
export function setGzip(response: Response, length: number | undefined): void {
  response.setHeader("Content-Encoding", "gzip");
  if (length === undefined) response.removeHeader("Content-Length");
  else response.setHeader("Content-Length", length);
  weakenTag(response);
}

/** A strong `ETag` stands for the same bytes, which a compressed and a plain body are not (RFC 9110, 8.8.1). */
export function weakenTag(response: Response): void {
  const tag = response.getHeader("ETag");
  if (typeof tag === "string" && !tag.startsWith("W/")) response.setHeader("ETag", `W/${tag}`);
}

/** Sends a body whose type is set. */
export function sendWhole(response: Response, body: string | Uint8Array): void | Promise<void> {
  if (body.length >= MIN_GZIP_BYTES && takesGzip(response)) return sendCompressed(response, body);
  response.end(body);
}

/** Sends the body of a response that takes gzip. */
export function sendCompressed(response: Response, body: string | Uint8Array): void | Promise<void> {
  const end = (compressed: Uint8Array) => {
    setGzip(response, compressed.length);
    response.end(compressed);
  };
  if (response.req.method === "HEAD") {
    setGzip(response, undefined);
    response.end();
  } else if (body.length <= MAX_BYTES_AT_ONCE) end(gzipSync(body, WHOLE_BODY));
  else return gzipWhole(body).then(end);
}

const gzipOnThread = promisify<string | Uint8Array, ZlibOptions, Buffer>(gzip);

/** Compresses a body on a thread, in portions between which other work runs. */
export function gzipWhole(body: string | Uint8Array): Promise<Buffer> {
  return gzipOnThread(body, WHOLE_BODY);
}
