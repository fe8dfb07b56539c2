import { expect } from "vitest";
import type { LiveEventName } from "../contracts/live.ts";
import { createFanOut } from "./fan-out.ts";
import { MAX_UNSENT_BYTES } from "./subscriber.ts";

export const HERE = { latitude: 50.05, longitude: 14.4 };
export const ELSEWHERE = { latitude: 10, longitude: 14.4 };
export const AROUND_HERE = { west: 14, south: 50, east: 15, north: 51 };
export const AROUND_BOTH = { west: 14, south: 9, east: 15, north: 51 };

type Sent = { readonly ids: readonly string[]; readonly event: LiveEventName; readonly payload: unknown };

/**
 * A fan-out whose sockets accept everything at once, unless a test blocks them, and whose ticks the test triggers. A
 * write takes `writeMs` milliseconds.
 */
export function station({ writeMs = 0 }: { readonly writeMs?: number } = {}) {
  const sent: Sent[] = [];
  let elapsedMs = 0;
  let busyMs = 0;
  let writes = 0;
  const stuck = new Set<string>();
  const delays = new Set<number>();
  let ticks: (() => void)[] = [];
  let turns: (() => void)[] = [];
  const fanOut = createFanOut({
    send(to, messages) {
      const ids = to.map(({ subscriber }) => subscriber.id);
      writes += ids.length;
      elapsedMs += ids.length * writeMs;
      busyMs += ids.length * writeMs;
      for (const { subscriber, notice } of to) {
        if (notice) sent.push({ ids: [subscriber.id], event: notice.event, payload: JSON.parse(notice.text) });
      }
      for (const { event, text } of messages) sent.push({ ids, event, payload: JSON.parse(text) });
      for (const id of ids) if (!stuck.has(id)) fanOut.drained(id);
    },
    later(callback, delayMs) {
      expect(delayMs).toBeGreaterThan(0);
      delays.add(delayMs);
      ticks.push(callback);
    },
    nextTurn: (callback) => void turns.push(callback),
    elapsedMs: () => elapsedMs,
    busyMs: () => busyMs,
  });
  const turn = () => {
    const due = turns;
    turns = [];
    for (const callback of due) callback();
  };
  return {
    fanOut,
    stuck,
    /** The delays that were requested, milliseconds. */
    delays,
    sentSince: () => sent.splice(0),
    /** The number of writes to clients since the last call. */
    writesSince() {
      const count = writes;
      writes = 0;
      return count;
    },
    turn,
    pass: (ms: number) => void (elapsedMs += ms),
    /** Advances the time by other work of the station. */
    work(ms: number) {
      elapsedMs += ms;
      busyMs += ms;
    },
    tick() {
      const due = ticks;
      ticks = [];
      for (const callback of due) callback();
      return due.length;
    },
    ua: (subject: string, n: number, place = HERE) =>
      fanOut.publish({ ...place, event: "telemetry_ua", subject, record: { subject, n } }),
    /** Publishes more than a blocked socket accepts. */
    fill: (bytes = MAX_UNSENT_BYTES) =>
      fanOut.publish({ ...HERE, event: "telemetry_system", subject: "fill", record: { text: "x".repeat(bytes) } }),
  };
}
