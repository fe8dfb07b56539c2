import { Buffer } from "node:buffer";
import { SECOND_MS } from "../kernel/clock.ts";
import { addressOfUrl, unreachableReason } from "../kernel/unreachable.rules.ts";
import { type Transport, TransportError } from "./sync.ports.ts";

/** After this long without data from a peer the request is cancelled, milliseconds. */
const SILENCE_MS = 30 * SECOND_MS;

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
  try {
    const response = await fetch(url, {
      ...(body === null ? { method } : { method, body: body as Uint8Array<ArrayBuffer> }),
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    answered();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      answered();
      const chunk = part as Uint8Array;
      if (chunk.length === 0) continue;
      length += chunk.length;
      if (needsEndsOnly === true && response.ok) keepEnds(chunks, chunk);
      else chunks.push(chunk);
    }
    const received = Object.fromEntries(response.headers);
    return {
      status: response.status,
      headers: received,
      body: Buffer.concat(chunks),
      receivedBytes: Number(received["content-length"] ?? length) + sizeOf(received),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) {
      throw new TransportError("The peer did not answer in time.", { mayHaveArrived: true, isTimeout: true });
    }
    throw new TransportError(`The peer cannot be reached: ${unreachableReason(error, addressOfUrl(new URL(url)))}.`, {
      mayHaveArrived: !NOT_SENT.has(codeOf(error)),
      isTimeout: false,
    });
  } finally {
    clearTimeout(timer);
  }
};

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
