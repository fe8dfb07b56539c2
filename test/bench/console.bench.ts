import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { browserPath, launchOptimizing } from "../support/browser.ts";
import { type Bench, type BenchOptions, type Row, timeRow } from "./bench.rows.ts";
import { startFeed } from "./console.feed.ts";
import { importFlight, openFlight } from "./console.flight.ts";
import { heapOverTime } from "./console.heap.ts";
import { type LiveTimes, growthPerMinute, measureLivePage } from "./console.live.ts";
import { scrollLog } from "./console.scroll.ts";
import { measurePeers } from "./console.peers.ts";
import { recordFlights, temporaryDirectory } from "./flights.fixture.ts";
import type { Frames } from "./page.frames.ts";
import { startChild } from "./processes/child.ts";
import { median } from "./rounds.ts";

const AIRCRAFT = 5000;
const POINTS = 100_000;
const OPERATIONS = 20_000;
const OPERATIONS_FULL = 100_000;
const FRAMES_MS = 8000;
/** Two periods of a screen of 60 Hz, and one, as browsers count them. */
const MAX_FRAME_MS = 33.4;
const SMOOTH_FRAME_MS = 16.8;
const MAX_LONG_TASKS_PERCENT = 10;
const MAX_FLIGHT_MS = 1500;
/** Megabytes a minute, over twenty minutes. */
const MAX_GROWTH = 0.5;
const ROUNDS = 3;
const RENDERER = resolve(import.meta.dirname, "../../out/renderer");

const SHORT: LiveTimes = { warmUpMs: 12_000, framesMs: FRAMES_MS, heapMs: 12_000 };
/** Trails grow for five minutes; from the tenth on nothing may. */
const FULL: LiveTimes = { warmUpMs: 30_000, framesMs: FRAMES_MS, heapMs: 30 * 60_000 };

const NOTHING = { peer: "nothing", theirs: undefined } as const;
const under = (atMost: number) => ({ of: "ours", atMost }) as const;

/**
 * The built console in a real browser without a graphics card: thousands of aircraft that move, beside Leaflet and
 * OpenLayers with as many in the same browser; a long flight; and a long log.
 */
export const consoleBench: Bench = async (options) => {
  const { say } = options;
  if (browserPath === undefined || !existsSync(join(RENDERER, "index.html"))) {
    say("there is no browser, or the console is not built: npm run build");
    return [];
  }
  const browser = await launchOptimizing();
  try {
    return [
      ...heapRows(options),
      ...(await liveRows(browser, options)),
      ...(await flightRows(browser, options)),
      ...(await logRows(browser, options)),
    ];
  } finally {
    await browser.close();
  }
};

/** What the console keeps of the stream, over simulated time in which all aircraft land several times. */
function heapRows({ isFull, say }: BenchOptions): readonly Row[] {
  const [minutes, aircraft] = isFull ? [60, AIRCRAFT] : [30, 1000];
  say(`${minutes} simulated minutes of ${aircraft} aircraft`);
  const heapMb = heapOverTime({ aircraft, minutes, flightMinutes: 8 });
  // Trails grow for five minutes, and who has landed stays for five; from the fifteenth on nothing may grow.
  const from = heapMb[14] ?? 0;
  const growth = ((heapMb.at(-1) ?? 0) - from) / (minutes - 15);
  const row = (what: string, ours: number, unit: string, atMost?: number) =>
    timeRow({ what, unit, ours, ...NOTHING, ...(atMost !== undefined && { target: under(atMost) }) });
  return [
    row(`${aircraft} tracks over ${minutes} simulated minutes, heap`, heapMb.at(-1) ?? 0, "MB"),
    row("the same, growth from the fifteenth on", growth, "MB/min", MAX_GROWTH),
  ];
}

async function liveRows(browser: Browser, { isFull, profileDir, say }: BenchOptions): Promise<readonly Row[]> {
  say(`${AIRCRAFT} aircraft drawn by Leaflet and by OpenLayers`);
  const peers = await measurePeers(browser, AIRCRAFT, FRAMES_MS);
  say(`${AIRCRAFT} aircraft on the live page`);
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path, RENDERER], profileDir);
  const url = await station.ask<string>("url");
  const feed = startFeed(url, AIRCRAFT);
  const times = isFull ? FULL : SHORT;
  const startedMs = performance.now();
  const { frames, dragged, scrolled, heapMb, aircraft } = await measureLivePage(browser, { url, feed, times });
  const sentPerS = feed.sent() / ((performance.now() - startedMs) / 1000);
  await feed.stop();
  const growth = growthPerMinute(heapMb, times.heapMs);
  const what = `${aircraft} aircraft in view`;
  const { leaflet, openLayers } = peers;
  const against = (peer: string, theirs: Frames | undefined) =>
    timeRow({ what: `${what}, a frame, p95`, unit: "ms", ours: frames.p95Ms, peer, theirs: theirs?.p95Ms });
  const own = (name: string, value: number, unit: string, atMost?: number): Row =>
    timeRow({
      what: `${what}, ${name}`,
      unit,
      ours: value,
      ...NOTHING,
      ...(atMost !== undefined && { target: under(atMost) }),
    });
  return [
    own("records of the station", sentPerS, "/s"),
    own("a frame, p50", frames.p50Ms, "ms"),
    own("a frame, p95", frames.p95Ms, "ms", MAX_FRAME_MS),
    against("Leaflet on a canvas", leaflet),
    against("OpenLayers with WebGL, no trails", openLayers),
    own("the longest frame", frames.maxMs, "ms"),
    own("time in long tasks", 100 * frames.longTaskShare, "%", MAX_LONG_TASKS_PERCENT),
    own("CPU of the page's main thread", 100 * frames.cpuShare, "% of a core"),
    own("the same for Leaflet", 100 * (leaflet?.cpuShare ?? Number.NaN), "% of a core"),
    own("redraws", frames.redrawsPerS, "/s"),
    own("a frame while the map is dragged, p95", dragged.p95Ms, "ms"),
    own("the same, CPU", 100 * dragged.cpuShare, "% of a core"),
    own("a frame while the list is scrolled, p95", scrolled.p95Ms, "ms", SMOOTH_FRAME_MS),
    own("the same, CPU", 100 * scrolled.cpuShare, "% of a core"),
    own("heap", heapMb.at(-1) ?? 0, "MB"),
    own("heap, growth", growth, "MB/min", isFull ? MAX_GROWTH : undefined),
  ];
}

async function flightRows(browser: Browser, { profileDir, say }: BenchOptions): Promise<readonly Row[]> {
  say(`a flight of ${POINTS} points`);
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path, RENDERER], profileDir);
  const url = await station.ask<string>("url");
  await importFlight(url, POINTS);
  const opened: { readonly tookMs: number; readonly cpuMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) opened.push(await openFlight(browser, url));
  return [
    timeRow({
      what: `a flight of ${POINTS} points, from the click to its charts`,
      unit: "ms",
      ours: median(opened.map(({ tookMs }) => tookMs)),
      ...NOTHING,
      target: under(MAX_FLIGHT_MS),
    }),
    timeRow({
      what: "the same, CPU of the page's main thread",
      unit: "ms",
      ours: median(opened.map(({ cpuMs }) => cpuMs)),
      ...NOTHING,
    }),
  ];
}

async function logRows(browser: Browser, { isFull, profileDir, say }: BenchOptions): Promise<readonly Row[]> {
  const operations = isFull ? OPERATIONS_FULL : OPERATIONS;
  say(`a log of ${operations} operations`);
  using directory = temporaryDirectory();
  recordFlights(directory.path, {
    tracks: operations,
    pointsOfTrack: 2,
    startEveryMs: 1000,
    stepMs: 1000,
    spreadDeg: 0.3,
  });
  await using station = startChild("station", [directory.path, RENDERER], profileDir);
  const { frames, listed } = await scrollLog(browser, await station.ask<string>("url"), FRAMES_MS / 2);
  const row = (name: string, ours: number, atMost?: number, unit = "ms") =>
    timeRow({
      what: `log, ${listed}, ${name}`,
      unit,
      ours,
      ...NOTHING,
      ...(atMost !== undefined && { target: under(atMost) }),
    });
  return [
    row("a frame while it is scrolled, p50", frames.p50Ms),
    row("p95", frames.p95Ms, SMOOTH_FRAME_MS),
    row("CPU of the page's main thread", 100 * frames.cpuShare, undefined, "% of a core"),
  ];
}
