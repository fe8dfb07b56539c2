import { TownSearch } from "./tools/town-search.ts";
import { readTownColumns } from "./town-reader.ts";
import type { TownReply, TownRequest } from "./towns.messages.ts";

/** The built-in towns of the world, read and searched off the main thread. */
let search: Promise<TownSearch> | undefined;

self.addEventListener("message", ({ data }: MessageEvent<TownRequest>) => void replyTo(data));

async function replyTo(asked: TownRequest): Promise<void> {
  search ??= readTownList(asked.list);
  try {
    const towns = await search;
    reply(
      asked.kind === "find"
        ? { kind: "found", request: asked.request, towns: towns.find(asked.text, asked.limit) }
        : {
            kind: "nearest",
            request: asked.request,
            towns: asked.places.map((place) => towns.nearest(place, asked.withinM)),
          },
    );
  } catch {
    search = undefined;
    reply({ kind: "failed", request: asked.request });
  }
}

async function readTownList(address: string): Promise<TownSearch> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new TownSearch(readTownColumns(new Uint8Array(await response.arrayBuffer())));
}

function reply(message: TownReply): void {
  self.postMessage(message);
}
