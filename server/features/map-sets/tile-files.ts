import { SECOND_MS } from "../../kernel/clock.ts";
import { createThreadRequests } from "../../kernel/thread-requests.ts";
import { memoryForForeignFiles, threadEntry } from "../../kernel/thread.ts";
import { SqliteThread } from "../../storage/sqlite-thread.ts";
import type { TileAddress, TileFileFacts } from "./tile-file.ts";
import type { TileContainer, TileReply, TileRequest } from "./tile-files.messages.ts";

const ENTRY = threadEntry(import.meta.dirname, "tile-files");
/** Every tile of a large file without an index is read. */
const INSPECT_LIMIT_MS = 120 * SECOND_MS;
const TILE_LIMIT_MS = 20 * SECOND_MS;
/** A directory that claims to be endless fills the thread's memory, not the station's. */
const THREAD_MEMORY = memoryForForeignFiles(512);

type Unusable = { readonly kind: "unusable"; readonly message: string };

/** Reads files of tiles on a separate thread, which is started when it is needed. */
export type TileFiles = {
  /** `mayWrite`: the file is the station's own copy and may be repaired. */
  readonly inspect: (
    path: string,
    options: { readonly mayWrite: boolean },
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

export function createTileFiles(limits: { readonly inspectMs: number } = { inspectMs: INSPECT_LIMIT_MS }): TileFiles {
  const thread = createThreadRequests<TileRequest, TileReply>({
    start: () => new SqliteThread(ENTRY, { name: "tile-files", resourceLimits: THREAD_MEMORY }),
    onError: () => unusable("The file cannot be read: its directory is damaged or too large."),
    onExit: unusable("The file cannot be read at present."),
    onClose: unusable("The station is stopping."),
  });

  function ask(request: TileRequest, limitMs: number): Promise<TileReply> {
    const late = unusable(`The file cannot be read: it took longer than ${limitMs / SECOND_MS} seconds.`);
    return thread.ask(request, { limitMs, late });
  }

  return {
    async inspect(path, { mayWrite }) {
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
      if (thread.isRunning()) await ask({ kind: "close", path }, TILE_LIMIT_MS);
    },
    close: thread.close,
  };
}

function unusable(message: string): Unusable {
  return { kind: "unusable", message };
}

function unexpected(reply: TileReply): never {
  throw new Error(`the thread of tiles answered with ${reply.kind}`);
}
