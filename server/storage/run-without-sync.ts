import type { WritableDb } from "./database.ts";

/**
 * Runs some writes as one transaction that does not wait for the disk: for what may be done again after a power cut. The
 * next commit that waits takes it along, so that nothing comes out of order.
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
