import { vi } from "vitest";
import { program } from "../../server/app/cli.ts";
import type { CommandResult } from "./station-program.ts";

/**
 * Runs a command in this process, as the program does after its start, which saves starting a process. Arguments that
 * Commander refuses end the process, and the log is written directly to standard error: tests of those need
 * `runCommand`. One command at a time.
 */
export async function runInProcess(args: readonly string[]): Promise<CommandResult> {
  const [out, err]: [Uint8Array[], Uint8Array[]] = [[], []];
  const writeTo =
    (pieces: Uint8Array[]) =>
    (piece: string | Uint8Array, ...rest: readonly unknown[]) => {
      pieces.push(Buffer.from(piece));
      const done = rest.at(-1);
      if (typeof done === "function") process.nextTick(done);
      return true;
    };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(writeTo(out)),
    vi.spyOn(process.stderr, "write").mockImplementation(writeTo(err)),
  ];
  const before = process.exitCode;
  try {
    await program.parseAsync(args, { from: "user" });
    return { code: Number(process.exitCode), out: textOf(out), err: textOf(err) };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

/** A character may be split between two chunks. */
const textOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString("utf8");

/** The same, with only the standard output as the result. Rejects on failure, as `runStation` does. */
export async function runStationInProcess(args: readonly string[]): Promise<string> {
  const { code, out, err } = await runInProcess(args);
  if (code !== 0) throw new Error(`station ${args.join(" ")} ended with ${code}: ${err}`);
  return out;
}
