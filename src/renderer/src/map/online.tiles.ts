import L from "leaflet";
import type { OnlineTilesState } from "./station-map.options.ts";
import { afterFailed, afterLoaded, areTilesShown, NO_OUTCOMES } from "./tile-outcomes.ts";

const ADDRESS = "https://tile.openstreetmap.org/{z}/{x}/{y}.png";
/** After this many failures without a success the tile layer is removed; the built-in map is beneath anyway. */
const MAX_FAILURES = 6;
const RETRY_AFTER_MS = 60_000;

/** OpenStreetMap's standard tiles over the built-in map: optional, and removed while the network is unreachable. */
export class OnlineTiles {
  readonly #map: L.Map;
  readonly #onState: (state: OnlineTilesState) => void;
  #layer: L.TileLayer | undefined;
  #outcomes = NO_OUTCOMES;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(map: L.Map, onState: (state: OnlineTilesState) => void) {
    this.#map = map;
    this.#onState = onState;
  }

  /** The names of the built-in map are not drawn over tiles, which have their own. */
  get isShown(): boolean {
    return areTilesShown(this.#outcomes);
  }

  set(isOn: boolean): void {
    clearTimeout(this.#retry);
    this.#layer?.remove();
    this.#layer = undefined;
    this.#outcomes = NO_OUTCOMES;
    if (!isOn) return this.#onState("off");
    this.#layer = L.tileLayer(ADDRESS, {
      maxZoom: 19,
      className: "online-tiles",
      // The tile usage policy asks for an honest referrer; the page itself sends none.
      referrerPolicy: "strict-origin-when-cross-origin",
    });
    this.#layer.on("tileload", () => {
      this.#outcomes = afterLoaded();
      this.#onState("shown");
    });
    this.#layer.on("tileerror", () => this.#count());
    this.#layer.addTo(this.#map);
  }

  #count(): void {
    this.#outcomes = afterFailed(this.#outcomes);
    if (this.#outcomes.failures !== MAX_FAILURES) return;
    this.#layer?.remove();
    this.#layer = undefined;
    this.#onState("failed");
    this.#retry = setTimeout(() => this.set(true), RETRY_AFTER_MS);
  }
}
