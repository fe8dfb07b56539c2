import { parentPort, type Worker } from "node:worker_threads";

/**
 * Requests to a thread with one reply each, several at a time. The thread is started when it is needed, and again after
 * it has ended.
 */
export type ThreadRequests<Request, Reply> = {
  /** Resolves with the reply. A thread that takes longer than `limitMs` is ended; all waiting requests get `late`. */
  readonly ask: (request: Request, limit?: { readonly limitMs: number; readonly late: Reply }) => Promise<Reply>;
  readonly isRunning: () => boolean;
  readonly close: () => Promise<void>;
};

/** How to start the thread, whose entry calls `answerRequests`, and the replies to waiting requests when it ends. */
export type RequestedThread<Reply> = {
  readonly start: () => Worker;
  readonly onError: (error: Error) => Reply;
  readonly onExit: Reply;
  readonly onClose: Reply;
};

type NumberedRequest<Request> = { readonly number: number; readonly request: Request };
type NumberedReply<Reply> = { readonly number: number; readonly reply: Reply };
type Waiting<Reply> = { readonly resolve: (reply: Reply) => void; readonly timer: NodeJS.Timeout | undefined };

export function createThreadRequests<Request, Reply>({
  start,
  onError,
  onExit,
  onClose,
}: RequestedThread<Reply>): ThreadRequests<Request, Reply> {
  const waiting = new Map<number, Waiting<Reply>>();
  let thread: Worker | undefined;
  let last = 0;

  function startThread(): Worker {
    const started = start();
    started.unref();
    started.on("message", ({ number, reply }: NumberedReply<Reply>) => settle(number, reply));
    started.on("error", (error) => end(started, onError(error)));
    started.on("exit", () => end(started, onExit));
    return started;
  }

  function settle(number: number, reply: Reply): void {
    const one = waiting.get(number);
    waiting.delete(number);
    clearTimeout(one?.timer);
    one?.resolve(reply);
  }

  /** All waiting requests get this reply, and the next request starts another thread. */
  function end(ended: Worker, reply: Reply): void {
    if (thread !== ended) return;
    thread = undefined;
    void ended.terminate();
    for (const number of waiting.keys()) settle(number, reply);
  }

  return {
    ask(request, limit) {
      thread ??= startThread();
      const asked = thread;
      const number = ++last;
      return new Promise((resolve) => {
        const timer = limit && setTimeout(() => end(asked, limit.late), limit.limitMs);
        waiting.set(number, { resolve, timer });
        const message: NumberedRequest<Request> = { number, request };
        asked.postMessage(message);
      });
    },
    isRunning: () => thread !== undefined,
    async close() {
      const ended = thread;
      thread = undefined;
      for (const number of waiting.keys()) settle(number, onClose);
      await ended?.terminate();
    },
  };
}

/** For the entry of a thread: answers requests. `memoryOf` lists the memory of a reply to transfer rather than copy. */
export function answerRequests<Request, Reply>(
  answer: (request: Request) => Promise<Reply>,
  memoryOf: (reply: Reply) => readonly ArrayBuffer[] = () => [],
): void {
  parentPort?.on("message", (message: NumberedRequest<Request>) => void reply(message));

  async function reply({ number, request }: NumberedRequest<Request>): Promise<void> {
    const answered = await answer(request);
    const message: NumberedReply<Reply> = { number, reply: answered };
    parentPort?.postMessage(message, memoryOf(answered));
  }
}
