import type { Decoded, Refusals } from "../decoded.ts";
import type { SourceContext, SourceRun } from "../source.ts";

/** A push as it was received, and the network address of its sender. */
export type Received = { readonly body: string; readonly sender: string | undefined };

/** Passes pushes over HTTP to the source that they belong to, so that they are counted like everything else. */
export type PushInbox = {
  /** The run of a source of kind `push`: it listens for as long as it is switched on. */
  readonly run: SourceRun;
  /**
   * Passes a push to the source that listens, the one switched on first where there are several. Resolves when what it
   * decoded is on disk, with the refusals; `undefined` when no such source is on. Rejects when it could not be stored.
   */
  readonly deliver: (decoded: readonly Decoded[], received?: Received) => Promise<Refusals | undefined>;
};

export function createPushInbox(): PushInbox {
  const listeners = new Set<SourceContext>();
  return {
    run(context) {
      const { signal, running } = context;
      return new Promise((resolve) => {
        listeners.add(context);
        const finish = () => {
          listeners.delete(context);
          resolve();
        };
        signal.addEventListener("abort", finish, { once: true });
        if (signal.aborted) finish();
        else running();
      });
    },
    async deliver(decoded, received) {
      const [context] = listeners;
      if (received !== undefined) context?.keepRaw?.(received.body, received.sender);
      return context?.take(decoded);
    },
  };
}
