/** `npm start`: from a bare clone to the running app. Arguments after `--` go to the station (`--demo`, `--port`). */
import readline from "node:readline";
import { openBrowser } from "./bootstrap/browser.mjs";
import { buildIfStale } from "./bootstrap/build.mjs";
import { takeOver } from "./bootstrap/child.mjs";
import { findElectron } from "./bootstrap/electron.mjs";
import { serverCli } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain, say } from "./bootstrap/say.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";
import { addressIn, electronArguments, splitStartArguments, whyNoWindow } from "./bootstrap/start.rules.mjs";

await runMain(async () => {
  const handedOn = await prepare();
  if (handedOn !== undefined) return handedOn;
  const { inBrowser, open, passOn } = splitStartArguments(process.argv.slice(2));
  await ensureSpatialite();
  await buildIfStale();
  if (inBrowser) return serve(passOn, open);
  const noWindow = whyNoWindow({ platform: process.platform, env: process.env });
  if (noWindow !== undefined) {
    say(`The desktop window cannot open because ${noWindow}: starting the same station for the browser.`);
    return serve(passOn, open);
  }
  const electron = await findElectron();
  if (electron === undefined) {
    say("Electron cannot be fetched on this machine: starting the same station with its console in the browser.");
    return serve(passOn, open);
  }
  return openWindow(electron, passOn);
});

/**
 * @param {string} electron path of the binary
 * @param {readonly string[]} passOn
 */
function openWindow(electron, passOn) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && process.platform === "linux") say("Running as root, so Electron runs without its sandbox.");
  return takeOver(electron, electronArguments({ platform: process.platform, isRoot }, passOn)).ended;
}

/**
 * @param {readonly string[]} passOn
 * @param {boolean} open
 */
function serve(passOn, open) {
  const { child, ended } = takeOver(process.execPath, [serverCli, "serve", ...passOn], {
    // A person reads this terminal: what goes well stays unsaid.
    env: { STATION_LOG_LEVEL: "warn", ...process.env },
    stdio: ["inherit", "pipe", "inherit"],
  });
  if (child.stdout === null) return ended;
  let isFirst = true;
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    const address = isFirst ? addressIn(line) : undefined;
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
