/**
 * `npm run bench [-- NAMES…] [--full] [--json]`: the throughput of the station, compared with another program or a
 * limit that is measured in the same run (docs/performance.md).
 */
import { parseArgs } from "node:util";
import { installPeers } from "./bootstrap/bench-peers.mjs";
import { buildIfStale } from "./bootstrap/build.mjs";
import { runAttached } from "./bootstrap/child.mjs";
import { builtCli, inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/output.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  await ensureSpatialite();
  const args = process.argv.slice(2);
  // The benchmark itself validates the other arguments.
  const { positionals } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    options: { profile: { type: "string" }, part: { type: "string", multiple: true } },
  });
  // Memory and start time are measured with the built program, as it is installed.
  await buildIfStale();
  const env = { ...process.env, STATION_TEST_PROGRAM: builtCli, ...(await installPeers(positionals)) };
  return runAttached(process.execPath, [inRoot("test", "bench", "bench.main.ts"), ...args], { env }).ended;
});
