import type { Feature, FeatureCollection } from "geojson";
import L from "leaflet";
import { LineRenderer } from "../line.renderer.ts";
import type { MapMode } from "../palettes.ts";
import { ViewLayer } from "../view.layer.ts";
import { SETS_PANE } from "./map-set-options.ts";
import { drawNames, type FeatureName, featureNamesOf } from "./overlay.names.ts";

/** For features whose file has no colour. */
const COLOURS: Readonly<Record<MapMode, string>> = { day: "#00696b", night: "#5ee0d8", red: "#ff8a78" };
const POINT_RADIUS_PX = 5;
const LINE_PX = 2.5;
const FILL_OPACITY = 0.15;

interface OverlayEvents {
  readonly load: (signal: AbortSignal) => Promise<FeatureCollection>;
  readonly onFailed: () => void;
}

/** Points, lines and polygons of a file, with their names, in a pane of their own among those of the maps. */
export class OverlayLayer extends L.Layer {
  readonly #paneName: string;
  readonly #setId: string;
  readonly #mode: MapMode;
  readonly #events: OverlayEvents;
  readonly #controller = new AbortController();
  #pane: HTMLElement | undefined;
  #parts: L.Layer[] = [];
  #zIndex = 1;
  #isLoading = false;

  constructor(setId: string, mode: MapMode, events: OverlayEvents) {
    super();
    this.#setId = setId;
    // While the colours change, a set has two layers.
    this.#paneName = `overlay-${setId}-${L.Util.stamp(this)}`;
    this.#mode = mode;
    this.#events = events;
  }

  override onAdd(map: L.Map): this {
    this.#pane = map.createPane(this.#paneName, map.getPane(SETS_PANE));
    this.#pane.classList.add("map-set-overlay");
    this.#pane.dataset["mapSet"] = this.#setId;
    this.#pane.style.zIndex = String(this.#zIndex);
    this.#isLoading = true;
    void this.#draw(map)
      .catch(() => {
        if (!this.#controller.signal.aborted) this.#events.onFailed();
      })
      .then(() => {
        this.#isLoading = false;
        this.fire("load");
      });
    return this;
  }

  override onRemove(map: L.Map): this {
    this.#controller.abort();
    for (const part of this.#parts) part.remove();
    this.#pane?.remove();
    delete map.getPanes()[this.#paneName];
    return this;
  }

  setOpacity(opacity: number): this {
    if (this.#pane) this.#pane.style.opacity = String(opacity);
    return this;
  }

  setZIndex(zIndex: number): this {
    this.#zIndex = zIndex;
    if (this.#pane) this.#pane.style.zIndex = String(zIndex);
    return this;
  }

  isLoading(): boolean {
    return this.#isLoading;
  }

  getContainer(): HTMLElement | null {
    return this.#pane ?? null;
  }

  async #draw(map: L.Map): Promise<void> {
    const collection = await this.#events.load(this.#controller.signal);
    if (this.#controller.signal.aborted) return;
    const pane = this.#paneName;
    const renderer = new LineRenderer({ pane, padding: 0.2 });
    const shapes = L.geoJSON(collection, {
      pane,
      interactive: false,
      style: (feature) => ({ renderer, ...styleOf(feature, COLOURS[this.#mode]) }),
      pointToLayer: (feature, place) =>
        L.circleMarker(place, {
          ...{ renderer, pane, interactive: false, radius: POINT_RADIUS_PX },
          ...styleOf(feature, COLOURS[this.#mode]),
        }),
    });
    const names: readonly FeatureName[] = featureNamesOf(collection);
    const labels = new ViewLayer(pane, (view) => drawNames(view, names, this.#mode));
    // Leaflet leaves a renderer on the map when its shapes are removed.
    this.#parts = [shapes.addTo(map), labels.addTo(map), renderer];
    if (this.#pane) this.#pane.dataset["drawn"] = this.#mode;
  }
}

/** The colours of the file, by the properties of simplestyle. */
function styleOf(feature: Feature | undefined, fallback: string): L.PathOptions {
  const of = (key: string): unknown => feature?.properties?.[key];
  const [stroke, fill, width, opacity] = [of("stroke"), of("fill"), of("stroke-width"), of("fill-opacity")];
  const color = typeof stroke === "string" ? stroke : typeof fill === "string" ? fill : fallback;
  return {
    color,
    weight: typeof width === "number" ? Math.max(1, width) : LINE_PX,
    fillColor: typeof fill === "string" ? fill : color,
    fillOpacity: typeof opacity === "number" ? opacity : FILL_OPACITY,
  };
}
