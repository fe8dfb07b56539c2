/**
 * `npm run --silent station -- COMMAND`: the station's own command line under the pinned Node.
 * Prints nothing on stdout itself: what programs read there is the station's.
 */
import { runAttached } from "./bootstrap/child.mjs";
import { serverCli } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/output.mjs";

await runMain(async () => {
  const exitCode = await prepare({ acceptStale: true });
  return exitCode ?? runAttached(process.execPath, [serverCli, ...process.argv.slice(2)]).ended;
});
