import L from "leaflet";
import type { StationMapOptions } from "./station-map.options.ts";

/** The panes over the ground, in drawing order; a plan has its own pane between zones and tracks. */
const PANES = [
  ["reference", 350],
  ["zones", 380],
  ["tracks", 450],
  ["tools", 460],
] as const;

/** Creates an empty map of the whole world with its panes, which are transparent to the pointer. */
export function createEmptyMap(element: HTMLElement, { latitude, longitude, zoom }: StationMapOptions["view"]): L.Map {
  const map = L.map(element, {
    center: [latitude, longitude],
    zoom,
    minZoom: 2,
    maxZoom: 19,
    zoomSnap: 0.5,
    zoomControl: false,
    // No fading: half-transparent tiles look like grey blocks.
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
