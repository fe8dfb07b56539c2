import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { _electron } from "playwright-core";
import { builtMain, projectRoot } from "./built-app.ts";
import { awaitEnd, type Desktop, type Engine, type Launch, type LaunchOptions } from "./desktop.ts";

const executableNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "Electron.app/Contents/MacOS/Electron",
  win32: "electron.exe",
};

/** A real Electron runs where one was put, never by fetching it. */
export function findElectron(launch: Launch): Engine {
  const name = "Electron";
  if (findExecutable() !== undefined) return { kind: "found", name, launch };
  return { kind: "missing", name, reason: "skipped, its binary is not here (set ELECTRON_OVERRIDE_DIST_PATH)" };
}

/** Starts the built app in a real Electron. */
export async function launchElectron({ dataDir, args, env = process.env }: LaunchOptions): Promise<Desktop> {
  const executablePath = findExecutable();
  if (executablePath === undefined) throw new Error("no Electron");
  const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const app = await _electron.launch({
    executablePath,
    args: [builtMain(), "--data", dataDir, ...args],
    env: Object.fromEntries(known),
  });
  const child = app.process();
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    page: await app.firstWindow(),
    inMain: ((work: (...args: never[]) => unknown, argument: unknown) =>
      app.evaluate(work as Parameters<typeof app.evaluate>[0], argument)) as Desktop["inMain"],
    exited,
    async quit() {
      if (child.exitCode === null) await app.evaluate(({ app: electronApp }) => electronApp.quit());
      return awaitEnd(child, exited);
    },
  };
}

function findExecutable(): string | undefined {
  const dist = process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(projectRoot, "node_modules/electron/dist");
  const executable = join(dist, executableNames[process.platform] ?? "electron");
  return existsSync(executable) && isWholeBinary(executable) ? executable : undefined;
}

/** A script in its place, as packaging tests put there, is no Electron. */
function isWholeBinary(path: string): boolean {
  return readFileSync(path).subarray(0, 2).toString("latin1") !== "#!";
}
