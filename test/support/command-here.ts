import { vi } from "vitest";
import { program } from "../../server/app/cli.ts";
import type { Ended } from "./station-program.ts";

/**
 * Runs a command in this process, as the program does once it is started, which spares the start of a process. Arguments
 * that Commander refuses end the process, and the log goes past it to standard error: what is about those needs
 * `runCommand`. One command at a time.
 */
export async function runHere(args: readonly string[]): Promise<Ended> {
  let [out, err] = ["", ""];
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((out += String(text)), true)),
    vi.spyOn(process.stderr, "write").mockImplementation((text) => ((err += String(text)), true)),
  ];
  const before = process.exitCode;
  try {
    await program.parseAsync(args, { from: "user" });
    return { code: Number(process.exitCode), out, err };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

/** The same, of which the standard output is wanted. Rejects on failure, as `runStation` does. */
export async function runStationHere(args: readonly string[]): Promise<string> {
  const { code, out, err } = await runHere(args);
  if (code !== 0) throw new Error(`station ${args.join(" ")} ended with ${code}: ${err}`);
  return out;
}
