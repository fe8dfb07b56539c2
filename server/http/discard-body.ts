import type { IncomingMessage } from "node:http";
import { SECOND_MS } from "../kernel/clock.ts";

/** As much as the largest upload: a client that first sends everything can still read why it was refused. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;
const MAX_DISCARD_MS = 30 * SECOND_MS;

/**
 * Reads and discards the rest of a body after its request has its response, so that the next request on the connection
 * is found after it. A client that sends more than the limit loses the connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), MAX_DISCARD_MS).unref();
  request.once("close", () => clearTimeout(timer));
  // A reader that stopped early still waits for `readable`, which keeps the stream from flowing.
  request.unpipe();
  request.removeAllListeners("readable");
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) socket.destroy();
  });
  request.resume();
}
