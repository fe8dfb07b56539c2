/**
 * Entry of the thread that encodes and sends the records of all outputs, so that receivers and brokers do not slow down
 * reception. Records for a receiver that is unreachable wait in the station's main thread.
 */
import { parentPort } from "node:worker_threads";
import { systemClock } from "../../kernel/clock.ts";
import { errorMessageOf, OutputFailure } from "../../outputs/output.failure.ts";
import type { OutputRecord } from "../../outputs/output.ts";
import { createTaking, createWaker } from "../../outputs/output.taking.ts";
import { createRecordRun, type RecordOutputSettings } from "../outputs/output-run.factory.ts";
import { createBatchReader, type RecordBatch } from "../outputs/record-batch.ts";
import { lowerPriority } from "./low-priority.ts";
import type { OutputCommand, OutputReport, RunEnd } from "./output.messages.ts";

/** What is sent is reported together, so that the station is not woken up for each record. */
const REPORT_EVERY_MS = 50;

const port = parentPort!;
const runs = new Map<number, { readonly add: (batch: RecordBatch) => void; readonly stop: () => void }>();

lowerPriority();

port.on("message", (command: OutputCommand) => {
  switch (command.type) {
    case "run":
      return void run(command.run, command.settings);
    case "records":
      return runs.get(command.run)?.add(command.batch);
    case "stop":
      return runs.get(command.run)?.stop();
  }
});

async function run(id: number, settings: RecordOutputSettings): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const records = createBatchReader();
  const waker = createWaker(setImmediate);
  const take = createTaking(signal, waker, setImmediate);
  const sent = createCounter((count) => report({ type: "sent", run: id, count }));
  runs.set(id, {
    add(batch) {
      records.add(batch);
      waker.wake();
    },
    stop: () => abort.abort(),
  });
  let end: RunEnd = { message: "It ended by itself.", isExpected: true, isPersistent: false, isFinal: false };
  try {
    await createRecordRun(settings)({
      signal,
      clock: systemClock,
      connected: () => report({ type: "connected", run: id }),
      next: (broken) => take<OutputRecord>(records.take, broken),
      sent: sent.add,
    });
  } catch (error) {
    end = endOf(error);
  }
  runs.delete(id);
  sent.flush();
  report({ type: "ended", run: id, end });
}

function createCounter(onCount: (count: number) => void) {
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting > 0) onCount(waiting);
    waiting = 0;
  };
  return {
    flush,
    add(count = 1) {
      waiting += count;
      timer ??= setTimeout(flush, REPORT_EVERY_MS);
    },
  };
}

function endOf(error: unknown): RunEnd {
  if (error instanceof OutputFailure) {
    const { message, isPersistent, isFinal } = error;
    return { message, isExpected: true, isPersistent, isFinal };
  }
  return { message: errorMessageOf(error), isExpected: false, isPersistent: false, isFinal: false };
}

function report(message: OutputReport): void {
  port.postMessage(message);
}
