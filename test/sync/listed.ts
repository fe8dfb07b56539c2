import { findRef } from "../../server/features/sync/refs.store.ts";
import { findItemOf } from "../../server/features/sync/outbox.store.ts";
import type { SyncKind } from "../../server/contracts/sync.ts";
import type { World } from "./world.ts";

export type Violation = {
  readonly invariant: "points" | "copies" | "edits" | "accounts" | "quiet" | "privacy" | "silence" | "run";
  readonly msg: string;
};

export type Report = (invariant: Violation["invariant"], msg: string) => void;

const LISTED = new Set(["needs_person", "conflict", "off"]);

/** Whether an item, or one that it waits for, is shown to a person. */
export function isListed(world: World, at: number, kind: SyncKind, id: string): boolean {
  const { db } = world.stations[at]!.faults;
  const peer = world.peers[at]!;
  const item = findItemOf(db, peer, kind, id);
  const goneMs = findRef(db, peer, kind, id)?.goneMs ?? null;
  return (item !== undefined && LISTED.has(item.state)) || goneMs !== null;
}
