import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { CDPSession } from "playwright-core";

/** One attached target, or the browser itself, on the DevTools protocol. */
export type CdpSession = Pick<CDPSession, "send" | "on" | "off">;

export interface CdpPipe {
  readonly browser: CdpSession;
  session(id: string): CdpSession;
}

interface Answer {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Speaks the DevTools protocol over the two pipes of `--remote-debugging-pipe`: JSON ended by a zero byte. */
export function openCdpPipe(toBrowser: Writable, fromBrowser: Readable): CdpPipe {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const sessions = new Map<string, { session: CdpSession; events: EventEmitter }>();
  let lastId = 0;
  let rest = "";

  fromBrowser.setEncoding("utf8");
  fromBrowser.on("data", (text: string) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) receive(JSON.parse(message) as Answer);
  });
  fromBrowser.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Chromium is gone"));
    waiting.clear();
  });
  toBrowser.on("error", () => fromBrowser.destroy());

  function receive(message: Answer): void {
    if (message.id === undefined) {
      open(message.sessionId ?? "").events.emit(message.method ?? "", message.params);
      return;
    }
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) answer?.resolve(message.result);
    else answer?.reject(new Error(message.error.message));
  }

  function open(id: string): { session: CdpSession; events: EventEmitter } {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const send = (method: string, params: object = {}): Promise<unknown> => {
      const answer = Promise.withResolvers<unknown>();
      if (fromBrowser.destroyed) return Promise.reject(new Error("Chromium is gone"));
      waiting.set(++lastId, answer);
      toBrowser.write(`${JSON.stringify({ id: lastId, method, params, ...(id === "" ? {} : { sessionId: id }) })}\0`);
      return answer.promise;
    };
    const events = new EventEmitter();
    const session = { send, on: events.on.bind(events), off: events.off.bind(events) } as unknown as CdpSession;
    const opened = { session, events };
    sessions.set(id, opened);
    return opened;
  }

  return { browser: open("").session, session: (id) => open(id).session };
}
