import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { refusedWriteOf } from "../../storage/refused-writes.ts";
import type { Core } from "../compose/core.ts";
import { startBackgroundJobs } from "./background-job.runner.ts";

type Closable = { readonly close: () => void | Promise<void> };

export type Lifecycle = { readonly start: () => void; readonly stop: () => Promise<void> };

/** Starts and stops the parts of a station in an order in which nothing that was accepted is lost. */
export function createLifecycle(parts: {
  readonly server: Server;
  readonly log: Log;
  readonly core: Core;
  readonly sources: Closable & { readonly start: () => void };
  readonly gateway: Closable;
  readonly flightProcessing: { readonly resume: () => void; readonly stop: () => Promise<void> };
  readonly sync: Closable;
  readonly setup: Closable;
  readonly outputs: Closable & { readonly start: () => void };
  readonly threads: readonly Closable[];
  readonly identity: Closable;
  readonly backgroundJobs: readonly BackgroundJob[];
  readonly maintenance: { readonly start: () => void };
}): Lifecycle {
  const { core } = parts;
  const connections = trackConnections(parts.server);
  let jobs: ReturnType<typeof startBackgroundJobs> | undefined;
  return {
    start() {
      parts.outputs.start();
      parts.sources.start();
      parts.flightProcessing.resume();
      jobs = startBackgroundJobs(parts.backgroundJobs, parts.log);
      parts.maintenance.start();
    },
    async stop() {
      // A set-up returns its port to the source, so it ends before the sources.
      await parts.setup.close();
      // Sources first, so that nothing new comes in; then connections; finally everything that waits is stored.
      await parts.sources.close();
      await parts.outputs.close();
      await parts.gateway.close();
      await closeServer(parts.server, connections);
      await parts.sync.close();
      await parts.flightProcessing.stop();
      try {
        // Before waiting for a thread, which ends only when it has read the current table of the recording.
        await storeLast(parts.log, () => core.pipeline.flush());
        await storeLast(parts.log, async () => parts.identity.close());
      } finally {
        // Even if the disk fails, the threads and the background jobs must stop.
        for (const thread of parts.threads) await thread.close();
        await Promise.all([jobs?.stop(), storeLast(parts.log, () => core.statistics.service.close())]);
        await storeLast(parts.log, () => core.recorder.close());
      }
    },
  };
}

/**
 * Stores the pending records. A damaged recording accepts nothing more, and those records were not acknowledged: the
 * station ends all the same.
 */
async function storeLast(log: Log, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (refusedWriteOf(error)?.code !== "recording_damaged") throw error;
    log.warn({}, "pending records were not stored: the recording is damaged");
  }
}

/** How long a WebSocket may take to close; without this limit a silent client would delay the end by half a minute. */
const CLOSE_TIMEOUT_MS = SECOND_MS;

function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => connections.forEach((socket) => socket.destroy()), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    // Does not include connections that became WebSockets.
    server.closeAllConnections();
  });
}

/** The open connections of the server, WebSockets included. */
function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
}
