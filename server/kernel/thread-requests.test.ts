import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createThreadRequests, type ThreadRequests } from "./thread-requests.ts";
import { Thread } from "./thread.ts";

/** Repeats what it is asked, and counts its answers. */
const ENTRY = `
  import { setTimeout } from "node:timers/promises";
  import { answerRequests } from "${new URL("thread-requests.ts", import.meta.url).href}";
  let answered = 0;
  answerRequests(async ({ text, waitMs = 0 }) => {
    if (text === "fail") throw new Error("it failed");
    if (text === "exit") process.exit();
    await setTimeout(waitMs);
    return text + " " + ++answered;
  });`;
const FOREVER_MS = 60_000;

type Asked = { readonly text: string; readonly waitMs?: number };

let folder: string;
let thread: ThreadRequests<Asked, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-requests-"));
  writeFileSync(join(folder, "entry.mjs"), ENTRY);
});
afterEach(() => thread.close());
afterAll(() => rmSync(folder, { recursive: true }));

function start(): void {
  thread = createThreadRequests<Asked, string>({
    start: () => new Thread(join(folder, "entry.mjs"), { name: "test" }),
    onError: ({ message }) => `error: ${message}`,
    onExit: "exited",
    onClose: "closed",
  });
}

it("gives each request its own reply, from one thread", async () => {
  start();
  expect(thread.isRunning()).toBe(false);
  const replies = await Promise.all([thread.ask({ text: "slow", waitMs: 50 }), thread.ask({ text: "fast" })]);
  expect(replies).toEqual(["slow 2", "fast 1"]);
  expect(thread.isRunning()).toBe(true);
});

it.each([
  ["fails", "fail", "error: it failed"],
  ["exits", "exit", "exited"],
])("tells all who wait when the thread %s, and starts another", async (_what, text, reply) => {
  start();
  const waiting = thread.ask({ text: "waits", waitMs: FOREVER_MS });
  expect(await Promise.all([waiting, thread.ask({ text })])).toEqual([reply, reply]);
  expect(await thread.ask({ text: "again" })).toBe("again 1");
});

it("ends a thread that takes too long, also for all others who wait", async () => {
  start();
  const waiting = thread.ask({ text: "waits", waitMs: FOREVER_MS });
  const late = thread.ask({ text: "late", waitMs: FOREVER_MS }, { limitMs: 200, late: "too late" });
  expect(await Promise.all([waiting, late])).toEqual(["too late", "too late"]);
  expect(await thread.ask({ text: "in time" }, { limitMs: FOREVER_MS, late: "too late" })).toBe("in time 1");
});

it("settles pending calls when it is closed", async () => {
  start();
  const waiting = thread.ask({ text: "waits", waitMs: FOREVER_MS });
  await thread.close();
  expect(await waiting).toBe("closed");
  expect(thread.isRunning()).toBe(false);
});
