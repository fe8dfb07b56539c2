import type { Browser } from "playwright-core";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import { FIRST_MS } from "./flights.fixture.ts";
import { pageCpu, startCounting } from "./page.frames.ts";
import { openPlainPage } from "./plain.page.ts";

/** Runs in the page: waits until the list of flights is shown. */
const UNTIL_LISTED = `new Promise((resolve) => {
  const look = () => (document.querySelector("[data-testid=flights] a") ? resolve() : requestAnimationFrame(look));
  look();
})`;

/** Runs in the page: milliseconds from the click on the flight until its charts and its facts are painted. */
const OPEN_FLIGHT = `new Promise((resolve) => {
  const started = performance.now();
  const isReady = () => document.querySelectorAll("[data-testid^=chart-] canvas").length >= 2;
  // After two frames the present content is painted.
  const painted = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
  const look = () => requestAnimationFrame(isReady() ? painted : look);
  document.querySelector("[data-testid=flights] a").click();
  look();
})`;

/** Runs in a page from its first line on: when a line of a flight was drawn on the map, and painted after that. */
const WATCH_LINE = `(() => {
  const { lineTo, stroke, beginPath } = CanvasRenderingContext2D.prototype;
  let corners = 0;
  const pen = CanvasRenderingContext2D.prototype;
  pen.beginPath = function () { corners = 0; return beginPath.call(this); };
  pen.lineTo = function (x, y) { corners += 1; return lineTo.call(this, x, y); };
  pen.stroke = function (...path) {
    if (corners > 20 && window.benchLineMs === undefined && this.canvas.closest(".leaflet-plan-pane")) {
      window.benchLineMs = performance.now();
      requestAnimationFrame(() => setTimeout(() => { window.benchPaintedMs = performance.now(); }));
    }
    return stroke.apply(this, path);
  };
})()`;

/** Runs in the page: the phases from the request for the track to the painted line, milliseconds. */
const LINE_TIMES = `new Promise((resolve) => {
  const look = () => {
    const asked = performance.getEntriesByType("resource").find(({ name }) => name.includes("/track-line"));
    if (window.benchPaintedMs === undefined || asked === undefined) return requestAnimationFrame(look);
    const { startTime, responseStart, responseEnd } = asked;
    resolve({
      totalMs: window.benchPaintedMs - startTime,
      waitingMs: responseStart - startTime,
      receivingMs: responseEnd - responseStart,
      drawingMs: window.benchLineMs - responseEnd,
      paintingMs: window.benchPaintedMs - window.benchLineMs,
    });
  };
  look();
})`;

/** From the request for the track of a flight to its line on the map. */
export interface LineTimes {
  readonly totalMs: number;
  /** Until the first byte: the station reads the track. */
  readonly waitingMs: number;
  readonly receivingMs: number;
  /** From the last byte to the line: parsing, the page, the map. */
  readonly drawingMs: number;
  readonly paintingMs: number;
}

/** Stores a generated log with a point per second, as GPX. */
export async function importFlight(url: string, points: number): Promise<void> {
  const rows = Array.from({ length: points }, (_, index) => {
    const time = new Date(FIRST_MS + index * 1000).toISOString();
    const [lat, lon] = [50 + Math.sin(index / 5000) / 10, 14 + Math.cos(index / 5000) / 10];
    return `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"><ele>${(300 + 50 * Math.sin(index / 900)).toFixed(2)}</ele><time>${time}</time></trkpt>`;
  });
  const gpx = `<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${rows.join("")}</trkseg></trk></gpx>`;
  const response = await fetch(`${url}/station/v1/flight-imports`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: gpx,
  });
  const stored = ((await response.json()) as FlightImport).flights[0]?.points;
  if (stored !== points) throw new Error(`${stored} of ${points} points were imported`);
}

/**
 * From the click on the only flight until its charts are shown, in a new page: elapsed time, and CPU of its main
 * thread.
 */
export async function openFlight(
  browser: Browser,
  url: string,
): Promise<{ readonly tookMs: number; readonly cpuMs: number; readonly line: LineTimes }> {
  await using page = await openPlainPage(browser, `${url}/#/flights`, WATCH_LINE);
  const { devtools, complaints } = page;
  await page.evaluate(UNTIL_LISTED);
  const before = await startCounting(devtools);
  const tookMs = await page.evaluate<number>(OPEN_FLIGHT);
  const cpuMs = 1000 * ((await pageCpu(devtools)).taskS - before.taskS);
  const line = await page.evaluate<LineTimes>(LINE_TIMES);
  if (complaints.length > 0) throw new Error(`the console complains: ${complaints[0]}`);
  return { tookMs, cpuMs, line };
}
