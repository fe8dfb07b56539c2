import L from "leaflet";
import { type ModePart, readyToShow } from "./mode-change.ts";
import type { MapMode } from "./palettes.ts";
import type { TileAddress } from "./relief/relief.field.ts";
import { type ReliefChoice, reliefStrength } from "./relief/relief.zoom.ts";
import type { WorldReply, WorldRequest } from "./world.messages.ts";
import type { MercatorArea, WorldNames } from "./world.names.ts";

const TILE_SIZE = 512;
/** Deeper tiles are magnified. */
const MAX_TILE_ZOOM = 18;
/** More names than fit on a screen: only labels that have room are drawn. */
const MAX_NAMES = 150;
/** A tile that could not be read, for example because the station restarts, is requested again after this time. */
const RETRY_AFTER_MS = 3_000;
const FOLDER = "world/";
const RELIEF_FOLDER = "relief/";

interface OpenTile {
  readonly canvas: HTMLCanvasElement;
  readonly coords: L.Coords;
  done: L.DoneCallback | undefined;
  /** The style in which its canvas was drawn; none before. */
  drawn?: TileStyle;
  /** The picture in the style that is being prepared. */
  next?: ImageBitmap | undefined;
  retry?: ReturnType<typeof setTimeout>;
}

interface TileStyle {
  readonly mode: MapMode;
  /** The strength of the relief, from 0 to 1. */
  readonly relief: number;
}

interface WorldEvents {
  readonly onNames: (names: WorldNames) => void;
  /** All tiles of the view are drawn. */
  readonly onDrawn: () => void;
}

/** The built-in map: Natural Earth, read on demand and drawn by a worker into the tiles of a Leaflet grid. */
export class WorldLayer extends L.GridLayer implements ModePart {
  readonly #worker = new Worker(new URL("./world.worker.ts", import.meta.url), { type: "module" });
  readonly #tiles = new Map<string, OpenTile>();
  readonly #events: WorldEvents;
  #mode: MapMode;
  #relief: ReliefChoice;
  /** Identifies the latest preparation, which alone may show its tiles. */
  #turn = 0;
  #isPreparing = false;
  #onPrepared: (() => void) | undefined;

  constructor({ mode, relief }: { readonly mode: MapMode; readonly relief: ReliefChoice }, events: WorldEvents) {
    super({
      className: "world-tiles",
      tileSize: TILE_SIZE,
      keepBuffer: 3,
      updateWhenZooming: false,
      maxNativeZoom: MAX_TILE_ZOOM + 1,
    });
    this.#mode = mode;
    this.#relief = relief;
    this.#events = events;
    this.#worker.addEventListener("message", ({ data }: MessageEvent<WorldReply>) => this.#handle(data));
    const addressOf = (folder: string): string => new URL(folder, document.baseURI).href;
    this.#send({ kind: "open", folder: addressOf(FOLDER), reliefFolder: addressOf(RELIEF_FOLDER) });
    this.on("tileunload", ({ coords }: { coords: L.Coords }) => this.#removeTile(keyOf(coords)));
    // Nothing is shown before the whole view is drawn: tiles that arrive one by one look like a broken map.
    this.once("load", () => {
      // Not by Leaflet's opacity, which would have each tile fade in by itself.
      this.#setVisible(true);
      this.#events.onDrawn();
    });
  }

  /** Tiles come one by one, so they are kept until all that are in view can be shown together. */
  prepare(mode: MapMode): Promise<void> {
    this.#mode = mode;
    this.#turn += 1;
    this.#isPreparing = true;
    this.#requestOthers();
    return new Promise((resolve) => {
      this.#onPrepared = resolve;
      this.#reportWhole();
    });
  }

  show(): void {
    this.#isPreparing = false;
    for (const tile of this.#tiles.values()) {
      if (tile.next) this.#draw(tile, tile.next);
      // Outside of the view, where a missing tile is not visible.
      else if (tile.drawn?.mode !== this.#mode) tile.canvas.style.visibility = "hidden";
      tile.next = undefined;
    }
  }

  /** Redraws the tiles whose relief changes, and shows them together. */
  async setRelief(relief: ReliefChoice): Promise<void> {
    this.#relief = relief;
    if (this.#isPreparing) {
      this.#requestOthers();
      this.#reportWhole();
      return;
    }
    const prepared = this.prepare(this.#mode);
    const turn = this.#turn;
    await readyToShow([prepared]);
    if (turn === this.#turn) this.show();
  }

  /** Requests the names in an area; `zoom` is the map's. */
  requestNames(area: MercatorArea, zoom: number): void {
    const z = Math.max(0, Math.min(MAX_TILE_ZOOM, Math.round(zoom) - 1));
    this.#send({ kind: "names", area, z, limit: MAX_NAMES });
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map);
    this.#setVisible(false);
    return this;
  }

  override onRemove(map: L.Map): this {
    super.onRemove(map);
    for (const { retry } of this.#tiles.values()) clearTimeout(retry);
    this.#worker.terminate();
    return this;
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    const sizePx = Math.round(TILE_SIZE * Math.min(2, window.devicePixelRatio));
    canvas.width = sizePx;
    canvas.height = sizePx;
    const tile = { canvas, coords, done };
    this.#tiles.set(keyOf(coords), tile);
    this.#requestTile(keyOf(coords), tile);
    return canvas;
  }

  #setVisible(isVisible: boolean): void {
    const container = this.getContainer();
    if (container) container.style.visibility = isVisible ? "" : "hidden";
  }

  #handle(reply: WorldReply): void {
    if (reply.kind === "tile") this.#showTile(reply);
    else if (reply.kind === "names") this.#events.onNames(reply.names);
    else this.#retryTile(reply.key);
  }

  #showTile(reply: Extract<WorldReply, { readonly kind: "tile" }>): void {
    const tile = this.#tiles.get(reply.key);
    if (!tile || !this.#isWanted(reply, tile)) return reply.bitmap.close();
    if (!this.#isPreparing) return this.#draw(tile, reply.bitmap);
    discardNext(tile);
    tile.next = reply.bitmap;
    this.#reportWhole();
  }

  #draw(tile: OpenTile, bitmap: ImageBitmap): void {
    // A canvas that is drawn into is copied whenever a frame is made, even where nothing in it has changed.
    tile.canvas.getContext("bitmaprenderer", { alpha: false })?.transferFromImageBitmap(bitmap);
    bitmap.close();
    tile.canvas.style.visibility = "";
    tile.drawn = this.#styleFor(tile);
    tile.done?.(undefined, tile.canvas);
    tile.done = undefined;
  }

  #reportWhole(): void {
    for (const tile of this.#tiles.values()) {
      if (!tile.next && !this.#isWanted(tile.drawn, tile) && this.#isInView(tile.coords)) return;
    }
    this.#onPrepared?.();
    this.#onPrepared = undefined;
  }

  #styleFor({ coords }: OpenTile): TileStyle {
    return { mode: this.#mode, relief: reliefStrength(addressOf(coords), this.#relief) };
  }

  #isWanted(style: TileStyle | undefined, tile: OpenTile): boolean {
    const wanted = this.#styleFor(tile);
    return style?.mode === wanted.mode && style.relief === wanted.relief;
  }

  /** Requests the tiles that are not in the current style, those in view first. */
  #requestOthers(): void {
    for (const tile of this.#tiles.values()) discardNext(tile);
    const others = [...this.#tiles].filter(([, tile]) => !this.#isWanted(tile.drawn, tile));
    for (const [key, tile] of others.filter(([, { coords }]) => this.#isInView(coords))) this.#requestTile(key, tile);
    for (const [key, tile] of others.filter(([, { coords }]) => !this.#isInView(coords))) this.#requestTile(key, tile);
  }

  /** Leaflet keeps tiles around the view, and those of the zoom before. */
  #isInView(coords: L.Coords): boolean {
    return this._tiles[this._tileCoordsToKey(coords)]?.current ?? false;
  }

  #retryTile(key: string): void {
    const tile = this.#tiles.get(key);
    if (tile) tile.retry = setTimeout(() => this.#requestTile(key, tile), RETRY_AFTER_MS);
  }

  #requestTile(key: string, tile: OpenTile): void {
    const { width } = tile.canvas;
    this.#send({
      kind: "tile",
      key,
      ...addressOf(tile.coords),
      ...this.#styleFor(tile),
      sizePx: width,
      pixelRatio: width / TILE_SIZE,
    });
  }

  #removeTile(key: string): void {
    const tile = this.#tiles.get(key);
    if (tile) discardNext(tile);
    clearTimeout(tile?.retry);
    this.#tiles.delete(key);
    this.#send({ kind: "cancel", key });
    this.#reportWhole();
  }

  #send(request: WorldRequest): void {
    this.#worker.postMessage(request);
  }
}

function discardNext(tile: OpenTile): void {
  tile.next?.close();
  tile.next = undefined;
}

/** The address in the XYZ scheme with 512 pixels; columns beyond the antimeridian are those of the other side. */
function addressOf({ x, y, z }: L.Coords): TileAddress {
  const across = 2 ** (z - 1);
  return { z: z - 1, x: ((x % across) + across) % across, y };
}

function keyOf({ x, y, z }: L.Coords): string {
  return `${z}/${x}/${y}`;
}
