import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { capture } from "./child.mjs";

const module = fileURLToPath(new URL("child.mjs", import.meta.url));

/** A small server: prints "ready", and on a signal prints its name and ends with 5. */
const server = `
  const timer = setInterval(() => undefined, 1000);
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => { console.log(signal); clearInterval(timer); process.exitCode = 5; });
  console.log("ready");
`;
const wrapper = `
  import { runAttached } from ${JSON.stringify(module)};
  process.exitCode = await runAttached(process.execPath, ["-e", ${JSON.stringify(server)}]).ended;
`;

let started: ChildProcess | undefined;
afterEach(() => started?.kill("SIGKILL"));

/** Starts the wrapper, waits for its child's first output, and collects the rest. */
async function startWrapped(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  started = child;
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child.stdout, "data");
  return { child, output: () => text, closed: once(child.stdout, "close") };
}

describe.skipIf(process.platform === "win32")("an attached command", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("gets %s once and gives its exit code", async (signal) => {
    const { child, output, closed } = await startWrapped(process.execPath, ["--input-type=module", "-e", wrapper]);
    const exited = once(child, "exit");
    child.kill(signal);
    expect(await exited).toEqual([5, null]);
    await closed;
    expect(output()).toBe(`ready\n${signal}\n`);
  });

  test("is ended when the shell between npm and the wrapper is killed", async () => {
    const shell = `"$0" --input-type=module -e "$1"; true`;
    const { child, output, closed } = await startWrapped("sh", ["-c", shell, process.execPath, wrapper]);
    child.kill("SIGTERM");
    await closed;
    expect(output()).toBe("ready\nSIGTERM\n");
  });
});

describe("a captured command", () => {
  test("gives stdout, stderr and the exit code", async () => {
    const { code, output } = await capture(process.execPath, [
      "-e",
      "console.log(1); console.error(2); process.exit(3)",
    ]);
    expect({ code, output: output.split("\n").toSorted() }).toEqual({ code: 3, output: ["", "1", "2"] });
  });

  test("that does not exist gives 127 and the reason", async () => {
    const { code, output } = await capture("no-such-command-in-process", []);
    expect(code).toBe(127);
    expect(output).toContain("ENOENT");
  });

  test("that exceeds its time limit is ended", async () => {
    const { code } = await capture(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { timeoutMs: 200 });
    expect(code).toBe(process.platform === "win32" ? 1 : 128 + 15);
  });
});
