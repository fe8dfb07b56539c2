import type { ServerResponse } from "node:http";
import { MINUTE_MS } from "../kernel/clock.ts";

/** After this time without reading, a caller's connection is reset: at the size of a chunk, that is some 17 kbit/s. */
const STALLED_AFTER_MS = 2 * MINUTE_MS;
const CHECKS = 8;

type Progress = { readonly taken: string; readonly sinceMs: number };

export type StalledReaders = {
  readonly watch: (response: ServerResponse) => void;
};

/**
 * Resets the connection of a caller that has stopped reading its response, so that the source of the response (a
 * document, a file, a reader of the database) is not held endlessly. A caller that reads slowly keeps its connection.
 */
export function createStalledReaders(stalledAfterMs = STALLED_AFTER_MS): StalledReaders {
  const open = new Map<ServerResponse, Progress>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    if (open.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const nowMs = performance.now();
    for (const [response, { taken, sinceMs }] of open) {
      const now = takenOf(response);
      if (response.writableLength === 0 || now !== taken) open.set(response, { taken: now, sinceMs: nowMs });
      else if (nowMs - sinceMs >= stalledAfterMs) response.socket?.resetAndDestroy();
    }
  }

  return {
    watch(response) {
      open.set(response, { taken: "", sinceMs: performance.now() });
      timer ??= setInterval(check, stalledAfterMs / CHECKS).unref();
      // The timer keeps running for a while: setting one for each request takes longer than sending the head of a short
      // response.
      response.once("close", () => open.delete(response));
    },
  };
}

/** Changes when the station writes more, and when the system accepts some of it. */
function takenOf({ writableLength, socket }: ServerResponse): string {
  return `${writableLength} ${socket?.bytesWritten}`;
}
