import { hasDependencies, installDependencies } from "./dependencies.mjs";
import { continueUnderPinnedNode } from "./node.mjs";

/**
 * The first step of every command: the dependencies of package-lock.json, then the pinned Node.
 * Gives the exit code of the command where it was handed on to that Node; undefined where the caller goes on.
 * @param {{ acceptStale?: boolean }} [options] acceptStale: install only when nothing is there
 */
export async function prepare(options = {}) {
  if (options.acceptStale !== true || !hasDependencies()) await installDependencies();
  return continueUnderPinnedNode();
}
