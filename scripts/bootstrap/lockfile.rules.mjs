import { createHash } from "node:crypto";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 * @typedef {{ platform: string, arch: string }} Machine
 */

/** @param {string | Buffer} content */
export const fingerprint = (content) => createHash("sha256").update(content).digest("hex");

/**
 * Whether node_modules holds what package-lock.json asks for, judged by the list that npm leaves there
 * (`node_modules/.package-lock.json`, written last, so that an interrupted install has none).
 * After a manual `npm install`, nothing is installed again.
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 * @param {Machine} machine
 */
export function isInstalled(wanted, installed, machine) {
  const have = installed.packages ?? {};
  const want = wanted.packages ?? {};
  for (const [path, entry] of Object.entries(want)) {
    if (path === "") continue;
    const found = have[path];
    if (found === undefined) {
      if (entry.optional === true && !isForMachine(entry, machine)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  return Object.keys(have).every((path) => path in want);
}

/**
 * Whether an optional package is certainly meant for this machine. One that names no machine, or a C library,
 * is left to npm: it may rightly be absent.
 * @param {LockedPackage} entry
 * @param {Machine} machine
 */
function isForMachine(entry, machine) {
  if (entry.libc !== undefined || (entry.os === undefined && entry.cpu === undefined)) return false;
  return allows(entry.os, machine.platform) && allows(entry.cpu, machine.arch);
}

/**
 * npm's os and cpu fields: what is allowed, or with `!` what is not.
 * @param {string | string[] | undefined} field
 * @param {string} value
 */
function allows(field, value) {
  const list = field === undefined ? [] : [field].flat();
  const allowed = list.filter((item) => !item.startsWith("!"));
  return !list.includes(`!${value}`) && (allowed.length === 0 || allowed.includes(value));
}
