import { createChunkLoader, type LoadChunk } from "./chunk-loader.ts";
import type { LoadedPositions } from "./replay-columns.ts";
import { CHUNK_MS, chunksAt, chunksFor, type Speed } from "./replay-time.ts";
import type { TimeWindow } from "./timeline-scale.ts";

export interface Chunk extends LoadedPositions {
  /** The time up to which the data is complete; before the end of a chunk that was loaded while it was in progress. */
  readonly knownUntilMs: number;
}

/** The chunks from which a moment is shown. */
export interface MomentChunks {
  readonly before: Chunk;
  readonly at: Chunk;
  /** Changes as soon as any part was loaded again. */
  readonly key: string;
  /** Whether its time was over when it was loaded; otherwise it is loaded again. */
  readonly isWhole: boolean;
}

export interface ReplayChunks {
  /** Loads the chunks of a moment and, while playing, the next ones. */
  need(momentMs: number, playing: Speed | undefined): void;
  /** Undefined until all of it was loaded once. */
  at(momentMs: number): MomentChunks | undefined;
  clear(): void;
  stop(): void;
}

/** The exact positions of a replay. A chunk that was loaded before its end is loaded again when more of it is shown. */
export function createReplayChunks(
  load: LoadChunk<Chunk>,
  listeners: { readonly loaded: () => void; readonly failed: (number: number) => void },
): ReplayChunks {
  const loader = createChunkLoader(load, listeners);

  function isOutdated(number: number, momentMs: number): boolean {
    const chunk = loader.get(number);
    return chunk !== undefined && chunk.knownUntilMs < Math.min(momentMs, chunkWindowOf(number).toMs);
  }

  return {
    need(momentMs, playing) {
      for (const number of chunksAt(momentMs)) if (isOutdated(number, momentMs)) loader.refresh(number);
      loader.need(chunksFor(momentMs, playing));
    },
    at(momentMs) {
      const numbers = chunksAt(momentMs);
      const [before, at] = numbers.map((number) => loader.get(number));
      if (!before || !at) return undefined;
      const key = [before, at].map(({ fromMs, knownUntilMs }) => `${fromMs} ${knownUntilMs}`).join(" ");
      return { before, at, key, isWhole: !numbers.some((number) => isOutdated(number, momentMs)) };
    },
    clear: loader.clear,
    stop: loader.stop,
  };
}

export function chunkWindowOf(chunk: number): TimeWindow {
  return { fromMs: chunk * CHUNK_MS, toMs: (chunk + 1) * CHUNK_MS - 1 };
}
