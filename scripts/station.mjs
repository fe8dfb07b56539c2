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
  if (exitCode !== undefined) return exitCode;
  // Only the pinned Node reads sources.
  const { STATION_NODE_FLAGS, stationEnvironment } = await import("../server/app/station/process-settings.ts");
  const args = [...STATION_NODE_FLAGS, serverCli, ...process.argv.slice(2)];
  return runAttached(process.execPath, args, { env: stationEnvironment(process.env) }).ended;
});
