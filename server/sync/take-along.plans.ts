import { listRefs, markItem, type RefModel } from "../features/sync/index.ts";
import type { ReadableDb, WritableDb } from "../storage/database.ts";
import type { PartResult } from "./take-along.deps.ts";

/** The plans that both sides have after an exchange. */
export function countPlans(db: ReadableDb, peerId: string): PartResult {
  return { count: listPlans(db, peerId).length, detail: null };
}

/** Makes the next exchange look for annotations that were written there on plans. */
export function markAnnotationsOfPlans(db: WritableDb, peerId: string): void {
  for (const { localId } of listPlans(db, peerId)) markItem(db, peerId, "annotation", localId);
}

function listPlans(db: ReadableDb, peerId: string): readonly RefModel[] {
  return listRefs(db, peerId, "flight").filter(({ base, goneMs }) => base?.["status"] === "planned" && goneMs === null);
}
