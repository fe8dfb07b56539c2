/** What a person has removed, and the station has not been asked for yet, because it can still be undone. */
export interface PendingRemoval {
  readonly id: string;
  readonly name: string;
  /** When it would have been asked for at the latest, Unix milliseconds. */
  readonly dueMs: number;
}

/** Reads what was stored by this or an earlier console; anything else counts as nothing. */
export function readRemovals(text: string | null): readonly PendingRemoval[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

/** Those that nobody will ask for any more: their console was closed or ended before. */
export function lostRemovals(stored: readonly PendingRemoval[], nowMs: number): readonly PendingRemoval[] {
  return stored.filter(({ dueMs }) => dueMs < nowMs);
}

function isPending(one: unknown): one is PendingRemoval {
  if (typeof one !== "object" || one === null) return false;
  const { id, name, dueMs } = one as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" && typeof dueMs === "number";
}
