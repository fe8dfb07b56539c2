import L from "leaflet";
import { worldCopies, circleOutline, isRoundOnMap } from "../tracks/circle-outline.ts";
import { fromMercator, type LatLon, type MercatorPoint } from "../tracks/mercator.ts";
import { LineRenderer } from "./line.renderer.ts";
import type { PlanShape } from "./plan-shape.ts";
import { nearestLongitude, unwrapPlaces } from "./unwrap.ts";

/** The parts of one flight that the map draws. */
export interface PlanScene {
  readonly shape: PlanShape | undefined;
  readonly takeoff: LatLon | undefined;
  /** Its track. */
  readonly track?: readonly LatLon[];
  /** Tracks beside it that look the same: those of the flights of a log. */
  readonly tracks?: readonly (readonly LatLon[])[];
  /** The track of the flight with which it is compared. */
  readonly compared?: readonly LatLon[];
  /** Corners and take-off can be dragged. */
  readonly isEditable?: boolean;
}

export interface PlanEvents {
  readonly onMove: (index: number, place: LatLon) => void;
  readonly onMoveTakeoff: (place: LatLon) => void;
}

interface TrackLook {
  /** A colour of the palette. */
  readonly colourName: string;
  readonly dashArray?: string;
}

/** Metres per pixel at the equator at zoom 0, with tiles of 256 pixels. */
const EQUATOR_M_PER_PX = 156_543.033_928;

/** Every third corner of an outline is drawn. */
const CORNER_STEP = 3;

/** Draws one flight: its area, its take-off, its track, and a marker that can be placed on the track. */
export class PlanOverlay {
  readonly #map: L.Map;
  readonly #events: PlanEvents;
  readonly #group: L.LayerGroup;
  readonly #lines = new LineRenderer({ pane: "plan", padding: 0.3 });
  readonly #vectors = L.svg({ pane: "plan" });
  #marks: readonly L.Marker[] = [];
  #pointed: readonly LatLon[] = [];
  #scene: PlanScene | undefined;
  /** The longitude of the scene in the copy of the world that the map shows. */
  #near = 0;

  constructor(map: L.Map, events: PlanEvents) {
    this.#map = map;
    this.#events = events;
    const pane = map.createPane("plan");
    pane.style.zIndex = "400";
    this.#group = L.layerGroup().addTo(map);
    // The width of a corridor is in metres, so its pixels depend on the zoom.
    map.on("zoomend", () => {
      if (this.#scene?.shape?.kind === "corridor") this.show(this.#scene);
    });
    map.on("move", () => {
      if (this.#scene === undefined || this.#nearOf(this.#scene) === this.#near) return;
      this.show(this.#scene);
      this.point(this.#pointed);
    });
  }

  show(scene: PlanScene | undefined): void {
    this.#scene = scene;
    this.#group.clearLayers();
    if (!scene) return;
    this.#near = this.#nearOf(scene);
    const { shape, takeoff, track = [], tracks = [], compared = [], isEditable = false } = scene;
    if (shape) this.#drawShape(shape);
    for (const one of [track, ...tracks]) if (one.length > 1) this.#drawTrack(one, { colourName: "--plan-track" });
    // Above the other, which is seen between its dashes where both flew the same way.
    if (compared.length > 1) this.#drawTrack(compared, { colourName: "--compared-track", dashArray: "7 7" });
    if (shape && isEditable) shape.points.forEach((place, index) => this.#drawCorner(place, index));
    if (takeoff) this.#drawTakeoff(takeoff, isEditable);
  }

  /** Places the markers of the pointer in a chart: on the track, and on the compared one. */
  point(places: readonly LatLon[]): void {
    this.#pointed = places;
    for (const mark of this.#marks) mark.remove();
    this.#marks = places.map((place, index) => {
      const icon = iconOf(index === 0 ? "plan-pointer" : "plan-pointer is-compared", 18);
      return L.marker(this.#toLatLng(place), { icon, interactive: false, keyboard: false }).addTo(this.#map);
    });
  }

  #nearOf({ shape, takeoff, track, tracks, compared }: PlanScene): number {
    const first = shape?.points[0] ?? takeoff ?? [track, ...(tracks ?? []), compared].find((line) => line?.length)?.[0];
    const { lng: middle } = this.#map.getCenter();
    return first === undefined ? middle : nearestLongitude(first.longitude, middle);
  }

  #toLatLng({ latitude, longitude }: LatLon): L.LatLngTuple {
    return [latitude, nearestLongitude(longitude, this.#near)];
  }

  #drawShape({ kind, points, radiusM }: PlanShape): void {
    const line = unwrapPlaces(points, this.#near);
    const [first] = line;
    if (!first) return;
    const places = line.map(toLatLng);
    // Leaflet's default simplification would make a circle angular.
    const look = { className: "plan-area", interactive: false, smoothFactor: 0.5 };
    const style = { renderer: this.#vectors, pane: "plan", ...look };
    if (kind === "circle") {
      this.#drawCircle(first, radiusM, style);
    } else if (kind === "polygon") {
      L.polygon(places, style).addTo(this.#group);
    } else {
      const metresPerPx = (EQUATOR_M_PER_PX * Math.cos((first.latitude * Math.PI) / 180)) / 2 ** this.#map.getZoom();
      const weight = Math.max(2, (2 * radiusM) / metresPerPx);
      L.polyline(places, { ...style, className: "plan-corridor", weight }).addTo(this.#group);
      L.polyline(places, { ...style, className: "plan-line", weight: 2 }).addTo(this.#group);
    }
  }

  /** Leaflet's own circle uses one scale for all of it, which is wrong near a pole and impossible over one. */
  #drawCircle(centre: LatLon, radiusM: number, style: L.PolylineOptions): void {
    if (isRoundOnMap(centre, radiusM)) {
      L.circle(toLatLng(centre), { ...style, radius: radiusM }).addTo(this.#group);
      return;
    }
    const outline = circleOutline(centre, radiusM);
    const { poleY } = outline;
    // Leaflet puts corners on whole pixels: many close to each other would look jagged.
    const line = outline.line.filter((_, index, all) => index % CORNER_STEP === 0 || index === all.length - 1);
    if (poleY === undefined) {
      L.polygon(line.map(unwrappedLatLng), style).addTo(this.#group);
      return;
    }
    const around = worldCopies(line);
    const edge = [around.at(-1)!, around[0]!].map(({ x }) => ({ x, y: poleY }));
    L.polygon([...around, ...edge].map(unwrappedLatLng), { ...style, stroke: false }).addTo(this.#group);
    L.polyline(around.map(unwrappedLatLng), { ...style, fill: false }).addTo(this.#group);
  }

  #drawTrack(track: readonly LatLon[], { colourName, ...dashes }: TrackLook): void {
    const color = getComputedStyle(this.#map.getContainer()).getPropertyValue(colourName).trim();
    // Leaflet's default simplification makes turns look angular.
    const style = { renderer: this.#lines, pane: "plan", smoothFactor: 0.2 };
    const look = { color, weight: 3, opacity: 0.95, interactive: false, ...dashes };
    L.polyline(unwrapPlaces(track, this.#near).map(toLatLng), { ...style, ...look }).addTo(this.#group);
  }

  #drawCorner(place: LatLon, index: number): void {
    const icon = iconOf("plan-corner", 18);
    // Above the take-off, which is where the first corner is unless it was moved.
    const marker = L.marker(this.#toLatLng(place), { icon, draggable: true, keyboard: false, zIndexOffset: 1000 });
    marker.on("dragend", () => this.#events.onMove(index, fromLatLng(marker.getLatLng())));
    marker.addTo(this.#group);
  }

  #drawTakeoff(place: LatLon, isEditable: boolean): void {
    // Large where it is to be dragged; elsewhere it would hide how the track begins.
    const icon = isEditable ? iconOf("plan-takeoff", 26) : iconOf("plan-takeoff is-fixed", 14);
    const marker = L.marker(this.#toLatLng(place), {
      icon,
      draggable: isEditable,
      interactive: isEditable,
      keyboard: false,
    });
    marker.on("dragend", () => this.#events.onMoveTakeoff(fromLatLng(marker.getLatLng())));
    marker.addTo(this.#group);
  }
}

function iconOf(className: string, size: number): L.DivIcon {
  return L.divIcon({ className, iconSize: [size, size], html: "" });
}

function toLatLng({ latitude, longitude }: LatLon): L.LatLngTuple {
  return [latitude, longitude];
}

/** Beyond ±180° in the next copy of the world. */
function unwrappedLatLng({ x, y }: MercatorPoint): L.LatLngTuple {
  return [fromMercator({ x, y }).latitude, (x - 0.5) * 360];
}

function fromLatLng(place: L.LatLng): LatLon {
  const { lat, lng } = place.wrap();
  return { latitude: lat, longitude: lng };
}
