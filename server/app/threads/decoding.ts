import type { Worker } from "node:worker_threads";
import type { DecodedTracks, TrackOptions } from "../../import/tracks/track.shapes.ts";
import { decodeZones } from "../../import/zones/zones.decode.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { createRunningThreads, memoryForForeignFiles, Thread, threadEntry } from "../../kernel/thread.ts";
import { createTrackPoints } from "../../kernel/track-points.ts";
import type { DecodedZones } from "../../kernel/zone.ts";
import type { DecodeCommand, DecodeReport, PackedTracks } from "./decode.messages.ts";
import { createFairTurns } from "./fair-turns.ts";
import { createInbox } from "./inbox.ts";
import { createSpooledUploads } from "./spooled-uploads.ts";

export type DecodingLimits = {
  /** How long the thread may work on a piece of a file, or on the whole of it after its end. */
  readonly pieceMs: number;
  readonly wholeMs: number;
  /** Heap of a thread. */
  readonly heapMb: number;
  /** Files that are decoded at once; others wait. */
  readonly threads: number;
};

const LIMITS: DecodingLimits = { pieceMs: MINUTE_MS, wholeMs: 5 * MINUTE_MS, heapMb: 1024, threads: 2 };
/** A thread that was needed a moment ago is likely to be needed again. */
const IDLE_MS = 30 * SECOND_MS;

export type Decoding = {
  /**
   * Decodes a flight log on a thread, once it has arrived completely and its owner is next. If it ends the thread, the
   * result is a sentence about the file.
   */
  readonly decodeTracks: (
    chunks: AsyncIterable<Uint8Array>,
    options: TrackOptions & { readonly owner: string },
  ) => Promise<DecodedTracks>;
  /** Decodes a file of zones: a small one here, within some milliseconds, others on a thread. */
  readonly decodeZones: (text: string) => Promise<DecodedZones>;
  readonly close: () => Promise<void>;
};

/** The worst of them, circles one after the other in OpenAir, takes a tenth of a second. */
const SMALL_TEXT_CHARS = 32 * 1024;

const ENTRY = threadEntry(import.meta.dirname, "decode");

/** The owner of all files of zones in the queue: only administrators import them, one after the other. */
const ZONES = "zones";

export function createDecoding({
  dataDir,
  entry = ENTRY,
  ...changed
}: Partial<DecodingLimits> & { readonly dataDir: string; readonly entry?: string }): Decoding {
  const limits = { ...LIMITS, ...changed };
  const uploads = createSpooledUploads(dataDir);
  const turns = createFairTurns(limits.threads);
  const threads = createRunningThreads();
  let idle: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function takeThread(): Worker {
    clearTimeout(idleTimer);
    if (idle !== undefined) {
      const thread = idle;
      idle = undefined;
      return thread;
    }
    const thread = startThread(entry, limits.heapMb);
    threads.add(thread);
    thread.once("exit", () => {
      if (idle === thread) idle = undefined;
    });
    return thread;
  }

  async function leaveThread(thread: Worker, isUsable: boolean): Promise<void> {
    if (!isUsable || idle !== undefined) return void (await thread.terminate());
    idle = thread;
    idleTimer = setTimeout(() => void thread.terminate(), IDLE_MS).unref();
  }

  /** Runs work with a thread; if the thread ends, the result is a message about the file that it was decoding. */
  async function withThread<T>(work: (thread: Worker) => Promise<T>): Promise<T | Invalid> {
    // A file that waited in the queue must not start a thread after the station has ended.
    if (isClosed) return { kind: "invalid", message: STOPPING };
    const thread = takeThread();
    let isUsable = false;
    try {
      const result = await work(thread);
      isUsable = true;
      return result;
    } catch (error) {
      if (error instanceof ThreadEnded) return { kind: "invalid", message: error.message };
      throw error;
    } finally {
      await leaveThread(thread, isUsable);
    }
  }

  return {
    decodeTracks: (chunks, { owner, ...options }) =>
      uploads.use(owner, chunks, (pieces) =>
        turns.run(owner, () =>
          withThread(async (thread) => unpacked(await decodeTracksOn(thread, pieces, options, limits))),
        ),
      ),
    async decodeZones(text) {
      if (text.length <= SMALL_TEXT_CHARS) return decodeZones(text);
      return turns.run(ZONES, () => withThread((thread) => decodeZonesOn(thread, text, limits.pieceMs)));
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      await threads.terminate();
    },
  };
}

type Invalid = { readonly kind: "invalid"; readonly message: string };

/** Thrown when a file has ended the thread that decodes it; its message is for the person who imports the file. */
class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

function startThread(entry: string, heapMb: number): Worker {
  const thread = new Thread(entry, { name: "decode", resourceLimits: memoryForForeignFiles(heapMb) });
  // Without a listener an error would end the station also while the thread is idle.
  thread.on("error", () => undefined);
  thread.unref();
  return thread;
}

/** Hands a file to the thread piece by piece, as it asks for them. */
async function decodeTracksOn(
  thread: Worker,
  chunks: AsyncIterable<Uint8Array>,
  { signal, onProgress, ...options }: TrackOptions,
  { pieceMs, wholeMs }: DecodingLimits,
): Promise<PackedTracks> {
  const pieces = chunks[Symbol.asyncIterator]();
  const ended = endOf(thread, signal);
  const send = (command: DecodeCommand) => thread.postMessage(command);
  const reports = reportsOf(thread, (bytesRead) => onProgress?.(bytesRead));
  try {
    signal?.throwIfAborted();
    send({ type: "open", options });
    for (let limitMs = pieceMs; ;) {
      const report = await within(limitMs, Promise.race([reports.next(), ended.promise]));
      if (report.type === "decoded") return report.tracks;
      if (report.type !== "want") throw new Error(`the thread answered with ${report.type}`);
      const piece = await Promise.race([pieces.next(), ended.promise]);
      limitMs = piece.done === true ? wholeMs : pieceMs;
      send(piece.done === true ? { type: "end" } : { type: "chunk", bytes: piece.value });
    }
  } finally {
    ended.forget();
    reports.forget();
    await pieces.return?.();
  }
}

async function decodeZonesOn(thread: Worker, text: string, limitMs: number): Promise<DecodedZones> {
  const ended = endOf(thread, undefined);
  const reports = reportsOf(thread, () => undefined);
  try {
    thread.postMessage({ type: "zones", text } satisfies DecodeCommand);
    const report = await within(limitMs, Promise.race([reports.next(), ended.promise]));
    if (report.type !== "zones") throw new Error(`the thread answered with ${report.type}`);
    return report.zones;
  } finally {
    ended.forget();
    reports.forget();
  }
}

/** Rejects when the thread ends, or the signal is aborted. */
function endOf(thread: Worker, signal: AbortSignal | undefined) {
  const { promise, reject } = Promise.withResolvers<never>();
  // Without this, a rejection that no caller awaits any more would be unhandled.
  promise.catch(() => undefined);
  const onError = (error: unknown) => reject(new ThreadEnded(sentenceOn(error), { cause: error }));
  const onExit = () => reject(new ThreadEnded(DAMAGED));
  const onAbort = () => reject(signal?.reason);
  thread.on("error", onError).on("exit", onExit);
  signal?.addEventListener("abort", onAbort);
  return {
    promise,
    forget() {
      thread.off("error", onError).off("exit", onExit);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

type Answer = Exclude<DecodeReport, { readonly type: "progress" }>;

function reportsOf(thread: Worker, onProgress: (bytesRead: number) => void) {
  const inbox = createInbox<Answer>();
  const onMessage = (report: DecodeReport) => {
    if (report.type === "progress") onProgress(report.bytesRead);
    else inbox.put(report);
  };
  thread.on("message", onMessage);
  return {
    next: inbox.next,
    forget: () => void thread.off("message", onMessage),
  };
}

/** The work must also settle when its thread ends: until then the timer keeps the process from ending. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new ThreadEnded(`The file cannot be read: decoding it takes longer than ${limitMs / SECOND_MS} seconds.`),
    );
  }, limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const DAMAGED = "The file cannot be read: it is damaged.";
const STOPPING = "The file cannot be read: the station is stopping.";

function sentenceOn(error: unknown): string {
  const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? "The file cannot be read: decoding it needs too much memory." : DAMAGED;
}

function unpacked(tracks: PackedTracks): DecodedTracks {
  if (tracks.kind === "invalid") return tracks;
  return {
    ...tracks,
    flights: tracks.flights.map((flight) => ({ ...flight, points: createTrackPoints(flight.points) })),
  };
}
