/** Shares threads fairly between owners: they alternate, however many pieces of work one of them has waiting. */
export type FairTurns = {
  /** Does the work when it is its owner's turn; as many pieces at a time as there are threads. */
  readonly run: <T>(owner: string, work: () => Promise<T>) => Promise<T>;
};

export function createFairTurns(threads = 1): FairTurns {
  const waiting = new Map<string, (() => void)[]>();
  /** Number of the last turn of each owner, as long as any owner has turns. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let taken = 0;

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
      taken--;
      if (taken === 0) lastTurns.clear();
      return;
    }
    const [wake, ...others] = waiting.get(owner)!;
    if (others.length > 0) waiting.set(owner, others);
    else waiting.delete(owner);
    wake?.();
  }

  return {
    async run(owner, work) {
      if (taken < threads) taken++;
      else {
        // The finished one releases the thread directly to this one.
        await new Promise<void>((resolve) => {
          const others = waiting.get(owner);
          if (others) others.push(resolve);
          else waiting.set(owner, [resolve]);
        });
      }
      lastTurns.set(owner, ++turn);
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
