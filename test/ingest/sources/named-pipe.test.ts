import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { replayFile } from "../../../server/ingest/sources/file.replay.ts";
import { systemClock } from "../../../server/kernel/clock.ts";

it.skipIf(process.platform === "win32")("a named pipe without a writer is refused, not waited for", async () => {
  const directory = mkdtempSync(join(tmpdir(), "pipe-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  execFileSync("mkfifo", [join(directory, "pipe")]);
  const { signal } = new AbortController();
  await expect(
    replayFile(join(directory, "pipe"), { signal, take: async () => undefined, clock: systemClock, speed: 0 }),
  ).rejects.toThrow("pipe is a folder or a device, not a recording.");
});
