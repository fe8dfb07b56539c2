import type { FeatureCollection } from "geojson";
import L from "leaflet";
import type { MapSet } from "../../../../../server/contracts/map-sets.ts";
import { addUnseen, type ModePart, showUnseen, type UnseenLayer } from "../mode-change.ts";
import type { MapMode } from "../palettes.ts";
import { mapSetBoundsOf, type LoadTile, SETS_PANE } from "./map-set-options.ts";
import { OverlayLayer } from "./overlay.layer.ts";
import { RasterTiles } from "./raster-tiles.layer.ts";
import "./map-sets.css";

const PANE_ORDER = 360;
const COVERAGE_PANE = "map-set-coverage";
const COVERAGE_ORDER = 440;
/** After this many failures without a success, the person is told. */
const MAX_FAILURES = 3;

/** The state of the sets, as the map reports it. */
export interface MapSetReport {
  /** Sets in view at its zoom, from the bottom. */
  readonly inView: readonly string[];
  /** Sets whose tiles cannot be loaded at present. */
  readonly failing: readonly string[];
}

export interface MapSetLayersOptions {
  readonly mode: MapMode;
  readonly loadTile: (setId: string, ...rest: Parameters<LoadTile>) => ReturnType<LoadTile>;
  readonly loadOverlay: (setId: string, signal: AbortSignal) => Promise<FeatureCollection>;
  readonly onReport: (report: MapSetReport) => void;
}

/** The interface of a layer of any kind of set. */
interface SetLayer extends UnseenLayer {
  setOpacity(opacity: number): unknown;
  setZIndex(zIndex: number): unknown;
}

interface ShownLayer {
  set: MapSet;
  layer: SetLayer | undefined;
  failures: number;
  /** Whether the layer is drawn in the current colours of the map; otherwise it is being prepared out of sight. */
  isShown: boolean;
  isRemoved: boolean;
}

/** The map sets of one map, over the built-in map, which is visible where a tile is missing or fails. */
export class MapSetLayers implements ModePart {
  readonly #map: L.Map;
  readonly #options: MapSetLayersOptions;
  readonly #shown = new Map<string, ShownLayer>();
  /** The layers of the next mode, which are being prepared. */
  #next: readonly ShownLayer[] = [];
  #mode: MapMode;
  #coverage: L.Rectangle | undefined;

  constructor(map: L.Map, options: MapSetLayersOptions) {
    this.#map = map;
    this.#options = options;
    this.#mode = options.mode;
    for (const [name, order] of [
      [SETS_PANE, PANE_ORDER],
      [COVERAGE_PANE, COVERAGE_ORDER],
    ] as const) {
      const pane = map.createPane(name);
      pane.style.zIndex = String(order);
      pane.style.pointerEvents = "none";
    }
    map.on("moveend zoomend resize", () => this.#report());
  }

  /** Shows sets in drawing order, from the bottom. The layer of an unchanged set stays as it is, with its tiles. */
  showSets(sets: readonly MapSet[]): void {
    const ids = new Set(sets.map(({ id }) => id));
    for (const [id, shown] of this.#shown) if (!ids.has(id)) this.#remove(id, shown);
    sets.forEach((set, place) => {
      const shown = this.#shown.get(set.id) ?? this.#addShown(set);
      shown.set = set;
      shown.layer?.setOpacity(set.opacity);
      shown.layer?.setZIndex(place + 1);
    });
    this.#report();
  }

  /** Vector tiles and overlays have colours for day and for night; pictures are dimmed by the style sheet. */
  async prepare(mode: MapMode): Promise<void> {
    this.#mode = mode;
    this.#next.forEach(removeLayer);
    const drawn: Promise<void>[] = [];
    this.#next = this.#sets()
      .filter(({ kind }) => kind !== "raster")
      .map((set) => {
        const next = { set, layer: undefined, failures: 0, isShown: false, isRemoved: false };
        drawn.push(this.#add(next));
        return next;
      });
    await Promise.all(drawn);
  }

  show(): void {
    for (const next of this.#next) {
      const { id } = next.set;
      const before = this.#shown.get(id);
      // It may have been removed in the meantime.
      if (!before) removeLayer(next);
      else {
        if (next.layer) showUnseen(next.layer);
        removeLayer(before);
        this.#shown.set(id, Object.assign(next, { set: before.set, isShown: true }));
      }
    }
    this.#next = [];
    this.showSets(this.#sets());
  }

  /** Draws the area that a set covers; none if undefined. */
  outline(set: Pick<MapSet, "bounds"> | undefined): void {
    this.#coverage?.remove();
    this.#coverage = undefined;
    if (set === undefined) return;
    this.#coverage = L.rectangle(mapSetBoundsOf(set), {
      pane: COVERAGE_PANE,
      interactive: false,
      className: "map-set-coverage",
    }).addTo(this.#map);
  }

  #addShown(set: MapSet): ShownLayer {
    const shown: ShownLayer = { set, layer: undefined, failures: 0, isShown: true, isRemoved: false };
    this.#shown.set(set.id, shown);
    void this.#add(shown);
    return shown;
  }

  /** Resolves when it is drawn. */
  async #add(shown: ShownLayer): Promise<void> {
    const { set } = shown;
    const load: LoadTile = (place, signal) => this.#options.loadTile(set.id, place, signal);
    if (set.kind === "overlay") return this.#addOverlay(shown);
    if (set.kind === "raster") return this.#put(shown, new RasterTiles(set, load));
    // If this part of the console cannot be loaded, that counts as tiles that cannot be loaded.
    return this.#addVector(shown, load).catch(() => this.#count(shown, MAX_FAILURES));
  }

  #addOverlay(shown: ShownLayer): Promise<void> {
    const { id } = shown.set;
    const layer = new OverlayLayer(id, this.#mode, {
      load: (signal) => this.#options.loadOverlay(id, signal),
      onFailed: () => this.#count(shown, MAX_FAILURES),
    });
    return this.#put(shown, layer);
  }

  /** The painter of vector tiles is loaded when the first such set is shown. */
  async #addVector(shown: ShownLayer, load: LoadTile): Promise<void> {
    const { VectorTiles } = await import("./vector-tiles.layer.ts");
    if (shown.isRemoved) return;
    await this.#put(shown, new VectorTiles(shown.set, load, this.#mode));
  }

  async #put(shown: ShownLayer, layer: SetLayer): Promise<void> {
    shown.layer = layer;
    layer.on("tileload", () => this.#count(shown, 0));
    layer.on("tileerror", () => this.#count(shown, shown.failures + 1));
    const drawn = addUnseen(this.#map, layer);
    layer.setOpacity(shown.set.opacity);
    layer.setZIndex(this.#sets().findIndex(({ id }) => id === shown.set.id) + 1);
    const container = layer.getContainer();
    container?.setAttribute("data-map-set", shown.set.id);
    container?.setAttribute("data-mode-of-set", this.#mode);
    if (shown.isShown) showUnseen(layer);
    await drawn;
  }

  #count(shown: ShownLayer, failures: number): void {
    const wasFailing = shown.failures >= MAX_FAILURES;
    shown.failures = failures;
    if (wasFailing !== failures >= MAX_FAILURES) this.#report();
  }

  #remove(id: string, shown: ShownLayer): void {
    this.#shown.delete(id);
    removeLayer(shown);
  }

  #sets(): readonly MapSet[] {
    return [...this.#shown.values()].map(({ set }) => set).sort((one, other) => one.order - other.order);
  }

  #report(): void {
    const view = this.#map.getBounds();
    const zoom = Math.round(this.#map.getZoom());
    const isInView = (set: MapSet) => zoom >= set.min_zoom && view.intersects(mapSetBoundsOf(set));
    this.#options.onReport({
      inView: this.#sets()
        .filter(isInView)
        .map(({ id }) => id),
      failing: [...this.#shown.values()].filter(({ failures }) => failures >= MAX_FAILURES).map(({ set }) => set.id),
    });
  }
}

function removeLayer(shown: ShownLayer): void {
  shown.isRemoved = true;
  shown.layer?.remove();
}
