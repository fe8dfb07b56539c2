import { listRefs } from "../features/sync/index.ts";
import type { ReadableDb } from "../storage/database.ts";
import type { PartResult } from "./take-along.ports.ts";

/** The plans that both sides have after an exchange. */
export function countPlans(db: ReadableDb, peerId: string): PartResult {
  const plans = listRefs(db, peerId, "flight").filter(
    ({ base, goneMs }) => base?.["status"] === "planned" && goneMs === null,
  );
  return { count: plans.length, detail: null };
}
