import { isoFromMs } from "../../kernel/clock.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import { HASH_BYTES, hashOfEntry } from "./audit.chain.ts";
import { createAuditChainReader } from "./audit.store.ts";

/** Whether the audit log is unchanged: the number of its entries, or the first thing that is wrong. */
export type AuditVerification =
  | { readonly kind: "whole"; readonly entries: number; readonly lastHash: string }
  | { readonly kind: "changed"; readonly msg: string };

/** Reads the log in slices, until the entry that is the newest now, and computes every hash anew. */
export async function verifyAuditLog(db: Pick<ReadableDb, "prepare">): Promise<AuditVerification> {
  const chain = createAuditChainReader(db);
  const ends = chain.findEnds();
  if (ends === undefined) return { kind: "changed", msg: "its ends are not stored any more" };
  // Entries beyond the end were not written by a station; while this reads on, a station may add some.
  if (chain.countAfter(ends.lastId) > 0) return { kind: "changed", msg: "entries were added to its end" };

  let before: Uint8Array = ends.firstHash;
  let after = 0;
  let entries = 0;
  for (;;) {
    const rows = chain.listEntries(after, ends.lastId, SLICE_ROWS);
    for (const row of rows) {
      const hash = hashOfEntry(before, row);
      if (row.hash?.length !== HASH_BYTES || !hash.equals(row.hash)) {
        const time = isoFromMs(row.time_ms);
        return { kind: "changed", msg: `entry ${row.id} of ${time}, or one before it, is not as it was written` };
      }
      before = hash;
    }
    entries += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < SLICE_ROWS) break;
    await yieldToEventLoop();
  }
  if (!Buffer.from(before).equals(ends.lastHash)) return { kind: "changed", msg: "its newest entries were removed" };
  return { kind: "whole", entries, lastHash: Buffer.from(before).toString("hex") };
}
