import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { countRedrawsIn, type Frames, MAX_WAIT_MS, measureFrames } from "./page.frames.ts";
import { measured } from "./plain.page.ts";

/** Set by scripts/bench.mjs, which installs it; `undefined` where that failed. */
const openLayers = process.env["STATION_BENCH_OPENLAYERS"];
const leaflet = dirname(createRequire(import.meta.url).resolve("leaflet/package.json"));

/**
 * The common part of the pages of the peers: aircraft that fly in circles as those of the feed do, without a network. A
 * tenth of them moves ten times a second, and each has a trail of 30 points.
 */
const aircraftOf = (count: number) => `
  const LAT = 50, LON = 14.4, DEG = 1 / 111195;
  const spread = (index, factor) => (index * factor) % 1;
  const placeOf = (index, timeS) => {
    const angle = timeS * (15 / 400) + index;
    const lat = LAT + (2 * spread(index, 0.618034) - 1) * 0.026 + 400 * Math.sin(angle) * DEG;
    const lon = LON + (2 * spread(index, 0.754878) - 1) * 0.062 + 400 * Math.cos(angle) * DEG / Math.cos(LAT * Math.PI / 180);
    return [lat, lon];
  };
  const trailOf = (index, timeS) => Array.from({ length: 30 }, (_, step) => placeOf(index, timeS - 29 + step));
  const everyTenth = (move) => {
    let part = 0;
    setInterval(() => {
      const timeS = Date.now() / 1000;
      for (let index = part; index < ${count}; index += 10) move(index, timeS);
      part = (part + 1) % 10;
    }, 100);
  };
`;

/** Runs in the page: waits until it has drawn so often that the browser has compiled the code. */
const WARM = `new Promise((resolve) => {
  const next = () => (window.benchRedraws >= 30 ? resolve() : requestAnimationFrame(next));
  next();
})`;

const FRAME_OF_PAGE = `<!doctype html><style>html, body, #map { height: 100%; margin: 0 }</style><div id="map"></div>`;

const leafletPage = (count: number) => `${aircraftOf(count)}
  const map = L.map("map", { center: [LAT, LON], zoom: 13, preferCanvas: true, zoomAnimation: false });
  const marks = [], lines = [];
  for (let index = 0; index < ${count}; index += 1) {
    const nowS = Date.now() / 1000;
    lines.push(L.polyline(trailOf(index, nowS), { weight: 1.6, opacity: 0.55, interactive: false }).addTo(map));
    marks.push(L.circleMarker(placeOf(index, nowS), { radius: 6, fillOpacity: 1 }).addTo(map));
  }
  everyTenth((index, timeS) => {
    lines[index].setLatLngs(trailOf(index, timeS));
    marks[index].setLatLng(placeOf(index, timeS));
  });
`;

const openLayersPage = (count: number) => `${aircraftOf(count)}
  const project = ([lat, lon]) => ol.proj.fromLonLat([lon, lat]);
  const source = new ol.source.Vector();
  const marks = [];
  for (let index = 0; index < ${count}; index += 1) {
    const nowS = Date.now() / 1000;
    marks.push(new ol.geom.Point(project(placeOf(index, nowS))));
  }
  source.addFeatures(marks.map((geometry) => new ol.Feature({ geometry })));
  const layers = [
    new ol.layer.WebGLVector({ source, style: { "circle-radius": 6, "circle-fill-color": "#1f5fb0" } }),
  ];
  const view = new ol.View({ center: ol.proj.fromLonLat([LON, LAT]), zoom: 13 });
  const map = new ol.Map({ target: "map", layers, view, controls: [] });
  map.on("postrender", () => { window.benchRedraws += 1; });
  everyTenth((index, timeS) => marks[index].setCoordinates(project(placeOf(index, timeS))));
`;

export interface PeerFrames {
  readonly leaflet: Frames;
  /** Without trails: with them, a frame takes seconds, because it creates all of them again when one changes. */
  readonly openLayers: Frames | undefined;
}

/** The same number of aircraft drawn by Leaflet on a canvas and by OpenLayers with WebGL, one after the other. */
export async function measurePeers(browser: Browser, aircraft: number, forMs: number): Promise<PeerFrames> {
  const style = readFileSync(join(leaflet, "dist/leaflet.css"), "utf8");
  const script = readFileSync(join(leaflet, "dist/leaflet.js"), "utf8");
  const built = openLayers === undefined ? "" : join(openLayers, "node_modules/ol/dist/ol.js");
  const peers = {
    leaflet: await measurePage(browser, { script, page: leafletPage(aircraft), style, forMs }),
  };
  if (!existsSync(built)) return { ...peers, openLayers: undefined };
  const parts = { script: readFileSync(built, "utf8"), page: openLayersPage(aircraft), style: "", forMs };
  return { ...peers, openLayers: await measurePage(browser, parts) };
}

async function measurePage(
  browser: Browser,
  parts: { readonly script: string; readonly page: string; readonly style: string; readonly forMs: number },
): Promise<Frames> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  page.setDefaultTimeout(MAX_WAIT_MS);
  await page.setContent(FRAME_OF_PAGE);
  await page.evaluate(countRedrawsIn("leaflet-overlay-pane"));
  if (parts.style !== "") await page.addStyleTag({ content: parts.style });
  await page.addScriptTag({ content: parts.script });
  await page.addScriptTag({ content: `(() => {${parts.page}})()` });
  await page.evaluate(WARM);
  const frames = await measureFrames(await measured(page, browser), parts.forMs);
  await context.close();
  if (failures.length > 0) throw new Error(`a peer failed: ${failures[0]}`);
  return frames;
}
