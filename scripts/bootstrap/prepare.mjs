import { hasDependencies, installDependencies } from "./dependencies.mjs";
import { continueUnderPinnedNode } from "./node.mjs";

/**
 * The first step of every command: the dependencies of package-lock.json, then the pinned Node.
 * Returns the exit code of the command if it was run again under that Node; undefined if the caller continues.
 * @param {{ acceptStale?: boolean }} [options] acceptStale: install only when nothing is there
 */
export async function prepare(options = {}) {
  if (options.acceptStale !== true || !hasDependencies()) await installDependencies();
  return continueUnderPinnedNode();
}
