import type L from "leaflet";
import type { LatLon } from "../../tracks/mercator.ts";
import type { MapMode } from "../palettes.ts";
import { ViewLayer } from "../view.layer.ts";
import { drawTools, EMPTY_SCENE, isEmptyScene, type ToolScene } from "./tools.draw.ts";

const PANE = "tools";

export interface ToolEvents {
  /** A point of the measurement: clicked, or the middle of the map by Enter. */
  readonly onPoint: (place: LatLon) => void;
  readonly onRemovePoint: () => void;
  readonly onEnd: () => void;
}

/** Draws the tools, and handles clicks and keys of the map while the person measures. */
export class ToolsLayer {
  readonly #map: L.Map;
  readonly #layer: ViewLayer;
  #scene = EMPTY_SCENE;
  #mode: MapMode;
  #events: ToolEvents | undefined;

  constructor(map: L.Map, mode: MapMode) {
    this.#map = map;
    this.#mode = mode;
    this.#layer = new ViewLayer(PANE, (view) => drawTools(view, this.#scene, this.#mode), {
      isEmpty: () => isEmptyScene(this.#scene),
    }).addTo(map);
    map.getContainer().addEventListener("keydown", (event) => this.#handleKey(event));
  }

  listen(events: ToolEvents): void {
    this.#events = events;
  }

  show(scene: ToolScene): void {
    const begins = scene.isMeasuring && !this.#scene.isMeasuring;
    this.#scene = scene;
    const container = this.#map.getContainer();
    container.classList.toggle("is-measuring", scene.isMeasuring);
    // Focus the map, so that its keys, and Enter for a point, work at once.
    if (begins) container.focus({ preventScroll: true });
    if (scene.isMeasuring) this.#map.doubleClickZoom.disable();
    else this.#map.doubleClickZoom.enable();
    this.#layer.requestRedraw();
  }

  setMode(mode: MapMode): void {
    this.#mode = mode;
    this.#layer.requestRedraw();
  }

  middle(): LatLon {
    const { lat, lng } = this.#map.getCenter().wrap();
    return { latitude: lat, longitude: lng };
  }

  /** True when a click belongs to the tool, and selects nothing. */
  takeClick(place: LatLon): boolean {
    if (!this.#scene.isMeasuring) return false;
    this.#events?.onPoint(place);
    return true;
  }

  #handleKey(event: KeyboardEvent): void {
    if (!this.#scene.isMeasuring) return;
    if (event.key === "Enter") this.#events?.onPoint(this.middle());
    else if (event.key === "Backspace") this.#events?.onRemovePoint();
    else if (event.key === "Escape") this.#events?.onEnd();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
