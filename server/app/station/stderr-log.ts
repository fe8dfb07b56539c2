import pino from "pino";
import type { Log } from "../../kernel/log.ts";
import type { LogLevel } from "./config.ts";

/** The lines that wait while standard error accepts none; lines beyond that are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * JSON lines on standard error: standard output is for the results of a command. Where standard error is a file on a full
 * disk, lines wait, and are written with the next one for which there is room.
 */
export function createLog(level: LogLevel): Log {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  // Without a listener a full disk would end the station; there is no other place to report it.
  destination.on("error", () => undefined);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
