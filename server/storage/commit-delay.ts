/** The longest extra time that a caller waits while items keep arriving. */
const MAX_EXTENSION_MS = 20;
/**
 * The delay ends after this many turns of the event loop without a new item: somewhat more than reading a file takes.
 */
const QUIET_TURNS = 32;

export type CommitDelay = {
  readonly isOn: () => boolean;
  /**
   * Calls `write` after at least `minMs`, as soon as nothing was added for a few turns of the event loop; in the next
   * turn if `minMs` is 0.
   */
  readonly start: (minMs: number) => void;
  readonly cancel: () => void;
};

/** Lets a group wait briefly for further items, as larger groups cost less (PostgreSQL's `commit_delay`). */
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
