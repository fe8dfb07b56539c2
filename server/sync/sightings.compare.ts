import type { HourSummary } from "../kernel/telemetry.ts";

export type HoursComparison =
  | { readonly kind: "same" }
  /** The peer has fewer records of this hour. */
  | { readonly kind: "lacks"; readonly hourMs: number }
  /** It has as many, and others. */
  | { readonly kind: "differs"; readonly hourMs: number };

/**
 * Compares the peer's hours with this station's. More records at the peer are no error: this station may have been
 * restored from a backup.
 */
export function compareHours(here: readonly HourSummary[], there: readonly HourSummary[]): HoursComparison {
  const byHour = new Map(there.map((hour) => [hour.hourMs, hour]));
  for (const { hourMs, count, hash } of here) {
    const other = byHour.get(hourMs);
    if (other === undefined || other.hash === hash) continue;
    if (other.count < count) return { kind: "lacks", hourMs };
    if (other.count === count) return { kind: "differs", hourMs };
  }
  return { kind: "same" };
}
