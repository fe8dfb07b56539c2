import type { WritableDb } from "./database.ts";

/**
 * Runs writes as one transaction that does not wait for the disk: for work that can be repeated after a power cut. The
 * next synchronous commit flushes it too, so the order on disk is preserved.
 */
export function runWithoutSync<T>(writer: WritableDb, work: () => T): T {
  const asOpened = Number(writer.pragma("synchronous", { simple: true }));
  writer.pragma("synchronous = NORMAL");
  try {
    return writer.transaction(work).immediate();
  } finally {
    writer.pragma(`synchronous = ${asOpened}`);
  }
}
