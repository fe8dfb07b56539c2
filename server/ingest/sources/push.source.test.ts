import { describe, expect, it } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import type { Heard } from "../heard.ts";
import { createPushInbox } from "./push.source.ts";

const refused: Heard = { kind: "refused", reason: "malformed_json", detail: "" };

describe("pushes over HTTP", () => {
  it("reach the source of their kind while it is switched on, and nobody otherwise", async () => {
    const inbox = createPushInbox();
    const taken: Heard[] = [];
    const abort = new AbortController();
    let isRunning = false;
    expect(await inbox.deliver([refused])).toBe("not_listening");
    const ended = inbox.run({
      signal: abort.signal,
      clock: { now: () => 0 },
      log: silentLog,
      running: () => (isRunning = true),
      take: async (heard) => void taken.push(...heard),
      progress: () => undefined,
    });
    expect(isRunning).toBe(true);
    expect(await inbox.deliver([refused])).toBe("taken");
    abort.abort();
    await ended;
    expect(await inbox.deliver([refused])).toBe("not_listening");
    expect(taken).toEqual([refused]);
  });
});
