import type { Worker } from "node:worker_threads";
import { SECOND_MS, systemSchedule } from "../../kernel/clock.ts";
import { pause } from "../../kernel/pause.ts";
import { Thread, threadEntry } from "../../kernel/thread.ts";
import { OutputFailure } from "../../outputs/output.failure.ts";
import type { RunOutput } from "../../outputs/output.ts";
import type { RecordOutputSettings } from "../outputs/output-run.factory.ts";
import { createRecordBatchWriter, type OutputReading } from "../outputs/record-batch.ts";
import type { OutputCommand, OutputReport, RunEnd } from "./output.messages.ts";
import { createOutputWindow } from "./output-window.ts";

/** Records are passed to the thread in groups: a message costs as much as about ten of them. */
const GATHER_MS = 50;
/** How long a run may take to end after it was told to stop. */
const END_MS = 2 * SECOND_MS;
/** An output that was switched off is often switched on again. */
const IDLE_MS = 30 * SECOND_MS;
/** A bounded heap is also collected earlier. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

export type OutputThread = {
  /** A run that encodes and sends on the thread, which is started with the first one. */
  readonly createRun: (settings: RecordOutputSettings) => RunOutput<OutputReading>;
  readonly close: () => Promise<void>;
};

const ENTRY = threadEntry(import.meta.dirname, "output");

type Running = {
  readonly connected: () => void;
  readonly sent: (count: number) => void;
  readonly ended: (end: RunEnd) => void;
};

/** The thread that sends for all outputs; the supervisor keeps the queues, and counts what was sent and failed. */
export function createOutputThread({ entry = ENTRY }: { readonly entry?: string } = {}): OutputThread {
  const runs = new Map<number, Running>();
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastRun = 0;

  function startWorker(): Worker {
    const started = new Thread(entry, { name: "outputs", resourceLimits: THREAD_MEMORY });
    started.on("message", (report: OutputReport) => deliver(report));
    started.once("error", (error) => loseWorker(started, error));
    started.once("exit", () => loseWorker(started, undefined));
    started.unref();
    return started;
  }

  function deliver(report: OutputReport): void {
    const run = runs.get(report.run);
    if (report.type === "connected") run?.connected();
    else if (report.type === "sent") run?.sent(report.count);
    else run?.ended(report.end);
  }

  /** Its runs fail, and are started again on a new thread, as after any failure. */
  function loseWorker(lost: Worker, error: unknown): void {
    if (worker !== lost) return;
    worker = undefined;
    const reason = error instanceof Error ? error.message : "it ended";
    const message = `The part of the station that sends has failed: ${reason}.`;
    for (const { ended } of [...runs.values()]) {
      ended({ message, isExpected: false, isPersistent: false, isFinal: false });
    }
  }

  function begin(run: Running): {
    readonly id: number;
    readonly post: (command: RunCommand, memory?: ArrayBuffer) => void;
  } {
    clearTimeout(idleTimer);
    const id = ++lastRun;
    runs.set(id, run);
    const thread = (worker ??= startWorker());
    return {
      id,
      post: (command, memory) => thread.postMessage({ ...command, run: id }, memory === undefined ? [] : [memory]),
    };
  }

  function forget(id: number): void {
    runs.delete(id);
    if (runs.size === 0) idleTimer = setTimeout(() => void end(), IDLE_MS).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = worker;
    // A run that begins meanwhile gets a new one.
    worker = undefined;
    await ending?.terminate();
  }

  return {
    close: end,
    createRun: (settings) => async (context) => {
      const { signal } = context;
      signal.throwIfAborted();
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const isOpen = Promise.withResolvers<void>();
      const window = createOutputWindow();
      const { id, post } = begin({
        connected() {
          context.connected();
          isOpen.resolve();
        },
        sent(count) {
          context.sent(count);
          window.sent(count);
        },
        ended(reason) {
          over.abort(errorOf(reason));
          isOpen.resolve();
        },
      });
      const stop = () => {
        post({ type: "stop" });
        isOpen.resolve();
      };
      signal.addEventListener("abort", stop, { once: true });
      try {
        post({ type: "run", settings });
        // Until there is a receiver, records wait in the main thread, where newer ones replace them.
        await isOpen.promise;
        const write = createRecordBatchWriter();
        for (;;) {
          either.throwIfAborted();
          const room = await window.room(either);
          const readings = await context.nextOf(room, over.signal);
          window.handedOn(readings.length);
          const batch = write(readings);
          post({ type: "records", batch }, batch.rows.buffer);
          await pause(systemSchedule, GATHER_MS, either);
        }
      } finally {
        if (!over.signal.aborted) {
          stop();
          await pause(systemSchedule, END_MS, over.signal);
        }
        signal.removeEventListener("abort", stop);
        forget(id);
      }
    },
  };
}

type WithoutRun<C> = C extends OutputCommand ? Omit<C, "run"> : never;
type RunCommand = WithoutRun<OutputCommand>;

function errorOf({ message, isExpected, isPersistent, isFinal }: RunEnd): Error {
  return isExpected ? new OutputFailure(message, { isPersistent, isFinal }) : new Error(message);
}
