/**
 * `npm run screenshots [-- NAMES…] [--state …] [--mode …] [--size …]`: takes pictures of every page of the console;
 * with `--gallery` the eight of the README (docs/pictures.md).
 */
import { buildIfStale } from "./bootstrap/build.mjs";
import { runAttached } from "./bootstrap/child.mjs";
import { runMain } from "./bootstrap/output.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  await ensureSpatialite();
  await buildIfStale();
  return runAttached(process.execPath, [inRoot("test", "pictures", "pictures.main.ts"), ...process.argv.slice(2)])
    .ended;
});
