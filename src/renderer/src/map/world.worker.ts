import { WorldAtlas } from "./world.atlas.ts";
import { drawWorldTile } from "./world.draw.ts";
import type { WorldReply, WorldRequest } from "./world.messages.ts";
import coarse from "world-atlas/countries-110m.json";
import type { Topology } from "topojson-specification";

type TileRequest = Extract<WorldRequest, { readonly kind: "tile" }>;

/**
 * The built-in world, drawn off the main thread: first from the coarse outlines that are bundled with this worker,
 * so that a map stands at once, then from the detailed ones.
 */
let atlas = new WorldAtlas(coarse as unknown as Topology);
const waiting = new Map<string, TileRequest>();
let isBusy = false;

self.addEventListener("message", ({ data }: MessageEvent<WorldRequest>) => {
  if (data.kind === "load") void loadDetail(data.address);
  else if (data.kind === "cancel") waiting.delete(data.key);
  else {
    waiting.set(data.key, data);
    drawNext();
  }
});

async function loadDetail(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) return;
  atlas = new WorldAtlas((await response.json()) as Topology);
  reply({ kind: "detail", labels: atlas.labels() });
}

/** One tile a turn, so that cancellations are heard in between. */
function drawNext(): void {
  if (isBusy) return;
  const next = waiting.entries().next().value;
  if (!next) return;
  const [key, request] = next;
  waiting.delete(key);
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
