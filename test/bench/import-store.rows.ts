import { openAsBlob } from "node:fs";
import { FlightImport } from "../../server/contracts/flight-import.ts";
import type { Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import type { TickReport } from "./processes/tick.watch.ts";
import { tickRows } from "./tick.rows.ts";
import { median, seconds, type ResourceUsage } from "./rounds.ts";

const ROUNDS = 3;

/**
 * Importing a log by a running station as from the console, until the response: decoded, checked, and stored on disk as
 * a flight. Its statistics are calculated afterwards.
 */
export async function importStoreRows(
  log: { readonly path: string; readonly points: number },
  profileDir: string | undefined,
): Promise<readonly Row[]> {
  const spent: (ResourceUsage & Pick<LoopReport, "p99Ms"> & TickReport)[] = [];
  // The first round warms up the disk; each is a new process and a new database.
  for (let round = 0; round <= ROUNDS; round++) {
    const took = await importOnce(log, profileDir);
    if (round > 0) spent.push(took);
  }
  const rate = (value: keyof ResourceUsage) => log.points / median(spent.map((one) => one[value]));
  const row = { what: "import GPX over HTTP, answered when on disk", peer: "nothing", theirs: undefined };
  return [
    rateRow({ ...row, unit: "points/s", ours: rate("wallS"), target: { of: "ours", atLeast: 100_000 } }),
    rateRow({ ...row, what: `${row.what}, by CPU`, unit: "points/CPU s", ours: rate("cpuS") }),
    timeRow({
      what: "event loop while that is stored, p99",
      unit: "ms",
      peer: "nothing",
      theirs: undefined,
      ours: median(spent.map(({ p99Ms }) => p99Ms)),
      target: { of: "ours", atMost: 6 },
    }),
    ...tickRows("of an import", {
      cpuMs: median(spent.map(({ cpuMs }) => cpuMs)),
      queuedMs: spent[0]?.queuedMs === undefined ? undefined : median(spent.map(({ queuedMs = 0 }) => queuedMs)),
    }),
  ];
}

async function importOnce(
  { path, points }: { readonly path: string; readonly points: number },
  profileDir: string | undefined,
) {
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  const body = await openAsBlob(path);
  await station.ask("reset");
  await station.ask("watchTicks");
  let answer: unknown;
  const wallS = await seconds(async () => {
    const response = await fetch(`${url}/station/v1/flight-imports`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body,
    });
    answer = await response.json();
  });
  const { cpuS, p99Ms } = await station.ask<LoopReport>("report");
  const ticks = await station.ask<TickReport>("ticks");
  const stored = FlightImport.parse(answer).flights[0]?.points;
  if (stored !== points) throw new Error(`${path}: ${stored} of ${points} points were stored`);
  return { wallS, cpuS, p99Ms, ...ticks };
}
