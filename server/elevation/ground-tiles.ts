import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { GroundCell } from "../contracts/elevation.ts";
import type { TileAddress } from "../contracts/ground-tile.ts";
import type { Log } from "../kernel/log.ts";
import type { GroundReply, GroundRequest, NumberedGroundReply, NumberedGroundRequest } from "./ground.messages.ts";

/** Beside this file: TypeScript in a checkout, `ground-thread.js` in the built app (electron.vite.config.ts). */
const THREAD = join(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "ground.thread.ts" : "ground-thread.js",
);

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
  const waiting = new Map<number, (reply: GroundReply) => void>();
  let thread: Worker | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(THREAD, { name: "ground", execArgv: [], workerData: { folder } });
    started.unref();
    started.on("message", ({ number, reply }: NumberedGroundReply) => settle(number, reply));
    started.on("error", (error) => end(started, error.message));
    started.on("exit", () => end(started, "the thread has ended"));
    return started;
  }

  function settle(number: number, reply: GroundReply): void {
    waiting.get(number)?.(reply);
    waiting.delete(number);
  }

  /** Requests that wait get a reply, and the next request starts another thread. */
  function end(ended: Worker, message: string): void {
    if (thread !== ended) return;
    thread = undefined;
    for (const number of [...waiting.keys()]) settle(number, { kind: "failed", message });
  }

  async function ask(request: GroundRequest): Promise<GroundReply | undefined> {
    if (folder === undefined) return undefined;
    thread ??= start();
    const asked = thread;
    const number = ++last;
    const reply = await new Promise<GroundReply>((resolve) => {
      waiting.set(number, resolve);
      const message: NumberedGroundRequest = { number, request };
      asked.postMessage(message);
    });
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
    async close() {
      const ended = thread;
      thread = undefined;
      for (const number of [...waiting.keys()]) settle(number, { kind: "failed", message: "the station is stopping" });
      await ended?.terminate();
    },
  };
}
