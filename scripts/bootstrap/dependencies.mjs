import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startHeartbeat } from "./child.mjs";
import { installHooks } from "./hooks.mjs";
import { fingerprint, isInstalled } from "./lockfile.rules.mjs";
import { inRoot, modules, root } from "./paths.mjs";
import { ExpectedError, duration, print } from "./output.mjs";

const stamp = path.join(modules, ".fieldstation-lockfile");
const npmRecord = path.join(modules, ".package-lock.json");

/** Whether node_modules exists, up to date or not. */
export const hasDependencies = () => existsSync(npmRecord);

/** Installs the dependencies of package-lock.json if they are missing or outdated. */
export async function installDependencies() {
  const lockfile = readFileSync(inRoot("package-lock.json"), "utf8");
  const wanted = fingerprint(lockfile);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && hasDependencies()) return;
  if (hasDependencies() && isInstalled(JSON.parse(lockfile), JSON.parse(readFileSync(npmRecord, "utf8")), process)) {
    writeFileSync(stamp, wanted);
    return;
  }
  print(hasDependencies() ? "Dependencies changed: installing" : "First start: installing the dependencies");
  const started = Date.now();
  // On a terminal npm shows its own progress.
  const stop = process.stderr.isTTY ? () => undefined : startHeartbeat("npm");
  const code = await npm(installArguments());
  stop();
  if (code !== 0) {
    throw new ExpectedError(
      `The dependencies could not be installed (npm ended with ${code}); is the npm registry in reach?`,
    );
  }
  writeFileSync(stamp, wanted);
  print(`Dependencies installed in ${duration(Date.now() - started)}`);
  await installHooks();
}

/**
 * No package needs an install script: the native ones carry their prebuilt binaries.
 * `npm ci` erases node_modules first, which Windows refuses while the Node in there runs this very script.
 */
function installArguments() {
  const runsFromModules = process.execPath.startsWith(modules);
  const command = process.platform === "win32" && runsFromModules ? "install" : "ci";
  return [command, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
}

/**
 * Runs the npm that started us, or the one on the path. Its own progress stays visible; stdout is left alone.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
function npm(args) {
  const cli = process.env["npm_execpath"];
  const viaNode = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
  const command = viaNode ? process.execPath : "npm";
  // Windows starts npm.cmd only through its shell; the arguments are fixed words.
  const shell = !viaNode && process.platform === "win32";
  return new Promise((resolve) => {
    const child = spawn(command, viaNode ? [cli, ...args] : args, { cwd: root, stdio: ["ignore", 2, 2], shell });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
  });
}
