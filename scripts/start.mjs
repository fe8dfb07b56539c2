/** `npm start`: from a bare clone to the running app. Arguments after `--` go to the station (`--demo`, `--port`). */
import readline from "node:readline";
import { openBrowser } from "./bootstrap/browser.mjs";
import { buildIfStale } from "./bootstrap/build.mjs";
import { runAttached } from "./bootstrap/child.mjs";
import { findElectron } from "./bootstrap/electron.mjs";
import { serverCli } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain, print } from "./bootstrap/output.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";
import { findAddress, electronArguments, splitStartArguments, findNoWindowReason } from "./bootstrap/start.rules.mjs";

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  const { inBrowser, open, forwarded } = splitStartArguments(process.argv.slice(2));
  await ensureSpatialite();
  await buildIfStale();
  if (inBrowser) return serve(forwarded, open);
  const noWindow = findNoWindowReason({ platform: process.platform, env: process.env });
  if (noWindow !== undefined) {
    print(`The desktop window cannot open because ${noWindow}: starting the same station for the browser.`);
    return serve(forwarded, open);
  }
  const electron = await findElectron();
  if (electron === undefined) {
    print("Electron cannot be fetched on this machine: starting the same station with its console in the browser.");
    return serve(forwarded, open);
  }
  return openWindow(electron, forwarded);
});

/**
 * @param {string} electron path of the binary
 * @param {readonly string[]} forwarded
 */
function openWindow(electron, forwarded) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && process.platform === "linux") print("Running as root, so Electron runs without its sandbox.");
  return runAttached(electron, electronArguments({ platform: process.platform, isRoot }, forwarded)).ended;
}

/**
 * @param {readonly string[]} forwarded
 * @param {boolean} open
 */
async function serve(forwarded, open) {
  // Only the pinned Node reads sources.
  const { STATION_NODE_FLAGS, stationEnvironment } = await import("../server/app/station/process-settings.ts");
  const { child, ended } = runAttached(process.execPath, [...STATION_NODE_FLAGS, serverCli, "serve", ...forwarded], {
    // Only warnings are printed, because a person reads this terminal.
    env: stationEnvironment({ STATION_LOG_LEVEL: "warn", ...process.env }),
    stdio: ["inherit", "pipe", "inherit"],
  });
  if (child.stdout === null) return ended;
  let isFirst = true;
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    const address = isFirst ? findAddress(line) : undefined;
    isFirst = false;
    if (address === undefined) {
      console.log(line);
      return;
    }
    console.log(`\n  Fieldstation is running at ${address}\n  Ctrl+C ends it.\n`);
    if (open) openBrowser(address);
  });
  return ended;
}
