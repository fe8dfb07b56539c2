import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { ChainedEntry } from "../../features/audit/index.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { openSyslogConnection, type SyslogConnection } from "./syslog.connections.ts";
import { gapMessage, syslogMessage, type SyslogSender, type SyslogTarget } from "./syslog.rules.ts";

export type Syslog = {
  /** Sends an entry as soon as possible; the caller does not wait. */
  readonly send: (entry: ChainedEntry) => void;
  /** Sends the pending entries, for at most a second, and ends. */
  readonly close: () => Promise<void>;
};

/**
 * Entries that wait while the receiver accepts none; beyond that the oldest are dropped, and the receiver is told how
 * many.
 */
const MAX_WAITING = 10_000;
const FIRST_RETRY_MS = SECOND_MS;
const MAX_RETRY_MS = 60 * SECOND_MS;
const CLOSE_TIMEOUT_MS = SECOND_MS;

/** Sends the audit log to a syslog receiver (RFC 5424). */
export function createSyslog(deps: {
  readonly target: SyslogTarget;
  readonly clock: Clock;
  readonly log: Log;
  /** First pause before another attempt, ms; for tests. */
  readonly retryMs?: number;
  readonly maxWaiting?: number;
}): Syslog {
  const { target, clock, log, maxWaiting = MAX_WAITING } = deps;
  const sender: SyslogSender = { hostName: hostname(), processId: process.pid };
  const waiting: string[] = [];
  const ending = new AbortController();
  let lost = 0;
  let isOut = false;
  let connection: SyslogConnection | undefined;
  let sending: Promise<void> | undefined;
  let retryMs = deps.retryMs ?? FIRST_RETRY_MS;

  function add(message: string): void {
    waiting.push(message);
    if (waiting.length <= maxWaiting) return;
    waiting.shift();
    lost++;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !ending.signal.aborted) {
      try {
        connection ??= await openSyslogConnection(target, {
          onEnded: () => (connection = undefined),
          signal: ending.signal,
        });
        if (lost > 0) await sendGap(connection);
        const [message = ""] = waiting;
        await connection.send(message);
        // It may have been dropped meanwhile, because too many wait.
        if (waiting[0] === message) waiting.shift();
        recovered();
      } catch (error) {
        failed(error);
        await wait(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  async function sendGap(open: SyslogConnection): Promise<void> {
    const reported = lost;
    await open.send(gapMessage(reported, clock.now(), sender));
    lost -= reported;
  }

  function recovered(): void {
    if (isOut) log.info({}, "audit entries are sent to syslog again");
    isOut = false;
    retryMs = deps.retryMs ?? FIRST_RETRY_MS;
  }

  function failed(error: unknown): void {
    connection?.close();
    connection = undefined;
    if (isOut || ending.signal.aborted) return;
    isOut = true;
    const reason = error instanceof Error ? error.message : String(error);
    const { transport, host, port } = target;
    log.warn({ transport, host, port, reason }, "audit entries cannot be sent to syslog; they wait");
  }

  function start(): void {
    sending ??= sendAll().finally(() => (sending = undefined));
  }

  return {
    send(entry) {
      add(syslogMessage(entry, sender));
      start();
    },
    async close() {
      const timer = setTimeout(() => ending.abort(), isOut ? 0 : CLOSE_TIMEOUT_MS);
      await sending;
      clearTimeout(timer);
      ending.abort();
      connection?.close();
    },
  };
}
