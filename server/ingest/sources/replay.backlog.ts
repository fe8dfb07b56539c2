/**
 * The batches that were passed to the store and are not on disk yet. The store commits in groups: waiting for each
 * batch would make a replay as slow as the groups are, not waiting at all would read a whole file into memory.
 */
export type Backlog = {
  readonly add: (frames: number, stored: Promise<unknown>) => void;
  /** Resolves when there is room for more; rejects when something could not be stored. */
  readonly waitForRoom: () => Promise<void>;
  /** Resolves when everything is on disk; rejects when something could not be stored. */
  readonly drain: () => Promise<void>;
};

export function createBacklog(limitFrames: number): Backlog {
  const waiting: { readonly frames: number; readonly stored: Promise<unknown> }[] = [];
  let frames = 0;

  async function untilAtMost(limit: number): Promise<void> {
    for (let oldest = waiting[0]; oldest !== undefined && frames > limit; oldest = waiting[0]) {
      waiting.shift();
      frames -= oldest.frames;
      await oldest.stored;
    }
  }

  return {
    add(count, stored) {
      // The failure is met in `room` or `drain`; until then the promise has no handler.
      stored.catch(() => undefined);
      waiting.push({ frames: count, stored });
      frames += count;
    },
    waitForRoom: () => untilAtMost(limitFrames),
    drain: () => untilAtMost(-1),
  };
}
