import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { capture } from "./child.mjs";
import { systemOf } from "./machine.rules.mjs";
import { duration, say } from "./say.mjs";

/** The family of this system, for the commands that are printed. */
export function currentSystem() {
  const file = "/etc/os-release";
  return systemOf(process.platform, existsSync(file) ? readFileSync(file, "utf8") : "");
}

/**
 * Whether a program is on the path.
 * @param {string} program
 */
export function isOnPath(program) {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  return (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .some((folder) => folder !== "" && endings.some((ending) => isExecutable(path.join(folder, program + ending))));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs Debian packages, only where that asks nobody anything: as root, or with a sudo that wants no password.
 * Gives whether they are installed now; why not has been said.
 * @param {readonly string[]} names
 */
export async function installDebianPackages(names) {
  const prefix = await rootPrefix();
  if (prefix === undefined) return false;
  say(`Installing ${names.join(", ")} with apt-get`);
  const started = Date.now();
  // An old list of packages is enough when it still names files that exist; so the update's failure is not the end.
  await apt(prefix, ["update", "-qq"]);
  const { code, output } = await apt(prefix, ["install", "-y", "-qq", "--no-install-recommends", ...names]);
  if (code !== 0) {
    say(`apt-get could not install them:\n${output.trim().split("\n").slice(-5).join("\n")}`);
    return false;
  }
  say(`Installed in ${duration(Date.now() - started)}`);
  return true;
}

/**
 * What to write before apt-get: nothing as root, sudo where it asks no password; undefined where it may not run.
 * @returns {Promise<readonly string[] | undefined>}
 */
async function rootPrefix() {
  if (currentSystem() !== "debian" || !isOnPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return [];
  if (!isOnPath("sudo")) return undefined;
  const { code } = await capture("sudo", ["-n", "true"]);
  return code === 0 ? ["sudo", "-n"] : undefined;
}

/**
 * @param {readonly string[]} prefix
 * @param {readonly string[]} args
 */
function apt(prefix, args) {
  const quietly = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120", ...args];
  const [command = "env", ...rest] = [...prefix, ...quietly];
  return capture(command, rest, { title: `apt-get ${args[0]}` });
}
