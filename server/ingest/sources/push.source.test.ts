import { describe, expect, it } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import type { SourceInput } from "../decoded.ts";
import { createPushInbox } from "./push.source.ts";

const refused: SourceInput = { kind: "refused", reason: "malformed_json", detail: "" };

describe("pushes over HTTP", () => {
  it("reach the source of their kind only while it is switched on", async () => {
    const inbox = createPushInbox();
    const taken: SourceInput[] = [];
    const abort = new AbortController();
    let isRunning = false;
    expect(await inbox.deliver([refused])).toBeUndefined();
    const ended = inbox.run({
      signal: abort.signal,
      clock: { now: () => 0 },
      log: silentLog,
      running: () => (isRunning = true),
      async take(decoded) {
        taken.push(...decoded);
        return new Map([["malformed_json", 1]]);
      },
      progress: () => undefined,
    });
    expect(isRunning).toBe(true);
    expect(await inbox.deliver([refused])).toEqual(new Map([["malformed_json", 1]]));
    abort.abort();
    await ended;
    expect(await inbox.deliver([refused])).toBeUndefined();
    expect(taken).toEqual([refused]);
  });
});
