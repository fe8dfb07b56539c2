import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { runAttached } from "./child.mjs";
import { isNewEnough, nodeAdvice, OLDEST_SYSTEM_NODE, pinnedNodePackage, systemOf } from "./machine.rules.mjs";
import { modules } from "./paths.mjs";
import { ExpectedError } from "./output.mjs";

/**
 * The Node that everything after the bootstrap runs on: the one pinned in package-lock.json, or where the
 * platform has none, a system Node that is new enough.
 */
export function findNode() {
  const name = pinnedNodePackage(process.platform, process.arch);
  const pinned =
    name === undefined
      ? undefined
      : path.join(modules, name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (pinned !== undefined && existsSync(pinned)) return realpathSync(pinned);
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new ExpectedError(
    `Fieldstation needs Node ${OLDEST_SYSTEM_NODE} or newer; this is ${process.version}, and ` +
      `${process.platform}-${process.arch} has no packaged one: please ${nodeAdvice(systemOf(process.platform, ""))}.`,
  );
}

/**
 * Runs the same command again under the right Node and returns its exit code; undefined if this is the right one
 * already. In both cases, `node` and the tools of node_modules are first on the path of every child process.
 * @returns {Promise<number | undefined>}
 */
export async function continueUnderPinnedNode() {
  const bin = path.join(modules, ".bin");
  const parts = (process.env["PATH"] ?? "").split(path.delimiter).filter((part) => part !== bin);
  process.env["PATH"] = [bin, ...parts].join(path.delimiter);
  const node = findNode();
  if (realpathSync(process.execPath) === node) return undefined;
  return runAttached(node, process.argv.slice(1)).ended;
}
