import type { IncomingMessage } from "node:http";
import { MINUTE_MS } from "../kernel/clock.ts";

/** How long any body except a large upload may take. */
const MAX_BODY_MS = 5 * MINUTE_MS;

/** Ends the connection of a client whose body takes too long. */
export function limitBodyTime(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), MAX_BODY_MS).unref();
  const stop = () => clearTimeout(timer);
  request.once("end", stop).once("close", stop);
}
