import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decompressedLimit, decompressLzma, lzmaContainer } from "../../http/lzma-body.ts";
import type { ReadPayload } from "../../ingest/sources/mqtt.source.ts";

const MAX_TEXT_BYTES = 10 * 1024 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b];

const gunzipBytes = promisify(gunzip);

/** The text of what a receiver publishes: plain, or compressed with gzip or LZMA, which its first bytes show. */
export const readPayload: ReadPayload = async (payload) => {
  if (payload.length > MAX_TEXT_BYTES) return tooLarge(MAX_TEXT_BYTES);
  const container = lzmaContainer(payload);
  if (container !== undefined) {
    const result = await decompressLzma(payload, container, MAX_TEXT_BYTES);
    if (result.kind === "too_large") return tooLarge(result.limitBytes);
    return result.kind === "malformed" ? { kind: "unreadable", why: result.why } : textOf(result.bytes);
  }
  return GZIP_MAGIC.every((byte, at) => payload[at] === byte) ? gunzipText(payload) : textOf(payload);
};

async function gunzipText(payload: Buffer) {
  const maxOutputLength = decompressedLimit(payload.length, MAX_TEXT_BYTES);
  try {
    return textOf(await gunzipBytes(payload, { maxOutputLength }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") return tooLarge(maxOutputLength);
    return { kind: "unreadable", why: "is not readable as gzip" } as const;
  }
}

const textOf = (bytes: Buffer) => ({ kind: "text", text: bytes.toString("utf8") }) as const;

const tooLarge = (limitBytes: number) => ({ kind: "unreadable", why: `is longer than ${limitBytes} bytes` }) as const;
