import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

/**
 * The command line of a station. `npm test` sets the built one, which loads in half the time; a test file that is run
 * alone uses the sources, which are always up to date.
 */
export const STATION_PROGRAM: string =
  process.env["STATION_TEST_PROGRAM"] ?? resolve(import.meta.dirname, "../../server/app/cli.ts");

export type CommandResult = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a command to its end. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [STATION_PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}
