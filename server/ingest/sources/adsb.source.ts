import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { SourceSettings } from "../../contracts/sources.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { batchPerTick } from "../batch-per-tick.ts";
import { createAircraftJsonDecoder } from "../codecs/aircraft.json.ts";
import { createSbsDecoder } from "../codecs/sbs.lines.ts";
import { SourceFailure, systemErrorCode } from "../source.failure.ts";
import type { SourceContext, SourceRun } from "../source.ts";
import { createLineSplitter } from "./json.splitter.ts";

export type AdsbSettings = Extract<SourceSettings, { readonly kind: "adsb" }>;

const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;
const KEEP_ALIVE_MS = 30 * SECOND_MS;
/** A receiver with a thousand aircraft writes 0.5 MB. The document is parsed at once, so its size limits the cost. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/**
 * Aircraft with a crew from readsb or dump1090: `aircraft.json` over HTTP once a second, or lines of BaseStation over
 * TCP. Rejects with one sentence when the receiver cannot be reached or ends the connection.
 */
export function adsbSource({ url }: AdsbSettings, pollMs = SECOND_MS): SourceRun {
  return async (context) => {
    try {
      await (url.startsWith("tcp:") ? readLines(new URL(url), context) : poll(url, pollMs, context));
    } catch (error) {
      if (context.signal.aborted) return;
      throw error instanceof SourceFailure ? error : new SourceFailure(failureOf(url, error), { cause: error });
    }
  };
}

async function poll(url: string, pollMs: number, { signal, clock, take, running }: SourceContext): Promise<void> {
  const decode = createAircraftJsonDecoder();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    if (!isFirst) await pause(pollMs, undefined, { signal });
    const document = await download(url, signal);
    if (isFirst) running();
    const decoded = decode(document, clock.now());
    if (decoded.length > 0) void take(decoded);
  }
}

async function download(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) });
  if (!response.ok) {
    await response.body?.cancel();
    throw new SourceFailure(`${url} answers with ${response.status}; the address has to be that of aircraft.json.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_DOCUMENT_BYTES) throw new SourceFailure(`What ${url} answers is too long for an aircraft.json.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readLines({ hostname, port }: URL, { signal, clock, take, running }: SourceContext): Promise<void> {
  const decode = createSbsDecoder();
  const lines = createLineSplitter();
  const collect = batchPerTick((decoded) => void take(decoded));
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) });
    const abort = () => void socket.destroy();
    signal.addEventListener("abort", abort, { once: true });
    socket.setEncoding("latin1").setKeepAlive(true, KEEP_ALIVE_MS);
    socket.once("connect", running);
    socket.on("data", (text: string) => collect(decode(lines.push(text), clock.now())));
    socket.once("error", reject);
    socket.once("close", () => {
      signal.removeEventListener("abort", abort);
      if (signal.aborted) resolve();
      else reject(new SourceFailure(`The receiver at ${hostname}:${port} ended the connection.`));
    });
    if (signal.aborted) abort();
  });
}

function failureOf(url: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (error instanceof Error && error.name === "TimeoutError") return `${url} does not answer within five seconds.`;
  switch (systemErrorCode(cause)) {
    case "ECONNREFUSED":
      return `Nothing listens at ${url}: is the receiver's program running?`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The name in ${url} is not known in this network.`;
    default:
      return `${url} cannot be reached.`;
  }
}
