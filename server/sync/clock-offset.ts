const SAMPLES = 5;

/** How far a peer's clock is ahead of ours: the median of the last five answers. */
export function createClockOffset(beforeMs: number | null): {
  /** Adds the `Date` of a response, which has whole seconds; true when the median changed by a second or more. */
  readonly add: (dateMs: number, sentMs: number, receivedMs: number) => boolean;
  readonly medianMs: () => number | undefined;
} {
  const samples: number[] = [];
  let kept = beforeMs ?? undefined;
  const median = () => samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
  return {
    add(dateMs, sentMs, receivedMs) {
      samples.push(dateMs + 500 - (sentMs + receivedMs) / 2);
      if (samples.length > SAMPLES) samples.shift();
      const now = median();
      const hasMoved = now !== undefined && (kept === undefined || Math.abs(now - kept) >= 1000);
      if (hasMoved) kept = now;
      return hasMoved;
    },
    medianMs: () => median() ?? kept,
  };
}
