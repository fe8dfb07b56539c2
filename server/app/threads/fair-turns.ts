/** Shares one thread between owners: each in turn, however many pieces of work one of them has waiting. */
export type FairTurns = {
  /** Does the work when it is its owner's turn; one piece at a time. */
  readonly run: <T>(owner: string, work: () => Promise<T>) => Promise<T>;
};

export function createFairTurns(): FairTurns {
  const waiting = new Map<string, (() => void)[]>();
  /** Number of the last turn of each owner, as long as anybody has turns. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let isTaken = false;

  /** The waiting owner whose last turn was longest ago. */
  function nextOwner(): string | undefined {
    const turnOf = (owner: string) => lastTurns.get(owner) ?? 0;
    return [...waiting.keys()].reduce<string | undefined>(
      (next, owner) => (next === undefined || turnOf(owner) < turnOf(next) ? owner : next),
      undefined,
    );
  }

  function passOn(): void {
    const owner = nextOwner();
    if (owner === undefined) {
      isTaken = false;
      lastTurns.clear();
      return;
    }
    const [wake, ...others] = waiting.get(owner)!;
    if (others.length > 0) waiting.set(owner, others);
    else waiting.delete(owner);
    wake?.();
  }

  return {
    async run(owner, work) {
      if (isTaken) {
        await new Promise<void>((resolve) => {
          const others = waiting.get(owner);
          if (others) others.push(resolve);
          else waiting.set(owner, [resolve]);
        });
      }
      isTaken = true;
      lastTurns.set(owner, ++turn);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
