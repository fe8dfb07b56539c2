import { parentPort, workerData } from "node:worker_threads";
import { encodeTelemetry } from "../../export/encode-telemetry.ts";
import { createTelemetryReader } from "../../features/telemetry/index.ts";
import { openReader } from "../../storage/database.ts";
import type { ExportCommand, ExportJob, ExportReport, ExportThreadData } from "./export.messages.ts";
import { CHUNKS_AHEAD } from "./export.messages.ts";
import { createBufferPool } from "./buffer-pool.ts";
import { gatherChunks } from "./gather-chunks.ts";
import { writeEvidenceFrom } from "./evidence.writer.ts";
import { createFairTurns } from "./fair-turns.ts";
import { lowerPriority } from "./low-priority.ts";

/** Entry of the thread that writes large exports, several in turn, so that they do not block the main thread. */

const ROWS_PER_READ = 1000;

const port = parentPort!;
const { databasePath } = workerData as ExportThreadData;
const db = openReader(databasePath);
const read = createTelemetryReader(db, ROWS_PER_READ);
const running = new Map<number, Running>();
const bufferPool = createBufferPool();
const turns = createFairTurns();

type Running = { readonly abort: AbortController; credit: number; wake: () => void };

lowerPriority();

port.on("message", handleCommand);
report({ type: "ready" });

function handleCommand(command: ExportCommand): void {
  switch (command.type) {
    case "write":
      return void write(command.id, command.job);
    case "more": {
      bufferPool.release(command.memory);
      const job = running.get(command.id);
      if (job === undefined) return;
      job.credit++;
      return job.wake();
    }
    case "leave":
      return running.get(command.id)?.abort.abort();
    case "stop":
      for (const { abort } of running.values()) abort.abort();
      db.close();
      return port.close();
  }
}

async function write(id: number, { document: wanted, owner }: ExportJob): Promise<void> {
  const job: Running = { abort: new AbortController(), credit: CHUNKS_AHEAD, wake: () => undefined };
  const { signal } = job.abort;
  running.set(id, job);
  signal.addEventListener("abort", () => job.wake());
  const document = openDocument(wanted, signal);
  try {
    for (;;) {
      while (job.credit === 0 && !signal.aborted) await new Promise<void>((resolve) => (job.wake = resolve));
      signal.throwIfAborted();
      const { bytes, tookMs } = await turns.run(owner, () => nextChunk(document));
      if (bytes === undefined) break;
      signal.throwIfAborted();
      job.credit--;
      report({ type: "chunk", id, bytes, tookMs }, [bytes.buffer]);
    }
    report({ type: "end", id });
  } catch (error) {
    if (signal.aborted) report({ type: "left", id });
    else report({ type: "failed", id, ...describeError(error) });
  } finally {
    await document.return();
    running.delete(id);
  }
}

function describeError(error: unknown): { readonly message: string; readonly code: string | null } {
  if (!(error instanceof Error)) return { message: String(error), code: null };
  return { message: error.message, code: "code" in error ? String(error.code) : null };
}

function openDocument(wanted: ExportJob["document"], signal: AbortSignal): ReturnType<typeof encodeTelemetry> {
  const chunks = { minBytes: 256 * 1024, allocate: bufferPool.acquire };
  if (wanted.kind === "evidence") return gatherChunks(writeEvidenceFrom(databasePath, wanted.plan, signal), chunks);
  return encodeTelemetry(read(wanted.plan, signal), wanted.representation, wanted.about, chunks);
}

async function nextChunk(document: ReturnType<typeof encodeTelemetry>) {
  const startedMs = performance.now();
  const { value } = await document.next();
  return { bytes: value ?? undefined, tookMs: performance.now() - startedMs };
}

function report(message: ExportReport, transferList: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transferList);
}
