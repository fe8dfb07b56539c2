import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

it("a thread may be ended at any moment of loading SQLite, and the process goes on", async () => {
  const program = spawn(process.execPath, [join(import.meta.dirname, "sqlite-thread.process.ts")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [[code, signal], complaints] = await Promise.all([once(program, "exit"), text(program.stderr)]);
  expect({ code, signal, complaints }).toEqual({ code: 0, signal: null, complaints: "" });
});
