import { execFileSync } from "node:child_process";

/** How long a code of an authenticator app is shown, ms. */
export const STEP_MS = 30_000;

/** Whether the program is installed; prints once on standard error what is skipped without it. */
export function findOathtool(skipped: string): boolean {
  try {
    execFileSync("oathtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write(`${skipped} is skipped: there is no oathtool (apt-get install oathtool).\n`);
    return false;
  }
}

/** The code that a phone shows, computed by another program. */
export function codeAt(secret: string, timeMs: number): string {
  const now = new Date(timeMs).toISOString().slice(0, 19).replace("T", " ");
  return execFileSync("oathtool", ["--totp", "--base32", `--now=${now} UTC`, secret], { encoding: "utf8" }).trim();
}
