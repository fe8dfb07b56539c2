/** `npm run sync:soak [-- --runs 20000] [--from SEED]`: the simulation of synchronisation with mixed faults, for hours. */
import { runAttached } from "./bootstrap/child.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/output.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  await ensureSpatialite();
  return runAttached(process.execPath, [inRoot("test", "sync", "soak.main.ts"), ...process.argv.slice(2)]).ended;
});
