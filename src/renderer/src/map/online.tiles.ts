import L from "leaflet";
import type { OnlineTilesState } from "./station-map.options.ts";

const ADDRESS = "https://tile.openstreetmap.org/{z}/{x}/{y}.png";
/** After this many failures without a success the tile layer is removed; the built-in map is beneath anyway. */
const MAX_FAILURES = 6;
const RETRY_AFTER_MS = 60_000;

/** OpenStreetMap's standard tiles over the built-in map: optional, and removed while the network is unreachable. */
export class OnlineTiles {
  readonly #map: L.Map;
  readonly #onState: (state: OnlineTilesState) => void;
  #layer: L.TileLayer | undefined;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(map: L.Map, onState: (state: OnlineTilesState) => void) {
    this.#map = map;
    this.#onState = onState;
  }

  get isShown(): boolean {
    return this.#layer !== undefined && this.#failures === 0;
  }

  set(isOn: boolean): void {
    clearTimeout(this.#retry);
    this.#layer?.remove();
    this.#layer = undefined;
    this.#failures = 0;
    if (!isOn) return this.#onState("off");
    this.#layer = L.tileLayer(ADDRESS, {
      maxZoom: 19,
      className: "online-tiles",
      // The tile usage policy asks for an honest referrer; the page itself sends none.
      referrerPolicy: "strict-origin-when-cross-origin",
    });
    this.#layer.on("tileload", () => {
      this.#failures = 0;
      this.#onState("shown");
    });
    this.#layer.on("tileerror", () => this.#count());
    this.#layer.addTo(this.#map);
  }

  #count(): void {
    this.#failures += 1;
    if (this.#failures !== MAX_FAILURES) return;
    this.#layer?.remove();
    this.#layer = undefined;
    this.#onState("failed");
    this.#retry = setTimeout(() => this.set(true), RETRY_AFTER_MS);
  }
}
