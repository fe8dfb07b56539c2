import { cachedForTurn } from "../kernel/cached-for-turn.ts";
import type { WritableDb } from "./database.ts";

/** Longer keys would take more memory than what they stand for. */
const MAX_KEY_CHARACTERS = 2000;

/** Returns what `read` returned for the key before, if nothing was written since. */
export type ReadCache<T> = (key: string, read: () => T) => T;

/**
 * Caches what was read from the recording until anything is written to it, by whomever: a value must depend on nothing but
 * its key and what is committed. The writing connection counts every row that it changes, triggers and rolled back
 * transactions included, so that what this process writes shows in the next read. What other programs write shows in the
 * next turn of the event loop (SQLite's `data_version`, which takes as long as a short statement). While a transaction
 * is open nothing is cached, because what is counted is not committed yet.
 */
export function createReadCache<T>(writer: WritableDb, maxEntries: number): ReadCache<T> {
  const countChanges = writer.prepare<[], number>("SELECT total_changes()").pluck();
  const foreignVersion = foreignVersionOf(writer);
  const cached = new Map<string, T>();
  let cachedChanges: number | undefined;
  let cachedVersion: number | undefined;

  return (key, read) => {
    if (writer.inTransaction || key.length > MAX_KEY_CHARACTERS) return read();
    const changes = countChanges.get();
    const version = foreignVersion();
    if (changes !== cachedChanges || version !== cachedVersion) {
      cached.clear();
      cachedChanges = changes;
      cachedVersion = version;
    }
    if (cached.has(key)) return cached.get(key) as T;
    const value = read();
    if (cached.size >= maxEntries) cached.clear();
    cached.set(key, value);
    return value;
  };
}

const foreignVersions = new WeakMap<WritableDb, () => number | undefined>();

/** Changes when another connection has written; asked once in a turn, for all that is cached. */
function foreignVersionOf(writer: WritableDb): () => number | undefined {
  let version = foreignVersions.get(writer);
  if (version === undefined) {
    const statement = writer.prepare<[], number>("PRAGMA data_version").pluck();
    version = cachedForTurn(() => statement.get());
    foreignVersions.set(writer, version);
  }
  return version;
}
