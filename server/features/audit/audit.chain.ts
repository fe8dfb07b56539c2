import { createHash } from "node:crypto";

export const HASH_BYTES = 32;

/** The content of an entry, as it is stored. */
export type EntryContent = {
  readonly id: number;
  readonly time_ms: number;
  readonly kind: string;
  readonly user_id: string | null;
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly detail: string;
};

/** The hash of an entry: of its content, and of the hash of the entry before it. */
export function hashOfEntry(before: Uint8Array, entry: EntryContent): Buffer {
  const { id, time_ms, kind, user_id, actor_id, address, detail } = entry;
  const text = JSON.stringify([id, time_ms, kind, user_id, actor_id, address, detail]);
  return createHash("sha256").update(before).update(text).digest();
}
