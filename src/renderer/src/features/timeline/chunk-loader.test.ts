import { beforeEach, describe, expect, it } from "vitest";
import { type ChunkLoader, createChunkLoader } from "./chunk-loader.ts";

interface Request {
  readonly signal: AbortSignal;
  answer(value: string | undefined): Promise<void>;
}

let requests: Map<number, Request>;
let log: string[];
let loader: ChunkLoader<string>;

beforeEach(() => {
  requests = new Map();
  log = [];
  loader = createChunkLoader(
    (number, signal) => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      const answer = async (value: string | undefined): Promise<void> => {
        resolve(value);
        // The loader goes on in the turn after the answer.
        await new Promise((done) => setTimeout(done));
      };
      requests.set(number, { signal, answer });
      return promise;
    },
    {
      loaded: (number) => log.push(`loaded ${number}`),
      failed: (number) => log.push(`failed ${number}`),
    },
  );
});

describe("the loader of chunks", () => {
  it("requests the most urgent first, two at a time, and nothing twice", async () => {
    loader.need([7, 6, 8]);
    loader.need([7, 6, 8]);
    expect([...requests.keys()]).toEqual([7, 6]);
    await requests.get(7)!.answer("seven");
    expect([...requests.keys()]).toEqual([7, 6, 8]);
    expect(loader.get(7)).toBe("seven");
    loader.need([7]);
    expect(log).toEqual(["loaded 7"]);
  });

  it("cancels what is no longer needed, and does not keep its late answer", async () => {
    loader.need([7, 6]);
    loader.need([20, 19]);
    expect([requests.get(7)!.signal.aborted, requests.get(20)!.signal.aborted]).toEqual([true, false]);
    await requests.get(7)!.answer("seven");
    expect(loader.get(7)).toBeUndefined();
    expect(log).toEqual([]);
  });

  it("says what failed, goes on with the rest, and tries again when it is needed again", async () => {
    loader.need([7, 6, 8]);
    const first = requests.get(7)!;
    await first.answer(undefined);
    expect(log).toEqual(["failed 7"]);
    expect(requests.has(8)).toBe(true);
    expect(requests.get(7)).toBe(first);
    loader.need([7]);
    expect(requests.get(7)).not.toBe(first);
  });

  it("loads a chunk again on request, and gives the one that is there until then", async () => {
    loader.need([7]);
    await requests.get(7)!.answer("seven");
    loader.refresh(7);
    loader.need([7]);
    expect(loader.get(7)).toBe("seven");
    await requests.get(7)!.answer("seven again");
    expect(loader.get(7)).toBe("seven again");
  });

  it("keeps a few chunks, and forgets those that were used longest ago", async () => {
    for (let number = 0; number < 25; number += 1) {
      loader.need([number]);
      await requests.get(number)!.answer(String(number));
      loader.get(0);
    }
    expect([loader.get(0), loader.get(1), loader.get(2), loader.get(24)]).toEqual(["0", undefined, "2", "24"]);
  });
});
