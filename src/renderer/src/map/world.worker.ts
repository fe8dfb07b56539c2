import { WorldAtlas } from "./world.atlas.ts";
import { drawWorldTile } from "./world.draw.ts";
import type { MercatorArea, Town, WorldReply, WorldRequest } from "./world.messages.ts";
import { readTowns, type Towns } from "./town-reader.ts";
import coarse from "world-atlas/countries-110m.json";
import type { Topology } from "topojson-specification";

type TileRequest = Extract<WorldRequest, { readonly kind: "tile" }>;

/**
 * The built-in world, drawn off the main thread: from the coarse outlines that are bundled with this worker, or from
 * detailed ones that it fetches first.
 */
let atlas: WorldAtlas | undefined;
const pendingTiles = new Map<string, TileRequest>();
let isBusy = false;
let towns: Towns | undefined;

self.addEventListener("message", ({ data }: MessageEvent<WorldRequest>) => {
  if (data.kind === "start") {
    atlas = new WorldAtlas(coarse as unknown as Topology);
    reply({ kind: "countries", countries: atlas.labels() });
    drawNext();
  } else if (data.kind === "load") void loadDetail(data.outlines).then(() => loadTowns(data.towns));
  else if (data.kind === "towns") reply({ kind: "towns", towns: largestTowns(data.area, data.limit) });
  else if (data.kind === "cancel") pendingTiles.delete(data.key);
  else {
    pendingTiles.set(data.key, data);
    drawNext();
  }
});

async function loadDetail(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) return;
  atlas = new WorldAtlas((await response.json()) as Topology);
  reply({ kind: "detail", countries: atlas.labels() });
}

async function loadTowns(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) return;
  towns = readTowns(new Uint8Array(await response.arrayBuffer()));
  reply({ kind: "towns-ready" });
}

function largestTowns({ west, east, north, south }: MercatorArea, limit: number): readonly Town[] {
  const found: Town[] = [];
  if (!towns) return found;
  const { names, xs, ys, populations } = towns;
  for (let index = 0; index < names.length && found.length < limit; index += 1) {
    const x = xs[index] ?? 0;
    const y = ys[index] ?? 0;
    const isInside = y >= north && y <= south && x - west - Math.floor(x - west) <= east - west;
    if (isInside) found.push({ name: names[index] ?? "", x, y, population: populations[index] ?? 0 });
  }
  return found;
}

/** One tile per turn of the event loop, so that cancellations are handled in between. */
function drawNext(): void {
  if (isBusy || !atlas) return;
  const next = pendingTiles.entries().next().value;
  if (!next) return;
  const [key, request] = next;
  pendingTiles.delete(key);
  isBusy = true;
  const bitmap = drawWorldTile(atlas, request);
  reply({ kind: "tile", key, mode: request.mode, bitmap }, [bitmap]);
  setTimeout(() => {
    isBusy = false;
    drawNext();
  });
}

function reply(message: WorldReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
