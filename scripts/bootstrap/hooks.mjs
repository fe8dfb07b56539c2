import { existsSync } from "node:fs";
import { capture } from "./child.mjs";
import { inRoot } from "./paths.mjs";
import { print } from "./output.mjs";

/**
 * Puts the hooks of lefthook.yml into a person's git checkout; never in CI, in a tarball, or where LEFTHOOK=0.
 * A checkout without hooks works as well, so a failure is printed and stops nothing.
 */
export async function installHooks() {
  if (!shouldInstallHooks(process.env, existsSync(inRoot(".git")))) return;
  const bin = inRoot("node_modules", "lefthook", "bin", "index.js");
  if (!existsSync(bin)) return;
  const { code, output } = await capture(process.execPath, [bin, "install"]);
  if (code !== 0) print(`Git hooks were not installed: ${output.trim().split("\n").at(-1) ?? ""}`);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isCheckout
 */
export function shouldInstallHooks(env, isCheckout) {
  const isCi = env["CI"] !== undefined && !["", "0", "false"].includes(env["CI"]);
  return isCheckout && !isCi && env["LEFTHOOK"] !== "0";
}
