import type { GroundCell } from "../contracts/elevation.ts";
import type { TileAddress } from "../contracts/ground-tile.ts";
import type { Log } from "../kernel/log.ts";
import { createThreadRequests } from "../kernel/thread-requests.ts";
import { Thread, threadEntry } from "../kernel/thread.ts";
import type { GroundReply, GroundRequest } from "./ground.messages.ts";

const ENTRY = threadEntry(import.meta.dirname, "ground");

/** The heights of the ground as map tiles, from the station's folder. */
export type GroundTiles = {
  readonly hasFolder: boolean;
  readonly listCells: () => Promise<readonly GroundCell[]>;
  /** `undefined` where no height is known; a file that cannot be read has the same result, and is logged. */
  readonly readTile: (tile: TileAddress) => Promise<Uint8Array | undefined>;
  readonly close: () => Promise<void>;
};

/** Reads the folder on a separate thread, which is started when it is needed. */
export function createGroundTiles(options: { readonly folder?: string | undefined; readonly log: Log }): GroundTiles {
  const { folder, log } = options;
  const thread = createThreadRequests<GroundRequest, GroundReply>({
    start: () => new Thread(ENTRY, { name: "ground", workerData: { folder } }),
    onError: ({ message }) => failed(message),
    onExit: failed("the thread has ended"),
    onClose: failed("the station is stopping"),
  });

  async function ask(request: GroundRequest): Promise<GroundReply | undefined> {
    if (folder === undefined) return undefined;
    const reply = await thread.ask(request);
    if (reply.kind === "failed") log.warn({ folder, why: reply.message }, "heights of the ground could not be read");
    return reply;
  }

  return {
    hasFolder: folder !== undefined,
    async listCells() {
      const reply = await ask({ kind: "cells" });
      return reply?.kind === "cells" ? reply.cells : [];
    },
    async readTile(tile) {
      const reply = await ask({ kind: "tile", tile });
      return reply?.kind === "tile" ? reply.bytes : undefined;
    },
    close: thread.close,
  };
}

function failed(message: string): GroundReply {
  return { kind: "failed", message };
}
