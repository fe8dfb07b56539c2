import { randomInt, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import type { Desktop, Engine, Launch } from "./desktop.ts";
import { findElectron, launchElectron } from "./electron.launch.ts";
import { findStandIn, launchStandIn } from "./stand-in.launch.ts";

const standIn = findStandIn(launchStandIn);
const engines: readonly Engine[] = [standIn, findElectron(launchElectron)];

/** What a journey may need to know of where it runs: what an app has shown can be looked up in the stand-in only. */
export interface JourneyFacts {
  readonly isStandIn: boolean;
}

/** Declares the same journeys for every engine; the one that is not on this machine is skipped, with the reason. */
export function describeJourneys(name: string, journeys: (launch: Launch, facts: JourneyFacts) => void): void {
  for (const engine of engines) {
    const facts = { isStandIn: engine === standIn };
    if (engine.kind === "found")
      describe(`${name} (${engine.name})`, () => {
        journeys(engine.launch, facts);
      });
    else
      describe.skipIf(true)(`${name} (${engine.name}: ${engine.reason})`, () => {
        journeys(refuse, facts);
      });
  }
}

function refuse(): never {
  throw new Error("a skipped journey was run");
}

/** A folder for one app, which the app makes itself; gone with `remove`. */
export function makeDataDir(): { readonly dataDir: string; readonly remove: () => void } {
  const dataDir = join(tmpdir(), `fieldstation-desktop-${randomUUID()}`);
  // Chromium may write its last files a moment after it has let go of the pipe.
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) };
}

/** Below the ports that systems hand out by themselves: nobody is given one of these between two starts of an app. */
const PORTS = { from: 20_000, to: 32_000 };

/** A port of 127.0.0.1 that nobody listens on. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Process id of the station of an app, or `undefined` while there is none. */
export function findStationPid(desktop: Desktop): Promise<number | undefined> {
  return desktop.inMain(({ app }) => app.getAppMetrics().find(({ name }) => name === "Fieldstation station")?.pid);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
