import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { capture } from "./child.mjs";
import { modules } from "./paths.mjs";
import { duration, print } from "./output.mjs";

const PROBE_TIMEOUT_MS = 5_000;
const DOWNLOAD_MS = 10 * 60_000;
const RELEASES = "https://github.com/electron/electron/releases/download/";

const home = path.join(modules, "electron");

/**
 * The path of Electron's binary, downloaded once if its release host is reachable; undefined if there is none.
 * @returns {Promise<string | undefined>}
 */
export async function findElectron() {
  return installedElectron() ?? (await download());
}

/** The binary that ELECTRON_OVERRIDE_DIST_PATH names, or the one that was fetched before. */
function installedElectron() {
  const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  const folder = override !== undefined && override !== "" ? override : path.join(home, "dist");
  const record = path.join(home, "path.txt");
  const binary = path.join(folder, existsSync(record) ? readFileSync(record, "utf8").trim() : binaryName());
  return existsSync(binary) ? binary : undefined;
}

/** The name that Electron's installer uses. */
function binaryName() {
  if (process.platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return process.platform === "win32" ? "electron.exe" : "electron";
}

async function download() {
  if (!(await isReachable())) return undefined;
  print("Fetching Electron (about 110 MB, once)");
  const { code, ms } = await capture(process.execPath, [path.join(home, "install.js")], {
    title: "Electron",
    timeoutMs: DOWNLOAD_MS,
  });
  if (code !== 0) return undefined;
  print(`Fetched in ${duration(ms)}`);
  return installedElectron();
}

/**
 * Whether Electron's release host answers, so that a machine without a network starts at once. If a mirror or a proxy
 * is set, this is left to the installer.
 */
async function isReachable() {
  const hints = ["ELECTRON_MIRROR", "npm_config_electron_mirror", "HTTPS_PROXY", "https_proxy"];
  if (hints.some((name) => (process.env[name] ?? "") !== "")) return true;
  try {
    await fetch(RELEASES, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
