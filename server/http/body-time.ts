import type { IncomingMessage } from "node:http";
import { MINUTE_MS } from "../kernel/clock.ts";

/** How long any body may take but that of a large upload. */
const MAX_BODY_MS = 5 * MINUTE_MS;

/** Ends the connection of a client that takes too long over a body. */
export function limitBodyTime(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), MAX_BODY_MS).unref();
  const stop = () => clearTimeout(timer);
  request.once("end", stop).once("close", stop);
}
