import { defineStore } from "pinia";
import { computed, shallowRef } from "vue";
import { useText } from "../text/index.ts";
import { unsentRemovals, type PendingRemoval, readRemovals, type RemovalKind } from "./pending-removals.rules.ts";
import { UNDO_SHOWN_MS, useToasts } from "./toasts.store.ts";

const STORED = "fieldstation.removals";
/** Time for the request itself. */
const MARGIN_MS = 10_000;

/** The sentences of each kind: before it is sent, and if it never was. */
const SENTENCES = {
  removal: { soon: "removals.soon", lost: "removals.lost" },
  unpairing: { soon: "removals.unpairedSoon", lost: "removals.unpairingLost" },
} as const satisfies Readonly<Record<RemovalKind, object>>;

export interface Removal {
  readonly id: string;
  readonly name: string;
  readonly kind?: RemovalKind;
  /** An additional sentence of the message. */
  readonly consequence?: string;
  /** Sends the request and shows its outcome. */
  readonly remove: () => Promise<void>;
  /** Reverts what was changed at once. */
  readonly undo?: () => Promise<void>;
}

/**
 * Removals that the station cannot undo. The request is sent when the message with the undo button disappears; until
 * then the item is hidden. If the console is closed before, nothing is removed, and it says so when it is opened again.
 */
export const usePendingRemovals = defineStore("removals", () => {
  const { t } = useText();
  const toasts = useToasts();
  const pending = shallowRef<ReadonlyMap<string, Removal>>(new Map());

  function remove(removal: Removal): void {
    const { id, name, kind = "removal", consequence = "" } = removal;
    if (pending.value.has(id)) return;
    pending.value = new Map([...pending.value, [id, removal]]);
    store((stored) => [...stored, { id, name, kind, dueMs: Date.now() + UNDO_SHOWN_MS + MARGIN_MS }]);
    const onDelay = (dueMs: number): void =>
      store((stored) => stored.map((one) => (one.id === id ? { ...one, dueMs: dueMs + MARGIN_MS } : one)));
    toasts.show(`${t(SENTENCES[kind].soon, { name })} ${consequence}`.trim(), "plain", {
      text: t("removals.undo"),
      run: () => {
        drop(id);
        void removal.undo?.();
      },
      otherwise: () => void carryOut(removal),
      onDelay,
    });
  }

  async function carryOut(removal: Removal): Promise<void> {
    await removal.remove();
    drop(removal.id);
  }

  function drop(id: string): void {
    pending.value = new Map([...pending.value].filter(([one]) => one !== id));
    store((stored) => stored.filter((one) => one.id !== id));
  }

  /** Says what was not removed, because the console was closed while it could still be undone. */
  function reportLost(): void {
    const stored = readRemovals(localStorage.getItem(STORED)).filter(({ id }) => !pending.value.has(id));
    const lost = unsentRemovals(stored, Date.now());
    for (const { id, name, kind = "removal" } of lost) {
      drop(id);
      // Another version of the console may know other kinds.
      toasts.show(t((SENTENCES[kind] ?? SENTENCES.removal).lost, { name }), "danger", undefined);
    }
    // Another window may still send them; where the console was opened again at once, none will.
    const nextMs = Math.min(...stored.filter((one) => !lost.includes(one)).map(({ dueMs }) => dueMs));
    if (Number.isFinite(nextMs)) setTimeout(reportLost, nextMs - Date.now() + 1);
  }

  return {
    remove,
    reportLost,
    isPending: computed(() => (id: string) => pending.value.has(id)),
  };
});

function store(change: (stored: readonly PendingRemoval[]) => readonly PendingRemoval[]): void {
  const next = change(readRemovals(localStorage.getItem(STORED)));
  if (next.length === 0) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, JSON.stringify(next));
}
