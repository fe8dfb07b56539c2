import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a process whose data directory is `KILLED_IN`: ends it by SIGKILL instead of the `KILL_AT`th call that
 * changes a file there.
 */
const folder = process.env["KILLED_IN"]!;
const killAt = Number(process.env["KILL_AT"]);
let calls = 0;

function count(what: string, path: unknown): void {
  if (typeof path !== "string" || !path.startsWith(folder)) return;
  if (++calls !== killAt) return;
  // Straight into the pipe: nothing is written after the kill.
  fs.writeSync(2, `killed before ${what} ${path.slice(folder.length + 1)}\n`);
  process.kill(process.pid, "SIGKILL");
}

/** The calls that the swap uses, and those that it may use in the future. */
const CHANGES = ["rename", "rm", "unlink", "copyFile", "link", "open", "chmod", "truncate", "writeFile"] as const;
type Call = (...args: unknown[]) => unknown;
for (const name of CHANGES) {
  for (const [module, key] of [
    [fs.promises, name],
    [fs, `${name}Sync`],
  ] as const) {
    const calls = module as unknown as Record<string, Call>;
    const real = calls[key]!;
    calls[key] = (...args) => {
      count(key, args[0]);
      return real.apply(module, args);
    };
  }
}
syncBuiltinESMExports();
