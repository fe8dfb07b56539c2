import type { Decoded, Rejections } from "../decoded.ts";
import type { SourceContext, SourceRun } from "../source.ts";

/** Where pushes over HTTP meet the source that they belong to, so that they are counted like everything else. */
export type PushInbox = {
  /** The run of a source of kind `push`: it listens for as long as it is switched on. */
  readonly run: SourceRun;
  /**
   * Hands a push to the source that listens, the one switched on first where there are several. Resolves when what it
   * decoded is on disk, with what was refused; `undefined` when no such source is on. Rejects when it could not be stored.
   */
  readonly deliver: (decoded: readonly Decoded[]) => Promise<Rejections | undefined>;
};

export function createPushInbox(): PushInbox {
  const listeners = new Set<SourceContext["take"]>();
  return {
    run({ signal, take, running }) {
      return new Promise((resolve) => {
        listeners.add(take);
        const finish = () => {
          listeners.delete(take);
          resolve();
        };
        signal.addEventListener("abort", finish, { once: true });
        if (signal.aborted) finish();
        else running();
      });
    },
    async deliver(decoded) {
      const [take] = listeners;
      return take?.(decoded);
    },
  };
}
