/** What is done to the item; `removal` unless given. */
export type RemovalKind = "removal" | "unpairing";

/** A removal that was not sent to the station yet, because the person can still undo it. */
export interface PendingRemoval {
  readonly id: string;
  readonly name: string;
  readonly kind?: RemovalKind;
  /** The latest time at which it would have been sent, Unix milliseconds. */
  readonly dueMs: number;
}

/** Reads the list that this or an earlier console has stored; anything else counts as empty. */
export function readRemovals(text: string | null): readonly PendingRemoval[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

/** The removals that will never be sent, because their console was closed or crashed before. */
export function unsentRemovals(stored: readonly PendingRemoval[], nowMs: number): readonly PendingRemoval[] {
  return stored.filter(({ dueMs }) => dueMs < nowMs);
}

function isPending(one: unknown): one is PendingRemoval {
  if (typeof one !== "object" || one === null) return false;
  const { id, name, dueMs } = one as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" && typeof dueMs === "number";
}
