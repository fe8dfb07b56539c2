import type L from "leaflet";
import "leaflet/dist/leaflet.css";
import type { LatLon } from "../tracks/mercator.ts";
import type { TrackSource } from "../tracks/track-source.ts";
import { type Areas, drawAreas } from "./areas.draw.ts";
import { type MapMode, mapPalettes, trackPalettes } from "./palettes.ts";
import { drawReference, type PlacedName } from "./reference.draw.ts";
import { OnlineTiles } from "./online.tiles.ts";
import "./plan.css";
import type { PlannedArea } from "./planned.draw.ts";
import { PlanOverlay, type PlanScene } from "./plan.overlay.ts";
import { clusterAt } from "./cluster.draw.ts";
import { createEmptyMap } from "./empty-map.ts";
import { type CoveredEdge, FIT_PADDING_PX, fitPaddingOf, middleOffsetPx, NOTHING_COVERED } from "./covered-edge.ts";
import { placeBoundsOf } from "./place-bounds.ts";
import { ModeChange } from "./mode-change.ts";
import { isAnimated } from "./motion.ts";
import { createScale } from "./scale.control.ts";
import { ToolsLayer } from "./tools/tools.layer.ts";
import { type MapTarget, viewAt } from "./view-at.ts";
import type { ColourKey } from "./track-colours.ts";
import { type DrawnTracks, drawTracks, isEmptyPicture, NOTHING_DRAWN, trackAt } from "./tracks.draw.ts";
import type { ReliefChoice } from "./relief/relief.zoom.ts";
import { redrawPauseMs } from "./tracks.scene.ts";
import type { StationMapOptions } from "./station-map.options.ts";
import { type View, ViewLayer } from "./view.layer.ts";
import { WorldLayer } from "./world.layer.ts";
import type { WorldNames } from "./world.names.ts";
import { zonesAt, type ZoneShape } from "./zones.draw.ts";

const FIT_ZOOM = 15;
/** The smallest box of a recorded track, which may be a hover within a few metres. */
const FIT_ZOOM_RECORDED = 18;

/** The map of the console. Leaflet is used in this folder only. */
export class StationMap {
  readonly tools: ToolsLayer;
  readonly #options: StationMapOptions;
  readonly #map: L.Map;
  readonly #world: WorldLayer;
  readonly #modeChange: ModeChange;
  readonly #reference: ViewLayer;
  readonly #tracks: ViewLayer;
  readonly #zoneLayer: ViewLayer;
  readonly #online: OnlineTiles;
  readonly #plan: PlanOverlay;
  readonly #sizes: ResizeObserver;
  #scale: L.Control;
  #names: WorldNames = { countries: [], towns: [], airfields: [] };
  readonly #below: Record<"towns" | "zones", readonly PlacedName[]> = { towns: [], zones: [] };
  #drawn: DrawnTracks = NOTHING_DRAWN;
  #source: TrackSource | undefined;
  #stopListening: (() => void) | undefined;
  #mode: MapMode;
  #areas: Areas = { zones: [], planned: [] };
  #inZone: ReadonlySet<string> = new Set();
  #selectedId: string | undefined;
  #covered = NOTHING_COVERED;
  #colourBy: ColourKey = "age";
  #hidden: ReadonlySet<string> = new Set();
  #hoveredId: string | undefined;
  /** The target of an animated zoom. */
  #heading: MapTarget | undefined;

  constructor(element: HTMLElement, options: StationMapOptions) {
    this.#options = options;
    this.#mode = options.mode;
    this.#map = createEmptyMap(element, options.view);
    this.#scale = createScale(this.#map, options.isImperial);
    this.#world = new WorldLayer(options, {
      onNames: (names) => {
        this.#names = names;
        for (const layer of [this.#reference, this.#tracks]) layer.requestRedraw();
      },
      onDrawn: () => (element.dataset["world"] = "detailed"),
    }).addTo(this.#map);
    this.#modeChange = new ModeChange(element, options.mode);
    this.#modeChange.add(this.#world);
    this.#online = new OnlineTiles(this.#map, (state) => {
      options.onOnlineTiles(state);
      this.#reference.requestRedraw();
    });
    const drawMap = (view: View) => drawReference(view, mapPalettes[this.#mode], this.#names, this.#online.isShown);
    this.#reference = new ViewLayer("reference", (view) => (this.#below.towns = drawMap(view))).addTo(this.#map);
    this.#zoneLayer = new ViewLayer("zones", (view) => (this.#below.zones = drawAreas(view, this.#areas, this.#mode)), {
      isEmpty: () => this.#areas.zones.length + this.#areas.planned.length === 0,
    }).addTo(this.#map);
    this.#tracks = new ViewLayer("tracks", (view) => (this.#drawn = this.#drawTracks(view)), {
      pauseMs: () => redrawPauseMs(this.#drawn.tracks.length),
      isEmpty: () => isEmptyPicture(this.#drawn, this.#source?.collection),
    }).addTo(this.#map);
    this.#plan = new PlanOverlay(this.#map, options.plan);
    this.tools = new ToolsLayer(this.#map, options.mode);
    this.#listen();
    this.#sizes = new ResizeObserver(() => this.#map.invalidateSize({ animate: false }));
    this.#sizes.observe(element);
    this.#reportView();
    options.onReady(this.#map, this.#modeChange);
  }

  /** Shows other tracks, live or recorded; none when undefined. */
  show(source: TrackSource | undefined): void {
    this.#stopListening?.();
    this.#source = source;
    this.#stopListening = source?.collection.onChange(() => this.#tracks.requestRedrawSoon(source.shownEveryMs));
    this.#tracks.requestRedraw();
  }

  /** The chosen aircraft, and what its card covers. */
  select(id: string | undefined, covered: CoveredEdge): void {
    [this.#selectedId, this.#covered] = [id, covered];
    this.#tracks.requestRedraw();
  }

  /** Hides the tracks that do not pass the filter. */
  hide(ids: ReadonlySet<string>): void {
    this.#hidden = ids;
    this.#tracks.requestRedraw();
  }

  /** The list beside the map is being scrolled: a crowd is drawn less often for a moment, so that it stays smooth. */
  drawLessOftenWhileScrolling(): void {
    if (redrawPauseMs(this.#drawn.tracks.length) > 0) this.#tracks.slowDown();
  }

  /** Sets what the colour of an aircraft shows. */
  colourBy(key: ColourKey): void {
    this.#colourBy = key;
    this.#tracks.requestRedraw();
  }

  showZones(zones: readonly ZoneShape[]): void {
    this.#areas = { ...this.#areas, zones };
    this.#zoneLayer.requestRedraw();
  }

  /** Shows the areas of planned flights. */
  showPlanned(areas: readonly PlannedArea[]): void {
    this.#areas = { ...this.#areas, planned: areas };
    this.#zoneLayer.requestRedraw();
    this.#tracks.requestRedraw();
  }

  /** Marks the aircraft inside of prohibited and restricted zones. */
  markInZone(ids: ReadonlySet<string>): void {
    this.#inZone = ids;
    this.#tracks.requestRedraw();
  }

  /** Shows the plan and the track of one flight; nothing when undefined. */
  showPlan(scene: PlanScene | undefined): void {
    this.#plan.show(scene);
  }

  /** Shows a marker for the position that the pointer marks outside of the map. */
  pointAt(places: readonly LatLon[]): void {
    this.#plan.point(places);
  }

  setMode(mode: MapMode): void {
    this.#mode = mode;
    void this.#modeChange.set(mode);
    this.tools.setMode(mode);
    this.#reference.requestRedraw();
    this.#zoneLayer.requestRedraw();
    this.#tracks.requestRedraw();
  }

  setImperial(isImperial: boolean): void {
    this.#scale.remove();
    this.#scale = createScale(this.#map, isImperial);
    this.#tracks.requestRedraw();
  }

  setRelief(relief: ReliefChoice): void {
    void this.#world.setRelief(relief);
  }

  setOnlineTiles(isOn: boolean): void {
    this.#online.set(isOn);
  }

  zoomBy(steps: number): void {
    this.#map.setZoom(Math.round(this.#map.getZoom()) + steps);
  }

  /** Brings a place into the middle of the part of the map that no card covers. */
  panTo({ latitude, longitude }: LatLon, minZoom = 0, covered = NOTHING_COVERED): void {
    const zoom = Math.max(this.#map.getZoom(), minZoom);
    const middle = this.#map.project([latitude, longitude], zoom).subtract([middleOffsetPx(covered), 0]);
    this.#map.setView(this.#map.unproject(middle, zoom), zoom, { animate: isAnimated() });
  }

  /** Brings all places into the part of the map that no card covers, with room around them. */
  fit(places: readonly LatLon[], covered = NOTHING_COVERED): void {
    if (places.length === 0) return;
    // A panel that has just opened made the map smaller; the observer reports that only a moment later.
    this.#map.invalidateSize({ animate: false });
    const { leftPx, rightPx } = fitPaddingOf(covered);
    this.#map.fitBounds(placeBoundsOf(places), {
      maxZoom: this.#options.isRecorded ? FIT_ZOOM_RECORDED : FIT_ZOOM,
      paddingTopLeft: [leftPx, FIT_PADDING_PX],
      paddingBottomRight: [rightPx, FIT_PADDING_PX],
      animate: false,
    });
  }

  /** Where an address says. */
  moveTo({ latitude, longitude, zoom }: StationMapOptions["view"]): void {
    this.#map.setView([latitude, longitude], zoom, { animate: false });
  }

  destroy(): void {
    // Report the position to which the map was moved, even if the last move was not finished.
    if (this.#heading) this.#reportView(this.#heading);
    else this.#map.stop();
    this.#sizes.disconnect();
    this.#modeChange.stop();
    this.#stopListening?.();
    this.#online.set(false);
    // Leaflet ends the animation of a zoom by a timer that it never clears, and which needs the map.
    if (this.#heading) this.#map.on("moveend", () => this.#heading || this.#remove());
    else this.#remove();
  }

  #drawTracks(view: View): DrawnTracks {
    if (!this.#source) return NOTHING_DRAWN;
    return drawTracks(view, {
      collection: this.#source.collection,
      nowMs: this.#source.nowMs(),
      palette: trackPalettes[this.#mode],
      mode: this.#mode,
      colourBy: this.#colourBy,
      selectedId: this.#selectedId,
      covered: this.#covered,
      hoveredId: this.#hoveredId,
      hidden: this.#hidden,
      inZone: this.#inZone,
      detailOf: this.#options.detailOf,
      isRecorded: this.#options.isRecorded,
      planned: this.#areas.planned,
      names: [...this.#below.towns, ...(this.#areas.zones.length > 0 ? this.#below.zones : [])],
    });
  }

  #remove(): void {
    this.#map.remove();
    // It reports a change of size a moment later, even if the map is removed by then.
    this.#map.off();
  }

  #listen(): void {
    this.#map.on("moveend", () => this.#reportView());
    // The end of the move would come too late if the page is left in the meantime.
    this.#map.on("zoomanim", ({ center, zoom }) => (this.#heading = { center, zoom }));
    this.#map.on("zoomend", () => (this.#heading = undefined));
    this.#map.on("dragstart", () => this.#options.onDrag());
    this.#map.on("click", ({ containerPoint, latlng }) => {
      const { lat, lng } = latlng.wrap();
      if (this.tools.takeClick({ latitude: lat, longitude: lng })) return;
      this.#options.onPlace({ latitude: lat, longitude: lng });
      const track = trackAt(this.#drawn.tracks, containerPoint);
      if (track === undefined && clusterAt(this.#drawn.clusters, containerPoint))
        return this.#zoomIntoCluster({ lat, lng });
      this.#options.onSelect(track);
      this.#options.onZones(track === undefined ? zonesAt(this.#areas.zones, { latitude: lat, longitude: lng }) : []);
    });
    this.#map.on("mousemove", ({ containerPoint, latlng }) => {
      const wrapped = latlng.wrap();
      this.#options.onPointer({ latitude: wrapped.lat, longitude: wrapped.lng });
      this.#hover(trackAt(this.#drawn.tracks, containerPoint));
    });
    this.#map.on("mouseout", () => {
      this.#options.onPointer(undefined);
      this.#hover(undefined);
    });
  }

  /** Zooms in on a cluster, until its aircraft are drawn by themselves. */
  #zoomIntoCluster(place: L.LatLngLiteral): void {
    this.#options.onDrag();
    this.#map.setView(place, Math.round(this.#map.getZoom()) + 2, { animate: isAnimated() });
  }

  #hover(id: string | undefined): void {
    if (id === this.#hoveredId) return;
    this.#hoveredId = id;
    const container = this.#map.getContainer();
    container.classList.toggle("is-over-track", id !== undefined);
    const track = id === undefined ? undefined : this.#source?.collection.tracks.get(id);
    container.title = track ? this.#options.hintOf(track) : "";
    this.#tracks.requestRedraw();
  }

  #reportView(at: MapTarget = { center: this.#map.getCenter(), zoom: this.#map.getZoom() }): void {
    const { area, box, place } = viewAt(this.#map, at);
    this.#world.requestNames(area, place.zoom);
    this.#options.onView(box, place);
  }
}
