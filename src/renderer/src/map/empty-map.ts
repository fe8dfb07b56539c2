import L from "leaflet";
import type { StationMapOptions } from "./station-map.options.ts";

/** What is drawn over the ground, and in which order; a plan has a pane of its own between zones and tracks. */
const PANES = [
  ["reference", 350],
  ["zones", 380],
  ["tracks", 450],
  ["tools", 460],
] as const;

/** A map of the whole world with nothing on it, and its panes; a pointer goes through all of them. */
export function createEmptyMap(element: HTMLElement, { latitude, longitude, zoom }: StationMapOptions["view"]): L.Map {
  const map = L.map(element, {
    center: [latitude, longitude],
    zoom,
    minZoom: 2,
    maxZoom: 19,
    zoomSnap: 0.5,
    zoomControl: false,
    // A tile is there or not: half-transparent ones look like grey blocks.
    fadeAnimation: false,
    worldCopyJump: true,
    attributionControl: false,
    maxBounds: [
      [-85.06, -Infinity],
      [85.06, Infinity],
    ],
    maxBoundsViscosity: 1,
  });
  for (const [name, order] of PANES) {
    const pane = map.createPane(name);
    pane.style.zIndex = String(order);
    pane.style.pointerEvents = "none";
  }
  return map;
}
