import { createGroupCommit } from "./group-commit.ts";
import type { Store } from "./database.ts";

/**
 * A group commit of numbers into the table `item`, which rejects negative ones; every transaction appears to take
 * `tookMs`.
 */
export function openNumberCommit({ writer, reader }: Pick<Store, "writer" | "reader">, maxWaitMs = 60_000, tookMs = 8) {
  let elapsedMs = 0;
  const insert = writer.prepare("INSERT INTO item (value) VALUES (?) ON CONFLICT (value) DO NOTHING");
  const count = reader.prepare<[], number>("SELECT count(*) FROM item").pluck();
  const batches: number[] = [];
  const errors: { readonly code: string; readonly lost: number }[] = [];
  let onDisk = Promise.withResolvers<number>();
  const commits = createGroupCommit<number>({
    writer,
    apply(items) {
      for (const item of items) insert.run(item);
      return () => {
        batches.push(items.length);
        onDisk.resolve(count.get()!);
      };
    },
    maxWaitMs,
    retryMs: 50,
    elapsedMs: () => (elapsedMs += tookMs),
    onError: (error, lost) => errors.push({ code: (error as { code: string }).code, lost }),
  });
  return {
    commits,
    batches,
    errors,
    countOnDisk: () => count.get()!,
    /** Resolves with the number of rows on disk when the next batch is committed. */
    nextBatch() {
      onDisk = Promise.withResolvers();
      return onDisk.promise;
    },
  };
}

export function addMany(commits: { readonly add: (item: number) => void }, first: number, count: number): void {
  for (let item = first; item < first + count; item++) commits.add(item);
}
