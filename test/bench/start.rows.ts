import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser } from "playwright-core";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { browserPath, launchOptimizing, openPage } from "../support/browser.ts";
import { STATION_PROGRAM } from "../support/station-program.ts";
import { type Row, timeRow } from "./bench.rows.ts";
import { cpuSecondsOf } from "./processes/cpu-of-process.ts";
import { median } from "./rounds.ts";

const ROUNDS = 5;
const MAX_READY_MS = 500;
const MAX_PICTURE_MS = 2000;

export type Recorded = { readonly millions: number; readonly dataDir: string };

/** Milliseconds from the start of the program. */
type Started = { readonly readyMs: number; readonly pictureMs: number; readonly cpuMs: number };

/**
 * The time until a station with a recording responds, and until its console shows the map with its first data. The
 * program is the one of `STATION_TEST_PROGRAM`, or the sources, which take longer to load.
 */
export async function startRows(recordings: readonly Recorded[]): Promise<readonly Row[]> {
  const browser = browserPath === undefined ? undefined : await launchOptimizing();
  const seen = new Map<Recorded, Started[]>(recordings.map((one) => [one, []]));
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const one of recordings) {
        const started = await startOnce(one.dataDir, browser);
        // The first round reads the program from the disk.
        if (round > 0) seen.get(one)!.push(started);
      }
    }
  } finally {
    await browser?.close();
  }
  const smallest = seen.get(recordings[0]!)!;
  return recordings.flatMap((one) => {
    const took = seen.get(one)!;
    const of = (name: keyof Started, all = took) => median(all.map((started) => started[name]));
    const gigabytes = (statSync(join(one.dataDir, DATABASE_FILE)).size / 1e9).toFixed(2);
    const rowOf = (what: string, name: keyof Started, unit: string) => ({
      what: `${what}, ${one.millions} million records, ${gigabytes} GB`,
      unit,
      ours: of(name),
      peer: "the smallest of them",
      theirs: of(name, smallest),
    });
    return [
      timeRow({
        ...rowOf("start until the API answers", "readyMs", "ms"),
        target: { of: "ours", atMost: MAX_READY_MS },
      }),
      timeRow({ ...rowOf("CPU of it", "cpuMs", "ms of CPU") }),
      ...(browser === undefined
        ? []
        : [
            timeRow({
              ...rowOf("start until the first picture", "pictureMs", "ms"),
              target: { of: "ours", atMost: MAX_PICTURE_MS } as const,
            }),
          ]),
    ];
  });
}

async function startOnce(dataDir: string, browser: Browser | undefined): Promise<Started> {
  const startedMs = performance.now();
  const args = [STATION_PROGRAM, "serve", "--data", dataDir, "--port", "0", "--log-level", "error", "--local-operator"];
  const program = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(program, "exit");
  try {
    const url = await readyUrl(program.stdout);
    const response = await fetch(`${url}/station/v1/ready`);
    await response.arrayBuffer();
    const readyMs = performance.now() - startedMs;
    const cpuMs = cpuSecondsOf(program.pid!) * 1000;
    const pictureMs = browser === undefined ? Number.NaN : await openConsole(browser, url, startedMs);
    return { readyMs, pictureMs, cpuMs };
  } finally {
    program.kill("SIGTERM");
    await ended;
  }
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const message = JSON.parse(line) as { readonly event?: string; readonly url?: string };
    if (message.event === "ready" && message.url !== undefined) return message.url;
  }
  throw new Error("the station ended before it was ready");
}

/** Resolves when the map is drawn and the timeline has been loaded. */
async function openConsole(browser: Browser, url: string, startedMs: number): Promise<number> {
  const { page, context } = await openPage(browser);
  await page.goto(`${url}/#/?at=50,14.4,9`);
  await page.locator("canvas").first().waitFor();
  await page.getByTestId("timeline-slider").waitFor();
  const tookMs = performance.now() - startedMs;
  await context.close();
  return tookMs;
}
