import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Transform } from "node:stream";
import type { Request } from "express";
import { FORMATS, findFormat, type Format } from "../contracts/formats.ts";
import type { Route } from "../contracts/route.ts";
import { type Upload, UploadError } from "../kernel/upload.ts";
import { openForm } from "./form-file.ts";
import {
  type Problem,
  unreadableBody,
  unsupportedCharset,
  unsupportedEncoding,
  unsupportedMediaType,
} from "./problems.ts";
import { readQuery } from "./query-text.ts";
import { acceptsBodyOrFile } from "./parse-request.ts";
import { charsetOf, decodedToUtf8 } from "./text-charset.ts";

/** Applies after decompression. */
export const UPLOAD_LIMIT_BYTES = 256 * 1024 * 1024;

export type UploadResult =
  | { readonly kind: "upload"; readonly upload: Upload }
  | { readonly kind: "problem"; readonly problem: Problem };

export function uploadLimitOf({ maxUploadBytes = UPLOAD_LIMIT_BYTES }: Route): number {
  return maxUploadBytes;
}

/** Whether the body of a request is passed on as it arrives. */
export function isUpload(route: Route, request: Request): boolean {
  if (route.upload === undefined) return false;
  return !acceptsBodyOrFile(route) || request.is("application/json") === false;
}

/** Opens the body of a request as a stream. What is not read is discarded when the response was sent. */
export function openUpload(route: Route, request: Request): UploadResult {
  const formats = (route.upload ?? []) as readonly (Format | "file")[];
  const contentType = request.headers["content-type"];
  const format = formatOf(formats, contentType, request);
  if (format === undefined) {
    const types = formats.flatMap((one) => (one === "file" ? [] : FORMATS[one].mediaType));
    return { kind: "problem", problem: unsupportedMediaType(contentType ?? "", types) };
  }
  const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase();
  const decompress = DECOMPRESSORS[encoding];
  if (decompress === undefined) return { kind: "problem", problem: unsupportedEncoding(encoding) };
  const received = limited(request, decompress(), uploadLimitOf(route));
  const charset = format === "file" ? undefined : charsetOf(contentType);
  const chunks = charset === undefined ? received : decodedToUtf8(received, charset);
  if (chunks === undefined) return { kind: "problem", problem: unsupportedCharset(charset ?? "") };
  if (format !== "file" || !request.is("multipart/form-data")) return { kind: "upload", upload: { format, chunks } };
  const form = openForm(chunks, contentType ?? "");
  return form === undefined
    ? { kind: "problem", problem: unreadableBody("is a form without a boundary in its Content-Type") }
    : { kind: "upload", upload: { format, ...form } };
}

const DECOMPRESSORS: Readonly<Record<string, () => Transform | undefined>> = {
  identity: () => undefined,
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** Content types that mean no more than "XML" or "a file". */
const GENERIC_CONTENT_TYPE = /^(application\/(xml|octet-stream)|text\/(xml|plain))\b/i;

function formatOf(
  formats: readonly (Format | "file")[],
  contentType: string | undefined,
  request: Request,
): Format | "file" | undefined {
  if (formats[0] === "file") return "file";
  const { format } = readQuery(request.url);
  const asked = formats.find((one) => one === format);
  if (contentType === undefined) return asked ?? formats[0];
  const named = findFormat(contentType);
  return formats.find((one) => one === named) ?? (GENERIC_CONTENT_TYPE.test(contentType) ? asked : undefined);
}

async function* limited(
  request: Request,
  decompress: Transform | undefined,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  // The connection must survive a reader that stops early, because the response is sent on it.
  const source: AsyncIterable<Uint8Array> =
    decompress === undefined
      ? request.iterator({ destroyOnReturn: false })
      : request.on("error", (error) => decompress.destroy(error)).pipe(decompress);
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw new UploadError("too_large");
      yield chunk;
    }
  } catch (error) {
    // Errors of a closed connection are passed on as they are; all others mean that the body cannot be decompressed.
    if (error instanceof UploadError || request.errored !== null) throw error;
    throw new UploadError("unreadable");
  }
}
