import { vi } from "vitest";
import { program } from "../../server/app/cli.ts";
import type { Ended } from "./station-program.ts";

/**
 * Runs a command in this process, as the program does once it is started, which spares the start of a process. Arguments
 * that Commander refuses end the process, and the log goes past it to standard error: what is about those needs
 * `runCommand`. One command at a time.
 */
export async function runHere(args: readonly string[]): Promise<Ended> {
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

/** A character may lie in two pieces of what was written. */
const textOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString("utf8");

/** The same, of which the standard output is wanted. Rejects on failure, as `runStation` does. */
export async function runStationHere(args: readonly string[]): Promise<string> {
  const { code, out, err } = await runHere(args);
  if (code !== 0) throw new Error(`station ${args.join(" ")} ended with ${code}: ${err}`);
  return out;
}
