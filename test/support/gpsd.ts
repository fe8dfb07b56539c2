import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export const hasGpsd = spawnSync("gpsd", ["-V"]).error === undefined;
if (!hasGpsd) console.warn("skipped: tests with a real gpsd, it is not installed");

export const hasGpsfake = hasGpsd && spawnSync("gpsfake", ["-V"]).error === undefined;
if (!hasGpsfake) console.warn("skipped: tests with gpsfake, it is not installed");

/** Seconds between two sentences: a second of a receiver is simulated in three of them. */
const CYCLE_S = "0.02";

/**
 * A gpsd to which gpsfake feeds a log of NMEA sentences once, as from a receiver, as soon as a client watches. The log
 * is written into `folder`.
 */
export function startGpsfake(log: string, { folder, port }: { readonly folder: string; readonly port: number }) {
  const path = join(folder, "drive.nmea");
  writeFileSync(path, log);
  const options = ["-1", "-q", "-c", CYCLE_S, "-P", String(port), path];
  // In a separate process group: gpsfake does not always end on a signal, and its gpsd must end with it.
  const program = spawn("gpsfake", options, { stdio: "ignore", detached: true });
  return {
    async stop(): Promise<void> {
      if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return;
      const ended = once(program, "exit");
      process.kill(-program.pid, "SIGKILL");
      await ended;
    },
  };
}

/** Ends the program unless it has already ended; resolves when it has. */
export async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  await ended;
}
