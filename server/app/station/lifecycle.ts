import type { Server } from "node:http";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import type { Log } from "../../kernel/log.ts";
import type { Core } from "../compose/core.ts";
import { startBackgroundJobs } from "./background-jobs.ts";

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
  readonly threads: readonly Closable[];
  readonly identity: Closable;
  readonly backgroundJobs: readonly BackgroundJob[];
}): Lifecycle {
  const { core } = parts;
  let jobs: ReturnType<typeof startBackgroundJobs> | undefined;
  return {
    start() {
      parts.sources.start();
      parts.flightProcessing.resume();
      jobs = startBackgroundJobs(parts.backgroundJobs, parts.log);
    },
    async stop() {
      // A set-up gives its port back to the source, so it ends before the sources.
      await parts.setup.close();
      // Sources first, so that nothing new comes in; then connections; finally everything that waits is stored.
      await parts.sources.close();
      await parts.gateway.close();
      await closeServer(parts.server);
      await parts.sync.close();
      await parts.flightProcessing.stop();
      for (const thread of parts.threads) await thread.close();
      await parts.identity.close();
      try {
        await core.pipeline.flush();
      } finally {
        // Even if the disk fails, the background jobs must stop.
        await Promise.all([jobs?.stop(), core.statistics.service.close()]);
        await core.recorder.close();
      }
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
