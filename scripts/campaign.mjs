/** `npm run campaign -- NAME [--seed N] [--rounds N] [--minutes N]`: a long attack on a station (docs/reliability.md). */
import { runAttached } from "./bootstrap/child.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/output.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  await ensureSpatialite();
  const args = [inRoot("test", "campaigns", "campaign.main.ts"), ...process.argv.slice(2)];
  return runAttached(process.execPath, args).ended;
});
