import { encodingOfMark } from "../../kernel/byte-order-mark.ts";

/** Bytes of a text that are enough to tell its encoding; the declaration of XML is at its start. */
export const ENCODING_HEAD_BYTES = 256;

const XML_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * The encoding of a text: by its byte order mark; without one, UTF-16 where every other byte at its start is zero, or
 * what the declaration of XML says. UTF-8 otherwise, also where the declaration cannot be true.
 */
export function encodingOfHead(head: Uint8Array): string {
  const marked = encodingOfMark(head);
  if (marked !== undefined) return marked;
  const [first = 0, second = 0] = head;
  if (isPrintable(first) && second === 0 && head.length > 1) return "utf-16le";
  if (first === 0 && isPrintable(second)) return "utf-16be";
  const [, declared] = XML_ENCODING.exec(Buffer.from(head.subarray(0, ENCODING_HEAD_BYTES)).toString("latin1")) ?? [];
  return (declared && knownEncoding(declared)) ?? "utf-8";
}

function isPrintable(code: number): boolean {
  return (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13;
}

/** Programs also write "UTF-16" into what they save as UTF-8: a declaration that can be read as bytes is not UTF-16. */
function knownEncoding(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith("utf-16") ? undefined : encoding;
  } catch (error) {
    // An unknown label: nearly all that matters in a track is ASCII.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
