import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { capture } from "./child.mjs";
import { systemOf } from "./machine.rules.mjs";
import { duration, print } from "./output.mjs";

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
 * Installs Debian packages without questions: as root, or with a sudo that needs no password. Returns whether they are
 * installed now; the reason is printed if not.
 * @param {readonly string[]} names
 */
export async function installDebianPackages(names) {
  const prefix = await rootPrefix();
  if (prefix === undefined) return false;
  print(`Installing ${names.join(", ")} with apt-get`);
  const started = Date.now();
  // An old list of packages may still name files that exist, so a failed update is not an error.
  await apt(prefix, ["update", "-qq"]);
  const { code, output } = await apt(prefix, ["install", "-y", "-qq", "--no-install-recommends", ...names]);
  if (code !== 0) {
    print(`apt-get could not install them:\n${output.trim().split("\n").slice(-5).join("\n")}`);
    return false;
  }
  print(`Installed in ${duration(Date.now() - started)}`);
  return true;
}

/**
 * The prefix of apt-get: empty as root, sudo where it needs no password; undefined where it may not run.
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
  const aptGet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120", ...args];
  const [command = "env", ...rest] = [...prefix, ...aptGet];
  return capture(command, rest, { title: `apt-get ${args[0]}` });
}
