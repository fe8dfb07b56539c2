import { strFromU8, zipSync } from "fflate";
import { vi } from "vitest";
import { program } from "../../server/app/cli.ts";

/** The files of a pack by their paths. */
export type Files = Readonly<Record<string, Uint8Array>>;

export const zipped = (files: Files) => Buffer.from(zipSync({ ...files }));
export const textOf = (files: Files, path: string) => strFromU8(files[path]!);
export const linesOf = (files: Files, path: string) =>
  textOf(files, path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Runs a command of the command line in this process. */
export async function runInProcess(
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly out: string }> {
  const written: string[] = [];
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  process.exitCode = undefined;
  try {
    await program.parseAsync(args, { from: "user" });
    return { code: process.exitCode, out: written.join("") };
  } finally {
    out.mockRestore();
    process.exitCode = undefined;
  }
}
