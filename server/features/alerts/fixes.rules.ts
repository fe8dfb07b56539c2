import type { Fix } from "./alert.model.ts";

/** Inserts a position at its place: several of one time in an order that does not depend on their arrival. */
export function insertFix(fixes: Fix[], fix: Fix): void {
  let at = fixes.length;
  while (at > 0) {
    const order = fixOrder(fixes[at - 1]!, fix);
    if (order === 0) return;
    if (order < 0) break;
    at--;
  }
  fixes.splice(at, 0, fix);
}

/** By time; of one time in an order that does not depend on their arrival. */
export function fixOrder(a: Fix, b: Fix): number {
  return a.timeMs - b.timeMs || a.latitude - b.latitude || a.longitude - b.longitude;
}
