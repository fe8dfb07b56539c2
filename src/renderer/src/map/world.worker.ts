import { drawWorldTile } from "./world.draw.ts";
import type { WorldReply, WorldRequest } from "./world.messages.ts";
import { WorldStore } from "./world.store.ts";

type TileRequest = Extract<WorldRequest, { readonly kind: "tile" }>;

/** The built-in world, read and drawn off the main thread. */
let folder = "";
const store = new WorldStore(readCell);
const pendingTiles = new Map<string, TileRequest>();
let isBusy = false;
let nameRequest = 0;

self.addEventListener("message", ({ data }: MessageEvent<WorldRequest>) => {
  if (data.kind === "open") folder = data.folder;
  else if (data.kind === "names") void replyNames(data);
  else if (data.kind === "cancel") pendingTiles.delete(data.key);
  else {
    pendingTiles.set(data.key, data);
    // Several cells are read at once, while the tiles wait for their turn.
    void store.cellOfTile(data.z, data.x, data.y);
    void drawNext();
  }
});

async function readCell(name: string): Promise<Uint8Array> {
  const response = await fetch(`${folder}${name}`);
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
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
    // The tiles report what cannot be read, and ask again.
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
    const cell = await store.cellOfTile(request.z, request.x, request.y);
    // Meanwhile it may have been cancelled, or asked for in other colours.
    const wanted = pendingTiles.get(key);
    if (wanted) {
      const bitmap = drawWorldTile(cell, wanted);
      reply({ kind: "tile", key, mode: wanted.mode, bitmap }, [bitmap]);
    }
  } catch {
    reply({ kind: "failed", key });
  }
  pendingTiles.delete(key);
  setTimeout(() => {
    isBusy = false;
    void drawNext();
  });
}

function reply(message: WorldReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
