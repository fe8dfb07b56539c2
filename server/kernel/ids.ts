import { v4, v7 } from "uuid";

/** Generates ids; injected so that tests get predictable ones. */
export type Ids = {
  /** A random UUID (version 4). */
  readonly random: () => string;
  /** A UUID that sorts by the given time in Unix milliseconds (version 7, RFC 9562). */
  readonly timed: (timeMs: number) => string;
};

export const systemIds: Ids = {
  random: () => v4(),
  timed: (timeMs) => v7({ msecs: Math.max(0, Math.trunc(timeMs)) }),
};
