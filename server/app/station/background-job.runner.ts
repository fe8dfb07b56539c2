import type { BackgroundJob } from "../../kernel/background-job.ts";
import type { Log } from "../../kernel/log.ts";

export type BackgroundJobs = { readonly stop: () => Promise<void> };

/** Runs each job at its interval until they are stopped; they stop in the order given. */
export function startBackgroundJobs(jobs: readonly BackgroundJob[], log: Log): BackgroundJobs {
  const abort = new AbortController();
  const started = jobs.map((job) => startJob(job, abort.signal, log));
  return {
    async stop() {
      for (const { timer } of started) clearInterval(timer);
      abort.abort();
      for (const { end } of started) await end();
    },
  };
}

function startJob(job: BackgroundJob, signal: AbortSignal, log: Log) {
  let running: Promise<void> | undefined;

  /** A job without a promise may throw: the disk may be full. */
  function runNow(): void | Promise<void> {
    try {
      return job.run(signal);
    } catch (error) {
      log.warn({ err: error }, job.failure);
    }
  }

  function run(): void {
    if (running !== undefined) return;
    const result = runNow();
    if (!(result instanceof Promise)) return;
    running = result
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, job.failure);
      })
      .finally(() => {
        running = undefined;
      });
  }

  return {
    timer: setInterval(run, job.intervalMs),
    async end(): Promise<void> {
      await job.cancel?.();
      await running;
      await job.finish?.().catch((error: unknown) => log.warn({ err: error }, job.failure));
    },
  };
}
