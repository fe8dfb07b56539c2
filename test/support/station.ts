import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { demoDataDir } from "../../server/app/station/config.ts";
import { STATION_NODE_FLAGS, stationEnvironment } from "../../server/app/station/process-settings.ts";
import { runCommand, STATION_PROGRAM } from "./station-program.ts";
import { makeDataDir, copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";

/** How a process ended: its exit code, or the signal that ended it. */
type Ending = number | NodeJS.Signals;

export type TestStation = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /**
   * Ends it with SIGTERM and resolves with its exit code, or with the signal that ended it before it could exit;
   * removes the data directory unless it was passed in.
   */
  readonly stop: () => Promise<Ending>;
  /** Ends it with SIGKILL, as a power cut would; the data directory stays. */
  readonly kill: () => Promise<void>;
};

/**
 * Starts a real station in a separate process: `station serve` on a free port, with the Node options of `npm run
 * station`, and with a new data directory unless one is passed in. `replay` are recordings that are replayed into it
 * first.
 */
export async function startTestStation(
  options: {
    readonly demo?: boolean;
    readonly replay?: readonly string[];
    readonly dataDir?: string;
    /** The options about access; unless given, callers on this computer need no credential. */
    readonly access?: readonly string[];
    /** Further variables of its environment. */
    readonly env?: Readonly<Record<string, string>>;
    /** A free one unless given: a restarted station must have the same address. */
    readonly port?: number;
    /** The folder of the console that it serves; the built one unless given. */
    readonly renderer?: string;
  } = {},
): Promise<TestStation> {
  const dataDir = options.dataDir ?? makeDataDir("station");
  if (options.demo === true) copyEmptyDatabase(demoDataDir(dataDir));
  if (options.replay !== undefined && options.replay.length > 0) {
    await runStation(["replay", ...options.replay, "--data", dataDir]);
  }
  const port = String(options.port ?? 0);
  const access = options.access ?? ["--local-operator"];
  const demo = options.demo ? ["--demo"] : [];
  const renderer = options.renderer === undefined ? [] : ["--renderer", options.renderer];
  const args = ["serve", "--data", dataDir, "--port", port, "--log-level", "warn", ...access, ...demo, ...renderer];
  const env = stationEnvironment({ ...process.env, ...options.env });
  const child = spawn(process.execPath, [...STATION_NODE_FLAGS, STATION_PROGRAM, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<Ending>((done) => child.once("exit", (code, signal) => done(code ?? signal!)));
  const url = await firstAddress(child, exited);
  return {
    url,
    dataDir,
    pid: child.pid!,
    async stop() {
      child.kill("SIGTERM");
      const code = await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/**
 * Runs a command of the station's command line to its end and resolves with its standard output. Rejects on failure.
 */
export async function runStation(args: readonly string[]): Promise<string> {
  const { code, out, err } = await runCommand(args);
  if (code !== 0) throw new Error(`station ${args.join(" ")} ended with ${code}: ${err}`);
  return out;
}

function firstAddress(child: ChildProcess, exited: Promise<Ending>): Promise<string> {
  return new Promise((resolveUrl, reject) => {
    let errorOutput = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (errorOutput = (errorOutput + text).slice(-4000)));
    createInterface({ input: child.stdout! }).once("line", (line) => {
      resolveUrl((JSON.parse(line) as { url: string }).url);
    });
    void exited.then((code) => reject(new Error(`the station ended with ${code} before it was ready: ${errorOutput}`)));
  });
}
