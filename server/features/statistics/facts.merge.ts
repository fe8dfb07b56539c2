import type { Fact, PlaceFact, UaFact } from "./statistics.rules.ts";

/** Slices of records of one kind, in time order. */
export type Slices<F> = AsyncIterable<readonly F[]>;

type Cursor = {
  readonly next: () => Promise<readonly Fact[] | undefined>;
  facts: readonly Fact[];
  index: number;
};

/**
 * Merges three kinds of records in time order; at equal times operators and sensors come before aircraft. A slice ends
 * where one of the kinds needs its next slice.
 */
export async function* mergeFacts(streams: {
  readonly operators: Slices<PlaceFact>;
  readonly sensors: Slices<PlaceFact>;
  readonly ua: Slices<UaFact>;
}): AsyncGenerator<readonly Fact[]> {
  let open = [
    cursorOf(streams.operators, (fact): Fact => ({ kind: "operator", fact })),
    cursorOf(streams.sensors, (fact): Fact => ({ kind: "sensor", fact })),
    cursorOf(streams.ua, (fact): Fact => ({ kind: "ua", fact })),
  ];
  for (;;) {
    for (const cursor of open) await refill(cursor);
    open = open.filter(({ facts }) => facts.length > 0);
    if (open.length === 0) return;
    yield takeUntilEmpty(open);
  }
}

function cursorOf<F>(slices: Slices<F>, toFact: (fact: F) => Fact): Cursor {
  const iterator = slices[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done === true ? undefined : value.map(toFact);
    },
    facts: [],
    index: 0,
  };
}

/** Loads the next slice; the cursor stays empty only at the end of the stream. */
async function refill(cursor: Cursor): Promise<void> {
  while (cursor.index >= cursor.facts.length) {
    const facts = await cursor.next();
    cursor.facts = facts ?? [];
    cursor.index = 0;
    if (facts === undefined) return;
  }
}

/** The next records in time order, until one of the cursors is empty. */
function takeUntilEmpty(cursors: readonly Cursor[]): readonly Fact[] {
  const taken: Fact[] = [];
  for (;;) {
    const [first, ...others] = cursors as [Cursor, ...Cursor[]];
    let earliest = first;
    for (const cursor of others) if (timeOf(cursor) < timeOf(earliest)) earliest = cursor;
    taken.push(earliest.facts[earliest.index++]!);
    if (earliest.index >= earliest.facts.length) return taken;
  }
}

function timeOf({ facts, index }: Cursor): number {
  return facts[index]!.fact.timeMs;
}
