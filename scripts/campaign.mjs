/** `npm run campaign -- NAME [--seed N] [--rounds N] [--minutes N]`: a long attack on a station (docs/reliability.md). */
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
  // The built program is attacked, as it is installed.
  await buildIfStale();
  process.env["STATION_TEST_PROGRAM"] = builtCli;
  const args = [inRoot("test", "campaigns", "campaign.main.ts"), ...process.argv.slice(2)];
  return runAttached(process.execPath, args).ended;
});
