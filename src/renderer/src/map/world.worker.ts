import { ReliefStore } from "./relief/relief.store.ts";
import { drawWorldTile } from "./world.draw.ts";
import type { WorldReply, WorldRequest } from "./world.messages.ts";
import { WorldStore } from "./world.store.ts";

type TileRequest = Extract<WorldRequest, { readonly kind: "tile" }>;

/** The built-in map, read and drawn off the main thread. */
let folder = "";
let reliefFolder = "";
const store = new WorldStore((name) => readCell(`${folder}${name}`));
const heights = new ReliefStore((name) => readCell(`${reliefFolder}${name}`));
const pendingTiles = new Map<string, TileRequest>();
let isBusy = false;
let nameRequest = 0;

self.addEventListener("message", ({ data }: MessageEvent<WorldRequest>) => {
  if (data.kind === "open") ({ folder, reliefFolder } = data);
  else if (data.kind === "names") void replyNames(data);
  else if (data.kind === "cancel") pendingTiles.delete(data.key);
  else {
    pendingTiles.set(data.key, data);
    // Several cells are read at once, while the tiles are queued.
    void store.cellOfTile(data.z, data.x, data.y);
    if (data.relief > 0) heights.read(data);
    void drawNext();
  }
});

async function readCell(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

async function replyNames({ area, z, limit }: Extract<WorldRequest, { readonly kind: "names" }>): Promise<void> {
  nameRequest += 1;
  const request = nameRequest;
  try {
    const names = await store.namesIn(area, z, limit);
    if (request === nameRequest) reply({ kind: "names", names });
  } catch {
    // The tiles report an unreadable cell, and request it again.
  }
}

/** One tile per turn of the event loop, so that cancellations are handled in between. */
async function drawNext(): Promise<void> {
  if (isBusy) return;
  const next = pendingTiles.entries().next().value;
  if (!next) return;
  const [key, request] = next;
  isBusy = true;
  try {
    const [cell, field] = await Promise.all([
      store.cellOfTile(request.z, request.x, request.y),
      request.relief > 0 ? heights.fieldOf(request) : undefined,
    ]);
    if (pendingTiles.get(key) === request) {
      const bitmap = drawWorldTile(cell, request, field);
      reply({ kind: "tile", key, mode: request.mode, relief: request.relief, bitmap }, [bitmap]);
    }
  } catch {
    reply({ kind: "failed", key });
  }
  // In the meantime it may have been cancelled, or requested in other colours, which comes next.
  if (pendingTiles.get(key) === request) pendingTiles.delete(key);
  setTimeout(() => {
    isBusy = false;
    void drawNext();
  });
}

function reply(message: WorldReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
