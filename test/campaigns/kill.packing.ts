import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { openStore } from "../../server/storage/database.ts";
import { storedTimes } from "../support/packed-tracks.ts";
import { type Findings, checkRecording } from "./recording.checks.ts";
import { nothingAcknowledged } from "./kill.work.ts";

/** A recording whose tracks are packed; points are a second apart. */
export type OldRecording = {
  readonly dataDir: string;
  readonly tracks: number;
  readonly points: number;
  readonly firstMs: number;
};

const PROGRAM = join(import.meta.dirname, "packing.process.ts");

/**
 * Ends a process that packs a recording and adds late points to it. All original points, and all acknowledged ones,
 * must be there exactly once.
 */
export async function killPacking(
  old: OldRecording,
  folder: string,
  { seed, killAfterMs }: { readonly seed: number; readonly killAfterMs: number },
): Promise<Findings & { readonly acknowledged: number }> {
  const dataDir = mkdtempSync(join(folder, "packing-"));
  cpSync(old.dataDir, dataDir, { recursive: true });
  try {
    const lastMs = old.firstMs + (old.points - 1) * 1000;
    const numbers = [seed, old.tracks, old.firstMs, lastMs].map(String);
    const child = spawn(process.execPath, [PROGRAM, dataDir, ...numbers], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const lines = createInterface({ input: child.stdout! });
    const printedLines: string[] = [];
    const ready = once(lines, "line");
    lines.on("line", (line) => printedLines.push(line));
    const closed = once(lines, "close");
    await Promise.race([ready, ended]);
    await pause(killAfterMs);
    child.kill("SIGKILL");
    const [code] = (await ended) as [number | null];
    await closed;
    // The last line may be truncated: its point was stored, but not acknowledged completely.
    const acknowledged = printedLines.slice(1).filter((line) => /^\d+ \d{13}$/.test(line));
    const found = compare(dataDir, old, acknowledged);
    const { corrupt } = checkRecording(dataDir, nothingAcknowledged(), true);
    const ends = code === null ? [] : [`the packing process ended with ${code}`];
    return { ...found, corrupt: [...corrupt, ...ends], acknowledged: acknowledged.length };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function compare(dataDir: string, { tracks, points, firstMs }: OldRecording, acknowledged: readonly string[]) {
  // Opened as a station does, so that the contents of the log are in the file.
  const store = openStore({ dataDir });
  let [lost, doubled] = [0, 0];
  try {
    for (let track = 1; track <= tracks; track++) {
      const stored = storedTimes(store.reader, track);
      const found = new Set(stored);
      doubled += stored.length - found.size;
      for (let index = 0; index < points; index++) if (!found.has(firstMs + index * 1000)) lost++;
      for (const line of acknowledged) {
        const [number, timeMs] = line.split(" ").map(Number);
        if (number === track && !found.has(timeMs!)) lost++;
      }
    }
  } finally {
    store.close();
  }
  return { lost, doubled };
}
