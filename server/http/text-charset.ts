import { isUtf8 } from "node:buffer";
import { encodingOfMark } from "../kernel/byte-order-mark.ts";

/** Some programs put it between single quotes, which RFC 9110 does not have. */
const CHARSET = /;\s*charset\s*=\s*["']?([^\s"';]+)/i;
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** The charset that a `Content-Type` names. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return CHARSET.exec(contentType ?? "")?.[1];
}

/**
 * A text of a named charset in UTF-8, as it arrives; `undefined` if the charset is not known. The mark at its start
 * tells a reader of XML that the encoding in the declaration no longer holds (RFC 7303 3).
 */
export function decodedToUtf8(
  chunks: AsyncIterable<Uint8Array>,
  charset: string,
): AsyncIterable<Uint8Array> | undefined {
  const decoder = decoderOf(charset);
  if (decoder === undefined) return undefined;
  // What is UTF-8, or UTF-16 of either order, is recognised by its readers.
  return decoder.encoding === "utf-8" || charset.toLowerCase() === "utf-16" ? chunks : recoded(chunks, decoder);
}

/** The text of a file that does not say its encoding; windows-1252 is what was usual before UTF-8. */
export function textOfFile(bytes: Uint8Array): string {
  return new TextDecoder(encodingOfMark(bytes) ?? (isUtf8(bytes) ? "utf-8" : "windows-1252")).decode(bytes);
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function* recoded(
  chunks: AsyncIterable<Uint8Array>,
  decoder: InstanceType<typeof TextDecoder>,
): AsyncGenerator<Uint8Array> {
  yield BYTE_ORDER_MARK;
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
