/**
 * `npm test`: sets up what the tests need, then Vitest. Of the arguments after `--`, `--unit`, `--integration` and
 * `--browser` choose a size; the others go to Vitest.
 */
import { buildIfStale } from "./bootstrap/build.mjs";
import { runAttached } from "./bootstrap/child.mjs";
import { missingTools, skippedTests, testTools } from "./bootstrap/machine.rules.mjs";
import { installDebianPackages, isOnPath } from "./bootstrap/packages.mjs";
import { builtCli, inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain, print } from "./bootstrap/output.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";
import { isUnitOnly, vitestArguments } from "./bootstrap/test-sizes.rules.mjs";

const args = process.argv.slice(2);
const vitest = inRoot("node_modules", "vitest", "vitest.mjs");

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  await ensureSpatialite();
  if (!isUnitOnly(args)) {
    await ensureTestTools();
    await buildIfStale();
    // Tests start the station's command line some two hundred times; the sources take twice as long to be read.
    process.env["STATION_TEST_PROGRAM"] = builtCli;
  }
  return runAttached(process.execPath, [vitest, "run", ...vitestArguments(args)]).ended;
});

/** Installs missing tools if that needs no question; otherwise prints which tests are skipped. */
async function ensureTestTools() {
  const missing = missingTools(testTools, isOnPath);
  if (missing.length === 0) return;
  await installDebianPackages(missing.map((tool) => tool.debian));
  for (const line of skippedTests(missingTools(missing, isOnPath))) print(line);
}
