/** So much longer at most a caller waits for items that keep arriving. */
const MAX_EXTENSION_MS = 20;
/** So many turns in which nothing arrives end the delay: some more than a read of a file takes. */
const QUIET_TURNS = 32;

export type CommitDelay = {
  readonly isOn: () => boolean;
  /**
   * Calls `write` after at least so many milliseconds, once a few turns of the event loop have brought nothing more; in
   * the next turn where that is none.
   */
  readonly start: (minMs: number) => void;
  readonly cancel: () => void;
};

/**
 * Lets a group wait a little for what others are about to add, as larger groups cost less (PostgreSQL calls that its
 * `commit_delay`).
 */
export function createCommitDelay(deps: {
  readonly elapsedMs: () => number;
  readonly countAdded: () => number;
  readonly isFull: () => boolean;
  readonly write: () => void;
}): CommitDelay {
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function cancel(): void {
    clearTimeout(timer);
    clearImmediate(turn);
    timer = undefined;
    turn = undefined;
  }

  function extend(addedBefore: number, untilMs: number, turns: number): void {
    turn = setImmediate(() => {
      const added = deps.countAdded();
      if (turns === 0 || deps.isFull() || deps.elapsedMs() >= untilMs) deps.write();
      else extend(added, untilMs, added === addedBefore ? turns - 1 : QUIET_TURNS);
    });
  }

  return {
    isOn: () => timer !== undefined || turn !== undefined,
    start(minMs) {
      if (minMs <= 0) {
        turn = setImmediate(deps.write);
        return;
      }
      const untilMs = deps.elapsedMs() + minMs + MAX_EXTENSION_MS;
      timer = setTimeout(() => extend(deps.countAdded(), untilMs, QUIET_TURNS), minMs);
    },
    cancel,
  };
}
