import { Buffer } from "node:buffer";
import { SECOND_MS } from "../kernel/clock.ts";
import { addressOfUrl, unreachableReason } from "../kernel/unreachable.rules.ts";
import { type Transport, TransportError } from "./sync.deps.ts";

/** After this long without data from a peer the request is cancelled, milliseconds. */
const SILENCE_MS = 30 * SECOND_MS;

/**
 * The largest body of a response, unpacked: a page of a peer takes a few megabytes at most, while ten kilobytes of gzip
 * can unpack to ten megabytes.
 */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Codes of failures before anything of the request was sent. */
const NOT_SENT = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** Requests by Node's `fetch`, which keeps connections alive. */
export const fetchTransport: Transport = async ({ method, url, headers, body, needsEndsOnly }, signal) => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const answered = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  let received: Received = { head: 0, body: 0, announced: null };
  try {
    const response = await fetch(url, {
      ...(body === null ? { method } : { method, body: body as Uint8Array<ArrayBuffer> }),
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    answered();
    const answeredHeaders = Object.fromEntries(response.headers);
    received = headOf(answeredHeaders);
    const chunks: Uint8Array[] = [];
    for await (const part of response.body ?? []) {
      answered();
      const chunk = part as Uint8Array;
      if (chunk.length === 0) continue;
      received.body += chunk.length;
      if (received.body > MAX_ANSWER_BYTES) throw tooLarge(received);
      if (needsEndsOnly === true && response.ok) keepEnds(chunks, chunk);
      else chunks.push(chunk);
    }
    return {
      status: response.status,
      headers: answeredHeaders,
      body: Buffer.concat(chunks),
      receivedBytes: received.head + (received.announced ?? received.body),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) throw error;
    if (silence.signal.aborted) {
      const receivedBytes = bytesUntilBreak(received);
      throw new TransportError("The peer did not answer in time.", {
        mayHaveArrived: true,
        isTimeout: true,
        receivedBytes,
      });
    }
    throw new TransportError(`The peer cannot be reached: ${unreachableReason(error, addressOfUrl(new URL(url)))}.`, {
      mayHaveArrived: !NOT_SENT.has(codeOf(error)),
      isTimeout: false,
      receivedBytes: bytesUntilBreak(received),
    });
  } finally {
    clearTimeout(timer);
  }
};

/** The received bytes of a response. `fetch` returns unpacked bodies: only an announced length is that on the wire. */
type Received = { readonly head: number; body: number; readonly announced: number | null };

function headOf(headers: Readonly<Record<string, string>>): Received {
  const { "content-length": length } = headers;
  return { head: sizeOf(headers), body: 0, announced: length === undefined ? null : Number(length) };
}

/** The bytes of a response that broke off: at most what was announced, otherwise its unpacked size, which is more. */
function bytesUntilBreak({ head, body, announced }: Received): number {
  return head + Math.min(body, announced ?? Infinity);
}

function tooLarge(received: Received): TransportError {
  const receivedBytes = bytesUntilBreak(received);
  return new TransportError("The peer's answer is too large to read.", {
    mayHaveArrived: true,
    isTimeout: false,
    receivedBytes,
  });
}

/** Keeps the first and the last byte of all chunks together. */
function keepEnds(ends: Uint8Array[], chunk: Uint8Array): void {
  if (ends.length === 0) ends.push(chunk.slice(0, 1));
  ends[1] = chunk.slice(-1);
}

/** `fetch` puts the code into the cause of a `TypeError`. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

/** Approximate size of a head in HTTP/1.1. */
function sizeOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 17);
}
