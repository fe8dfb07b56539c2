import { createChunkLoader, type LoadChunk } from "./chunk-loader.ts";
import type { LoadedPositions } from "./replay-columns.ts";
import { CHUNK_MS, chunksAt, chunksFor, type Speed } from "./replay-time.ts";
import type { TimeWindow } from "./timeline-scale.ts";

export interface Chunk extends LoadedPositions {
  /** Up to when the station can have known; before the end of a chunk that was not over yet. */
  readonly knownUntilMs: number;
}

/** What the picture of a moment is made of. */
export interface MomentChunks {
  readonly before: Chunk;
  readonly at: Chunk;
  /** Another one as soon as anything of it was loaded again. */
  readonly key: string;
  /** All of it had happened when it was loaded; otherwise it is loaded again. */
  readonly isWhole: boolean;
}

export interface ReplayChunks {
  /** Loads what the picture of a moment is made of, and while playing what comes next. */
  need(momentMs: number, playing: Speed | undefined): void;
  /** Undefined until all of it was loaded once. */
  at(momentMs: number): MomentChunks | undefined;
  clear(): void;
  stop(): void;
}

/** The exact positions of a replay. What was loaded before its time was over is loaded again when more of it is shown. */
export function createReplayChunks(
  load: LoadChunk<Chunk>,
  listeners: { readonly loaded: () => void; readonly failed: (number: number) => void },
): ReplayChunks {
  const loader = createChunkLoader(load, listeners);

  function isOutdated(number: number, momentMs: number): boolean {
    const chunk = loader.get(number);
    return chunk !== undefined && chunk.knownUntilMs < Math.min(momentMs, windowOf(number).toMs);
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

export function windowOf(chunk: number): TimeWindow {
  return { fromMs: chunk * CHUNK_MS, toMs: (chunk + 1) * CHUNK_MS - 1 };
}
