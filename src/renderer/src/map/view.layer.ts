import L from "leaflet";
import type { MercatorPoint } from "../tracks/mercator.ts";
import { untilNextMs } from "../ui/clock.ts";

/** The canvas of one frame, and the conversion of Mercator coordinates to its pixels. */
export interface View {
  readonly context: CanvasRenderingContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly zoom: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** CSS pixels per world. */
  readonly worldPx: number;
  /** Pixels from the left and the top; the copy of the world that is nearest to the middle of the view. */
  readonly xOf: (point: MercatorPoint) => number;
  readonly yOf: (point: MercatorPoint) => number;
}

const SLOW_PAUSE_MS = 1_000;
/** After the last request for it. */
const SLOW_FOR_MS = 300;

export interface ViewLayerOptions {
  /** How long the layer need not be drawn again when the map moves, or what it shows. */
  readonly pauseMs?: () => number;
  /** Whether there is nothing to draw. The canvas is hidden then: a visible one is copied for every frame of the page. */
  readonly isEmpty?: () => boolean;
}

/**
 * One canvas over the whole view. Whatever asks for a redraw, it happens once per animation frame;
 * while Leaflet animates a zoom the last drawing is scaled along.
 */
export class ViewLayer extends L.Layer {
  readonly #draw: (view: View) => void;
  readonly #pane: string;
  readonly #pauseMs: () => number;
  readonly #isEmpty: () => boolean;
  #canvas: HTMLCanvasElement | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = 0;
  #drawnAtMs = -Infinity;
  #slowUntilMs = -Infinity;
  #isZooming = false;
  #drawnTopLeft: L.Point | undefined;
  #drawnZoom = 0;

  constructor(pane: string, draw: (view: View) => void, options: ViewLayerOptions = {}) {
    super();
    this.#pauseMs = options.pauseMs ?? (() => 0);
    this.#isEmpty = options.isEmpty ?? (() => false);
    this.#pane = pane;
    this.#draw = draw;
  }

  requestRedraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#redraw());
  }

  /** Draws only once a second for a moment, while the person works beside the map. */
  slowDown(): void {
    this.#slowUntilMs = performance.now() + SLOW_FOR_MS;
  }

  /** Requests a redraw that may wait for the pause after the last one, or for `everyMs` if that is longer. */
  requestRedrawSoon(everyMs = 0): void {
    if (this.#frame !== 0) return;
    const dueAtMs = this.#drawnAtMs + this.#pauseFor(everyMs);
    const nowMs = performance.now();
    // Also if nothing was drawn yet.
    if (!(dueAtMs > nowMs)) return this.requestRedraw();
    if (this.#timer !== undefined && this.#dueAtMs <= dueAtMs) return;
    clearTimeout(this.#timer);
    this.#dueAtMs = dueAtMs;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.requestRedraw();
    }, dueAtMs - nowMs);
  }

  #pauseFor(everyMs: number): number {
    const pauseMs = performance.now() < this.#slowUntilMs ? SLOW_PAUSE_MS : this.#pauseMs();
    // What is quickly drawn shares a frame with the rest of the page; what takes most of a frame has one of its own.
    return pauseMs === 0 && everyMs > 0 ? untilNextMs(everyMs, this.#drawnAtMs) : Math.max(pauseMs, everyMs);
  }

  override onAdd(map: L.Map): this {
    this.#canvas = L.DomUtil.create("canvas", "leaflet-zoom-animated", map.getPane(this.#pane));
    this.requestRedraw();
    return this;
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#frame = 0;
    this.#canvas?.remove();
    this.#canvas = undefined;
    return this;
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      // The last drawing moves with the pane.
      move: () => this.requestRedrawSoon(),
      moveend: () => this.requestRedraw(),
      resize: () => this.requestRedraw(),
      viewreset: () => this.requestRedraw(),
      zoomanim: (event) => this.#follow(event as L.ZoomAnimEvent),
      zoomend: () => {
        this.#isZooming = false;
        this.requestRedraw();
      },
    };
  }

  #follow({ center, zoom }: L.ZoomAnimEvent): void {
    if (!this.#canvas || !this.#drawnTopLeft) return;
    this.#isZooming = true;
    const scale = this._map.getZoomScale(zoom, this.#drawnZoom);
    const half = this._map.getSize().divideBy(2);
    const origin = this._map.project(center, zoom).subtract(half).round();
    const offset = this.#drawnTopLeft.multiplyBy(scale).subtract(origin);
    // While the animation runs the pane stays where the last drag has left it.
    L.DomUtil.setTransform(this.#canvas, offset.add(this._map.containerPointToLayerPoint([0, 0])), scale);
  }

  #redraw(): void {
    this.#frame = 0;
    this.#drawnAtMs = performance.now();
    const canvas = this.#canvas;
    if (!canvas || this.#isZooming) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isEmpty()) return hide(canvas);
    canvas.style.display = "";
    const map = this._map;
    const { x: widthPx, y: heightPx } = map.getSize();
    const ratio = Math.min(2, window.devicePixelRatio);
    const width = Math.round(widthPx * ratio);
    const height = Math.round(heightPx * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${widthPx}px`;
      canvas.style.height = `${heightPx}px`;
    }
    L.DomUtil.setTransform(canvas, map.containerPointToLayerPoint([0, 0]), 1);
    this.#drawnTopLeft = topLeftOf(map);
    this.#drawnZoom = map.getZoom();
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, widthPx, heightPx);
    this.#draw(createView(map, context, ratio));
  }
}

/** Frees the pixels of the canvas, which are megabytes. */
function hide(canvas: HTMLCanvasElement): void {
  canvas.style.display = "none";
  [canvas.width, canvas.height] = [1, 1];
}

/**
 * The top left corner of the view, in pixels of the world at the zoom of the map. Not by way of a latitude: Leaflet ends
 * them at the edge of the world, and a high window shows the ground beyond it.
 */
function topLeftOf(map: L.Map): L.Point {
  return map.getPixelBounds().getTopLeft();
}

function createView(map: L.Map, context: CanvasRenderingContext2D, pixelRatio: number): View {
  const { x: widthPx, y: heightPx } = map.getSize();
  const zoom = map.getZoom();
  const worldPx = 256 * 2 ** zoom;
  const origin = topLeftOf(map);
  const middle = (origin.x + widthPx / 2) / worldPx;
  return {
    context,
    widthPx,
    heightPx,
    zoom,
    pixelRatio,
    worldPx,
    xOf: ({ x }) => (x - middle - Math.round(x - middle)) * worldPx + widthPx / 2,
    yOf: ({ y }) => y * worldPx - origin.y,
  };
}
