import { encodeTelemetry, type EncodeDocument, type EncodeTelemetry } from "../../export/encode-telemetry.ts";
import type { EvidencePlan } from "../../kernel/evidence-plan.ts";
import type { Log } from "../../kernel/log.ts";
import { LARGE_RESPONSE_RECORDS } from "../../kernel/telemetry-plan.ts";
import { Thread, threadEntry } from "../../kernel/thread.ts";
import { gatherChunks } from "./gather-chunks.ts";
import { writeEvidenceFrom } from "./evidence.writer.ts";
import type { ExportCommand, ExportJob, ExportReport, ExportThreadData } from "./export.messages.ts";
import { createInbox, type Inbox } from "./inbox.ts";

export type Exports = {
  /**
   * Writes a document: a large one on a separate thread, others on the main thread. A chunk is valid only until the
   * next one is requested.
   */
  readonly encode: EncodeDocument;
  /** Writes an evidence pack, always on the thread; a chunk is valid as long. */
  readonly writeEvidence: (plan: EvidencePlan, owner: string) => ReturnType<EncodeTelemetry>;
  /** Stops the thread; unfinished documents fail. */
  readonly close: () => Promise<void>;
};

/** The thread is started with the first large document and kept running. */
export function createExports({
  databasePath,
  log,
  onWorked = () => undefined,
}: {
  readonly databasePath: string;
  readonly log: Log;
  /** Called with the time that the thread spent for an owner. */
  readonly onWorked?: (owner: string, ms: number) => void;
}): Exports {
  let thread: ExportThread | undefined;

  async function* writeOnThread(
    job: ExportJob,
    writeInProcess: () => ReturnType<EncodeTelemetry>,
  ): ReturnType<EncodeTelemetry> {
    const writer = (thread ??= startThread({ databasePath }, onWorked));
    void writer.ended.then(() => (thread = thread === writer ? undefined : thread));
    const refusal = await writer.started;
    if (refusal === undefined) return yield* writer.write(job);
    log.warn({ err: refusal }, "the thread for exports could not be started: the export is written without it");
    return yield* writeInProcess();
  }

  return {
    encode(stream, representation, about, owner) {
      const { plan } = stream;
      const encodeInProcess = () => encodeTelemetry(stream, representation, about);
      if (plan === undefined || plan.expected.records < LARGE_RESPONSE_RECORDS) return encodeInProcess();
      return writeOnThread({ document: { kind: "telemetry", plan, representation, about }, owner }, encodeInProcess);
    },
    writeEvidence: (plan, owner) =>
      writeOnThread({ document: { kind: "evidence", plan }, owner }, () =>
        gatherChunks(writeEvidenceFrom(databasePath, plan, new AbortController().signal), { minBytes: 64 * 1024 }),
      ),
    async close() {
      await thread?.stop();
    },
  };
}

type ExportThread = {
  /** Settles when the thread has opened the store; with the error if it could not. */
  readonly started: Promise<Error | undefined>;
  readonly write: (job: ExportJob) => ReturnType<EncodeTelemetry>;
  readonly stop: () => Promise<void>;
  readonly ended: Promise<void>;
};

const ENTRY = threadEntry(import.meta.dirname, "export");

/**
 * A bounded heap is also collected earlier: without it the thread kept hundreds of megabytes of what it had written. With half
 * as much for young objects an export takes a sixth more CPU, with twice as much 5 to 10 MB more.
 */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 };

function startThread(data: ExportThreadData, onWorked: (owner: string, ms: number) => void): ExportThread {
  const worker = new Thread(ENTRY, { workerData: data, name: "exports", resourceLimits: THREAD_MEMORY });
  // Each for one document.
  const inboxes = new Map<number, Inbox<ExportReport>>();
  const started = Promise.withResolvers<Error | undefined>();
  const ended = Promise.withResolvers<void>();
  let lastId = 0;

  worker.on("message", (message: ExportReport) => {
    if (message.type === "ready") started.resolve(undefined);
    else deliver(message.id, message);
  });
  worker.once("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.once("exit", () => {
    fail(new Error("the thread for exports has ended"));
    ended.resolve();
  });

  function fail(error: Error): void {
    started.resolve(error);
    for (const id of inboxes.keys()) deliver(id, { type: "failed", id, message: error.message, code: null });
  }

  function deliver(id: number, message: ExportReport): void {
    inboxes.get(id)?.put(message);
  }

  function postCommand(command: ExportCommand, transferList: readonly ArrayBuffer[] = []): void {
    worker.postMessage(command, transferList);
  }

  async function* write(job: ExportJob): ReturnType<EncodeTelemetry> {
    const id = ++lastId;
    const inbox = createInbox<ExportReport>();
    inboxes.set(id, inbox);
    postCommand({ type: "write", id, job });
    let message = await inbox.next();
    try {
      for (; message.type === "chunk"; message = await inbox.next()) {
        onWorked(job.owner, message.tookMs);
        yield message.bytes;
        const memory = message.bytes.buffer;
        postCommand({ type: "more", id, memory }, [memory]);
      }
    } finally {
      // If the caller stops early, the reader is free only when the thread confirms it.
      if (message.type === "chunk") postCommand({ type: "leave", id });
      while (message.type === "chunk") message = await inbox.next();
      inboxes.delete(id);
    }
    if (message.type === "failed") throw errorOf(message);
  }

  return {
    started: started.promise,
    write,
    ended: ended.promise,
    async stop() {
      postCommand({ type: "stop" });
      await ended.promise;
    },
  };
}

function errorOf({ message, code }: Extract<ExportReport, { readonly type: "failed" }>): Error {
  return Object.assign(new Error(message), code === null ? {} : { code });
}
