import pino from "pino";
import type { Log } from "../../kernel/log.ts";
import type { LogLevel } from "./config.ts";

/** JSON lines on standard error: standard output is for the results of a command. */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
}
