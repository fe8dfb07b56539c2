/**
 * The thread that reads heights: unpacking a file of 26 MB and converting the 66,564 heights of a tile would block the
 * station.
 */
import { workerData } from "node:worker_threads";
import { GROUND_TILE } from "../contracts/elevation.ts";
import { loadGeoid } from "../kernel/geoid.ts";
import { createSerialQueue } from "../kernel/serial-queue.ts";
import { answerRequests } from "../kernel/thread-requests.ts";
import type { TileAddress } from "../contracts/ground-tile.ts";
import { writeGroundTile } from "./ground-tile.rules.ts";
import type { GroundReply, GroundRequest } from "./ground.messages.ts";
import { createTileCache, listCells, MAX_TILE_BYTES, readTileOf } from "./hgt.folder.ts";
import { toThreeArcSeconds } from "./hgt.tile.ts";

/** Room for 24 files thinned to three arc seconds. */
const MAX_THINNED_BYTES = 24 * 1201 * 1201 * 2;
/** From this zoom on, a pixel is smaller than three arc seconds. */
const FINE_ZOOM = GROUND_TILE.maxZoom - 1;

const { folder } = workerData as { readonly folder: string };
const fine = createTileCache(MAX_TILE_BYTES, (position) => readTileOf(folder, position));
const coarse = createTileCache(MAX_THINNED_BYTES, async (position) => {
  const tile = await readTileOf(folder, position);
  return tile && toThreeArcSeconds(tile);
});
/** One after the other: each may need a file that the one before has read. */
const queue = createSerialQueue();

answerRequests(
  (request: GroundRequest) => queue.run(() => answer(request)),
  // A tile has 133 kB, which are transferred rather than copied.
  (reply) => (reply.kind === "tile" && reply.bytes !== undefined ? [reply.bytes.buffer] : []),
);

async function answer(request: GroundRequest): Promise<GroundReply> {
  try {
    if (request.kind === "cells") return { kind: "cells", cells: await listCells(folder) };
    return { kind: "tile", bytes: await readTile(request.tile) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

async function readTile(tile: TileAddress): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { ellipsoidFromSeaLevelM } = await loadGeoid();
  const find = tile.z < FINE_ZOOM ? coarse : fine;
  return writeGroundTile(tile, find, (position) => ellipsoidFromSeaLevelM(position, 0));
}
