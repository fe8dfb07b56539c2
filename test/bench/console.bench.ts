import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { browserPath, launchOptimizing } from "../support/browser.ts";
import { type Bench, type BenchOptions, type Row, timeRow } from "./bench.rows.ts";
import { importFlight, type LineTimes, openFlight } from "./console.flight.ts";
import { heapOverTime } from "./console.heap.ts";
import { heapOfMinutes, measureDrag, measureScroll, openLivePage, profiled } from "./console.live.ts";
import { measureIdlePage, measurePageLoad } from "./console.idle.ts";
import { measurePeers } from "./console.peers.ts";
import { scrollLog } from "./console.scroll.ts";
import { recordFlights, temporaryDirectory } from "./flights.fixture.ts";
import { type Frames, measureFrames } from "./page.frames.ts";
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
/** From the store to the drawn line. */
const MAX_LINE_MS = 150;
const MAX_FLIGHT_MS = 1500;
/** Megabytes a minute. */
const MAX_GROWTH = 0.5;
const ROUNDS = 3;
const RENDERER = resolve(import.meta.dirname, "../../out/renderer");

/**
 * The load of a page that is left open: 1,000 aircraft three times a second for ten minutes, or all of them for thirty.
 */
const MEMORY = { aircraft: 1000, recordsPerS: 3, minutes: 10 };
const MEMORY_FULL = { aircraft: AIRCRAFT, recordsPerS: 1, minutes: 30 };
/** Trails grow for five minutes, and a landed aircraft is kept for five; after that nothing may grow. */
const FLAT_FROM_MINUTE = 6;

const NOTHING = { peer: "nothing", theirs: undefined } as const;
const under = (atMost: number) => ({ of: "ours", atMost }) as const;

type Part = (browser: Browser, options: BenchOptions) => Promise<readonly Row[]>;

/** Each is measured separately; `memory` takes ten minutes, so it is only measured when it is named, or in full. */
const PARTS: Readonly<Record<string, Part>> = {
  tracks: (_, options) => Promise.resolve(trackRows(options)),
  live: liveRows,
  drag: dragRows,
  list: listRows,
  load: (browser, options) => measurePageLoad(browser, RENDERER, options),
  idle: (browser, options) => measureIdlePage(browser, RENDERER, options),
  flight: flightRows,
  log: logRows,
  memory: memoryRows,
};
const LONG_PARTS: ReadonlySet<string> = new Set(["memory"]);

/**
 * The built console in a real browser without a graphics card: thousands of moving aircraft, compared with Leaflet and
 * OpenLayers with as many in the same browser; opening a page, and an idle page; a long flight; and a long log.
 */
export const consoleBench: Bench = async (options) => {
  const { reportProgress, isFull, parts } = options;
  const unknown = parts.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) throw new Error(`no ${unknown.join(", ")} of the console: ${Object.keys(PARTS).join(", ")}`);
  if (browserPath === undefined || !existsSync(join(RENDERER, "index.html"))) {
    reportProgress("there is no browser, or the console is not built: npm run build");
    return [];
  }
  const isAsked = (name: string) => (parts.length > 0 ? parts.includes(name) : isFull || !LONG_PARTS.has(name));
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (!isAsked(name)) continue;
    reportProgress(`the part ${name}`);
    // A separate browser: the memory that another part has left does not slow it down.
    const browser = await launchOptimizing();
    try {
      rows.push(...(await part(browser, options)));
    } finally {
      await browser.close();
    }
  }
  return rows;
};

/** The memory that the console keeps of the stream, over simulated time in which all aircraft land several times. */
function trackRows({ isFull, reportProgress }: BenchOptions): readonly Row[] {
  const [minutes, aircraft] = isFull ? [60, AIRCRAFT] : [30, 1000];
  reportProgress(`${minutes} simulated minutes of ${aircraft} aircraft`);
  const heapMb = heapOverTime({ aircraft, minutes, flightMinutes: 8 });
  // Trails grow for five minutes, and a landed aircraft is kept for five; from the fifteenth minute on nothing may
  // grow.
  const from = heapMb[14] ?? 0;
  const growth = ((heapMb.at(-1) ?? 0) - from) / (minutes - 15);
  return [
    ownRow(`${aircraft} tracks over ${minutes} simulated minutes, heap`, heapMb.at(-1) ?? 0, "MB"),
    ownRow("the same, growth from the fifteenth on", growth, "MB/min", MAX_GROWTH),
  ];
}

async function liveRows(browser: Browser, { profileDir, reportProgress }: BenchOptions): Promise<readonly Row[]> {
  reportProgress(`${AIRCRAFT} aircraft drawn by Leaflet and by OpenLayers`);
  const { leaflet, openLayers } = await measurePeers(browser, AIRCRAFT, FRAMES_MS);
  reportProgress(`${AIRCRAFT} aircraft on the live page`);
  await using live = await openLivePage(browser, { rendererDir: RENDERER, aircraft: AIRCRAFT, profileDir });
  const frames = await profiled(live, { name: "live", profileDir }, () => measureFrames(live.page, FRAMES_MS));
  const what = `${await live.aircraft()} aircraft in view`;
  const own = (name: string, value: number, unit: string, atMost?: number): Row =>
    ownRow(`${what}, ${name}`, value, unit, atMost);
  const against = (name: string, unit: string, of: (frames: Frames) => number): readonly Row[] =>
    [
      { peer: "Leaflet on a canvas", theirs: of(leaflet) },
      { peer: "OpenLayers with WebGL, no trails", theirs: openLayers && of(openLayers) },
    ].map((peer) => timeRow({ what: `${what}, ${name}`, unit, ours: of(frames), ...peer }));
  return [
    own("records of the station", live.recordsPerS(), "/s"),
    own("a frame, p50", frames.p50Ms, "ms"),
    own("a frame, p95", frames.p95Ms, "ms", MAX_FRAME_MS),
    ...against("a frame, p95", "ms", ({ p95Ms }) => p95Ms),
    own("the longest frame", frames.maxMs, "ms"),
    own("time in long tasks", 100 * frames.longTaskShare, "%", MAX_LONG_TASKS_PERCENT),
    own("redraws", frames.redrawsPerS, "/s"),
    ...against("CPU of the main thread", "% of a core", ({ cpuShare }) => 100 * cpuShare),
    ...against("the same, for each redraw", "ms", ({ cpuPerRedrawMs }) => cpuPerRedrawMs),
    ...against("CPU of the whole browser", "% of a core", ({ browserShare }) => 100 * browserShare),
    own("of the main thread in scripts", 100 * frames.scriptShare, "% of a core"),
    own("of the main thread in styles and layout", 100 * frames.layoutShare, "% of a core"),
  ];
}

async function dragRows(browser: Browser, { profileDir }: BenchOptions): Promise<readonly Row[]> {
  await using live = await openLivePage(browser, { rendererDir: RENDERER, aircraft: AIRCRAFT, profileDir });
  const frames = await profiled(live, { name: "drag", profileDir }, () => measureDrag(live, FRAMES_MS));
  return framesRows("the map is dragged", frames);
}

async function listRows(browser: Browser, { profileDir }: BenchOptions): Promise<readonly Row[]> {
  await using live = await openLivePage(browser, { rendererDir: RENDERER, aircraft: AIRCRAFT, profileDir });
  const frames = await profiled(live, { name: "list", profileDir }, () => measureScroll(live, FRAMES_MS));
  return framesRows("the list is scrolled", frames, SMOOTH_FRAME_MS);
}

function framesRows(when: string, frames: Frames, maxFrameMs?: number): readonly Row[] {
  const what = `${AIRCRAFT} aircraft, while ${when}`;
  return [
    ownRow(`${what}, a frame, p50`, frames.p50Ms, "ms"),
    ownRow(`${what}, a frame, p95`, frames.p95Ms, "ms", maxFrameMs),
    ownRow(`${what}, CPU of the main thread`, 100 * frames.cpuShare, "% of a core"),
    ownRow(`${what}, of it in scripts`, 100 * frames.scriptShare, "% of a core"),
    ownRow(`${what}, of it in styles and layout`, 100 * frames.layoutShare, "% of a core"),
    ownRow(`${what}, CPU of the whole browser`, 100 * frames.browserShare, "% of a core"),
  ];
}

/** The page when it is left open: its memory after each minute. */
async function memoryRows(
  browser: Browser,
  { isFull, profileDir, reportProgress }: BenchOptions,
): Promise<readonly Row[]> {
  const { aircraft, recordsPerS, minutes } = isFull ? MEMORY_FULL : MEMORY;
  await using live = await openLivePage(browser, { rendererDir: RENDERER, aircraft, recordsPerS, profileDir });
  const heap = await heapOfMinutes(live, minutes, reportProgress);
  const flat = heap.slice(FLAT_FROM_MINUTE - 1);
  const growth = ((flat.at(-1) ?? 0) - (flat[0] ?? 0)) / (flat.length - 1);
  const what = `the page for ${minutes} minutes, ${aircraft} aircraft`;
  return [
    ownRow(`${what}, records`, live.recordsPerS(), "/s"),
    ownRow(`${what}, heap`, heap.at(-1) ?? 0, "MB"),
    ownRow(`${what}, growth from the sixth on`, growth, "MB/min", MAX_GROWTH),
  ];
}

async function flightRows(browser: Browser, { profileDir, reportProgress }: BenchOptions): Promise<readonly Row[]> {
  reportProgress(`a flight of ${POINTS} points`);
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path, RENDERER], profileDir);
  const url = await station.ask<string>("url");
  await importFlight(url, POINTS);
  const opened: Awaited<ReturnType<typeof openFlight>>[] = [];
  for (let round = 0; round < ROUNDS; round++) opened.push(await openFlight(browser, url));
  const ofLine = (part: keyof LineTimes) => median(opened.map(({ line }) => line[part]));
  const what = `a flight of ${POINTS} points, from the click to its charts`;
  return [
    ownRow(what, median(opened.map(({ tookMs }) => tookMs)), "ms", MAX_FLIGHT_MS),
    ownRow("the same, CPU of the page's main thread", median(opened.map(({ cpuMs }) => cpuMs)), "ms"),
    ownRow("from the request for its track to the painted line", ofLine("totalMs"), "ms", MAX_LINE_MS),
    ownRow("of it, until the station answers", ofLine("waitingMs"), "ms"),
    ownRow("of it, receiving", ofLine("receivingMs"), "ms"),
    ownRow("of it, until the line is drawn", ofLine("drawingMs"), "ms"),
    ownRow("of it, until that is painted", ofLine("paintingMs"), "ms"),
  ];
}

async function logRows(
  browser: Browser,
  { isFull, profileDir, reportProgress }: BenchOptions,
): Promise<readonly Row[]> {
  const operations = isFull ? OPERATIONS_FULL : OPERATIONS;
  reportProgress(`a log of ${operations} operations`);
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
  const what = `log, ${listed}`;
  return [
    ownRow(`${what}, a frame while it is scrolled, p50`, frames.p50Ms, "ms"),
    ownRow(`${what}, p95`, frames.p95Ms, "ms", SMOOTH_FRAME_MS),
    ownRow(`${what}, CPU of the main thread`, 100 * frames.cpuShare, "% of a core"),
    ownRow(`${what}, of it in scripts`, 100 * frames.scriptShare, "% of a core"),
  ];
}

function ownRow(what: string, ours: number, unit: string, atMost?: number): Row {
  return timeRow({ what, unit, ours, ...NOTHING, ...(atMost !== undefined && { target: under(atMost) }) });
}
