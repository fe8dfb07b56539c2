import { spawnSync } from "node:child_process";

/** A program of others that reads what we write. */
export type Reader = {
  readonly isInstalled: boolean;
  /** Its standard output; throws with what it complained about when it fails. */
  readonly read: (...args: readonly string[]) => string;
};

const OUTPUT_MAX = 256 * 1024 * 1024;

/** `skipped`: what is not tested without it. */
export function findReader(
  program: string,
  versionFlag = "--version",
  skipped = `what ${program} reads of an export`,
): Reader {
  const isInstalled = spawnSync(program, [versionFlag]).error === undefined;
  if (!isInstalled) process.stderr.write(`skipped: ${skipped}, as it is not installed\n`);
  return {
    isInstalled,
    read: (...args) => {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: OUTPUT_MAX });
      if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
      return stdout;
    },
  };
}
