import { Buffer } from "node:buffer";
import { SECOND_MS } from "../kernel/clock.ts";
import { type Transport, TransportError } from "./sync.ports.ts";

/** A peer that says nothing for so long is given up, milliseconds. */
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
export const fetchTransport: Transport = async ({ method, url, headers, body }, signal) => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === null ? null : Uint8Array.from(body),
      redirect: "manual",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    heard();
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk as Uint8Array);
      heard();
    }
    const received = Object.fromEntries(response.headers);
    const whole = Buffer.concat(chunks);
    return {
      status: response.status,
      headers: received,
      body: whole,
      receivedBytes: Number(received["content-length"] ?? whole.length) + sizeOf(received),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) {
      throw new TransportError("The peer did not answer in time.", { mayHaveArrived: true, isTimeout: true });
    }
    const { code, message } = causeOf(error);
    throw new TransportError(`The peer cannot be reached: ${message}.`, {
      mayHaveArrived: !NOT_SENT.has(code),
      isTimeout: false,
    });
  } finally {
    clearTimeout(timer);
  }
};

/** `fetch` hides the reason in the cause of a `TypeError`. */
function causeOf(error: unknown): { readonly code: string; readonly message: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return { code, message: code || (cause instanceof Error ? cause.message : String(cause)) };
}

/** Approximate size of a head in HTTP/1.1. */
function sizeOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 17);
}
