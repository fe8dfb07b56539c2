import { join } from "node:path";
import { SECOND_MS } from "../../kernel/clock.ts";
import { SqliteThread } from "../../storage/sqlite-thread.ts";
import type { TileAddress, TileFileFacts } from "./tile-file.ts";
import type { NumberedReply, NumberedRequest, TileContainer, TileReply, TileRequest } from "./tile-files.messages.ts";

/** Beside this file: TypeScript in a checkout, `tile-files-thread.js` in the built app (electron.vite.config.ts). */
const THREAD = join(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "tile-files.thread.ts" : "tile-files-thread.js",
);
/** Every tile of a large file without an index is read. */
const INSPECT_LIMIT_MS = 120 * SECOND_MS;
const TILE_LIMIT_MS = 20 * SECOND_MS;
/** A directory of endless size fills the thread's memory, not the station's. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

type Unusable = { readonly kind: "unusable"; readonly message: string };

/** Reads files of tiles on a separate thread, which is started when it is needed. */
export type TileFiles = {
  /** `mayWrite`: the file is the station's own copy and may be repaired. */
  readonly inspect: (
    path: string,
    mayWrite: boolean,
  ) => Promise<{ readonly kind: "facts"; readonly facts: TileFileFacts } | Unusable>;
  readonly readTile: (
    path: string,
    container: TileContainer,
    tile: TileAddress,
  ) => Promise<{ readonly kind: "tile"; readonly bytes: Uint8Array | undefined } | Unusable>;
  /** The features of an overlay, as GeoJSON. */
  readonly readFeatures: (
    path: string,
  ) => Promise<{ readonly kind: "features"; readonly bytes: Uint8Array } | Unusable>;
  /** Closes a file that is to be renamed or deleted. */
  readonly release: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Waiting = { readonly resolve: (reply: TileReply) => void; readonly timer: NodeJS.Timeout };

export function createTileFiles(limits: { readonly inspectMs: number } = { inspectMs: INSPECT_LIMIT_MS }): TileFiles {
  const waiting = new Map<number, Waiting>();
  let thread: SqliteThread | undefined;
  let last = 0;

  function start(): SqliteThread {
    // The options of the process (an inspector, a hook for modules) are not meant for the thread.
    const started = new SqliteThread(THREAD, { name: "tile-files", execArgv: [], resourceLimits: THREAD_MEMORY });
    started.unref();
    started.on("message", ({ number, reply }: NumberedReply) => settle(number, reply));
    started.on("error", () => end(started, "The file cannot be read: its directory is damaged or too large."));
    started.on("exit", () => end(started, "The file cannot be read at present."));
    return started;
  }

  function settle(number: number, reply: TileReply): void {
    const one = waiting.get(number);
    waiting.delete(number);
    clearTimeout(one?.timer);
    one?.resolve(reply);
  }

  /** Requests that wait get a reply, and the next request starts another thread. */
  function end(ended: SqliteThread, message: string): void {
    if (thread !== ended) return;
    thread = undefined;
    void ended.terminate();
    for (const number of waiting.keys()) settle(number, { kind: "unusable", message });
  }

  function ask(request: TileRequest, limitMs: number): Promise<TileReply> {
    thread ??= start();
    const asked = thread;
    const number = ++last;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => end(asked, `The file cannot be read: it took longer than ${limitMs / SECOND_MS} seconds.`),
        limitMs,
      );
      waiting.set(number, { resolve, timer });
      const message: NumberedRequest = { number, request };
      asked.postMessage(message);
    });
  }

  return {
    async inspect(path, mayWrite) {
      const reply = await ask({ kind: "inspect", path, mayWrite }, limits.inspectMs);
      return reply.kind === "facts" || reply.kind === "unusable" ? reply : unexpected(reply);
    },
    async readTile(path, container, tile) {
      const reply = await ask({ kind: "tile", path, container, tile }, TILE_LIMIT_MS);
      return reply.kind === "tile" || reply.kind === "unusable" ? reply : unexpected(reply);
    },
    async readFeatures(path) {
      const reply = await ask({ kind: "features", path }, limits.inspectMs);
      return reply.kind === "features" || reply.kind === "unusable" ? reply : unexpected(reply);
    },
    async release(path) {
      if (thread !== undefined) await ask({ kind: "close", path }, TILE_LIMIT_MS);
    },
    async close() {
      const ended = thread;
      thread = undefined;
      for (const number of waiting.keys()) settle(number, { kind: "unusable", message: "The station is stopping." });
      await ended?.terminate();
    },
  };
}

function unexpected(reply: TileReply): never {
  throw new Error(`the thread of tiles answered with ${reply.kind}`);
}
