/** A caller waits no longer for others that go on arriving. */
const MAX_GATHER_MS = 20;
/** So many turns in which nothing arrives end the gathering: some more than a read of a file takes. */
const QUIET_TURNS = 32;

export type Gathering = {
  readonly isOn: () => boolean;
  /**
   * Calls `write` after so many milliseconds, and then once a few turns of the event loop have brought nothing more; in the
   * next turn where there is nothing to wait for.
   */
  readonly begin: (forMs: number) => void;
  readonly cancel: () => void;
};

/** Lets a group wait a little for what others are about to add, as larger groups cost less. */
export function createGathering(deps: {
  readonly elapsedMs: () => number;
  readonly countAdded: () => number;
  readonly isFull: () => boolean;
  readonly write: () => void;
}): Gathering {
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function cancel(): void {
    clearTimeout(timer);
    clearImmediate(turn);
    timer = undefined;
    turn = undefined;
  }

  function gather(addedBefore: number, untilMs: number, turns: number): void {
    turn = setImmediate(() => {
      const added = deps.countAdded();
      if (turns === 0 || deps.isFull() || deps.elapsedMs() >= untilMs) deps.write();
      else gather(added, untilMs, added === addedBefore ? turns - 1 : QUIET_TURNS);
    });
  }

  return {
    isOn: () => timer !== undefined || turn !== undefined,
    begin(forMs) {
      if (forMs <= 0) {
        turn = setImmediate(deps.write);
        return;
      }
      const untilMs = deps.elapsedMs() + forMs + MAX_GATHER_MS;
      timer = setTimeout(() => gather(deps.countAdded(), untilMs, QUIET_TURNS), forMs);
    },
    cancel,
  };
}
