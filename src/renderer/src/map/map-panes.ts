import type L from "leaflet";

/** What is drawn over the ground, and in which order; a plan has a pane of its own between zones and tracks. */
const PANES = [
  ["reference", 350],
  ["zones", 380],
  ["tracks", 450],
  ["tools", 460],
] as const;

/** Creates the panes of the map; a pointer goes through all of them. */
export function createPanes(map: L.Map): void {
  for (const [name, order] of PANES) {
    const pane = map.createPane(name);
    pane.style.zIndex = String(order);
    pane.style.pointerEvents = "none";
  }
}
