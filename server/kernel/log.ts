import { type Clock, MINUTE_MS } from "./clock.ts";

/** The part of the logger that the program uses: structured fields, then a constant message. Never log a secret. */
export type Log = {
  readonly debug: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

const MAX_REMEMBERED_CAUSES = 200;

/**
 * Logs an error with its stack once a minute for each cause, not for every write that fails of it; the next line of that
 * cause counts those that were left out. Lines without an error are all logged.
 */
export function logCausesOnce(log: Log, clock: Clock): Log {
  const causes = new Map<string, { loggedMs: number; leftOut: number }>();
  const limited =
    (write: Log["error"]): Log["error"] =>
    (fields, message) => {
      const error = "err" in fields ? fields.err : undefined;
      if (!(error instanceof Error)) return write(fields, message);
      const key = `${message}: ${error.name} ${error.message}`;
      const known = causes.get(key);
      const nowMs = clock.now();
      if (known !== undefined && nowMs - known.loggedMs < MINUTE_MS) {
        known.leftOut++;
        return;
      }
      if (causes.size >= MAX_REMEMBERED_CAUSES) causes.clear();
      causes.set(key, { loggedMs: nowMs, leftOut: 0 });
      write(known === undefined || known.leftOut === 0 ? fields : { ...fields, leftOut: known.leftOut }, message);
    };
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: limited((fields, message) => log.warn(fields, message)),
    error: limited((fields, message) => log.error(fields, message)),
  };
}

/**
 * Logs as `log` does, and passes on each error that is logged as `err` with a warning or an error. Whatever the station
 * does by itself logs its errors, so what has to learn of all of them takes them here.
 */
export function passErrorsOn(log: Log, take: (error: unknown) => void): Log {
  const passing =
    (write: Log["error"]): Log["error"] =>
    (fields, message) => {
      write(fields, message);
      if ("err" in fields) take(fields.err);
    };
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: passing((fields, message) => log.warn(fields, message)),
    error: passing((fields, message) => log.error(fields, message)),
  };
}
