/**
 * `npm run bench [-- NAMES…] [--full] [--json]`: what the station does in a second, each beside another program or a
 * limit that is measured in the same run (docs/performance.md).
 */
import { takeOver } from "./bootstrap/child.mjs";
import { installDebianPackages, isOnPath } from "./bootstrap/packages.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/say.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";

/** Programs that are measured beside ours; without one its rows say "not measured". */
const peers = [
  { program: "ogr2ogr", debian: "gdal-bin" },
  { program: "sqlite3", debian: "sqlite3" },
];

await runMain(async () => {
  const handedOn = await prepare();
  if (handedOn !== undefined) return handedOn;
  await ensureSpatialite();
  const missing = peers.filter(({ program }) => !isOnPath(program));
  if (missing.length > 0) await installDebianPackages(missing.map(({ debian }) => debian));
  return takeOver(process.execPath, [inRoot("test", "bench", "bench.main.ts"), ...process.argv.slice(2)]).ended;
});
