import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TrafficFix } from "../../kernel/traffic.ts";
import type { Sample } from "./alert.model.ts";
import { type CompiledRule, MAX_TARGET_AGE_MS } from "./conditions.rules.ts";
import { type JudgedOperation, WINDOW_MS } from "./judged-operation.ts";
import { MAX_SPEED_MPS } from "./live-targets.ts";
import { quickDistanceM } from "./shape.rules.ts";
import { insertTrafficFix, trafficAt, type TrafficFixes } from "./traffic-fixes.ts";

/** Long enough for operations whose records come some minutes late. */
export const TRAFFIC_MEMORY_MS = 5 * MINUTE_MS;

/** The aircraft with a crew of the last minutes, for rules on them. */
export function createLiveTraffic(operations: ReadonlyMap<number, JudgedOperation>) {
  const traffic: TrafficFixes = new Map();
  /** All that is stored from this time on is in memory. */
  let keptFromMs = Infinity;
  let rules: readonly CompiledRule[] = [];

  /** The earliest time whose traffic matters to samples in the window, and to those that are about to leave it. */
  function neededFromMs({ rule }: CompiledRule, { samples, baseCount, newestMs }: JudgedOperation): number {
    const firstMs = baseCount < samples.length ? samples.timeMs(baseCount) : newestMs;
    return Math.max(firstMs, rule.appliesFromMs) - MAX_TARGET_AGE_MS;
  }

  return {
    trafficAt: trafficAt(traffic),
    setRules(next: readonly CompiledRule[]): void {
      rules = next.filter(({ rule }) => rule.condition.kind === "traffic_near");
    },
    /** Begins with what was stored since a time. */
    load(fixes: readonly TrafficFix[], fromMs: number): void {
      for (const fix of fixes) insertTrafficFix(traffic, fix);
      keptFromMs = fromMs;
    },
    take(fix: TrafficFix): void {
      // What was kept before the traffic was loaded is contained in it, or arrived meanwhile.
      if (fix.timeMs >= keptFromMs || keptFromMs === Infinity) insertTrafficFix(traffic, fix);
    },
    isCovered: (compiled: CompiledRule, operation: JudgedOperation): boolean =>
      compiled.rule.condition.kind !== "traffic_near" || neededFromMs(compiled, operation) >= keptFromMs,
    /** Each operation, and rule, that was judged without this position of an aircraft. */
    *affectedBy(fix: TrafficFix): Iterable<readonly [JudgedOperation, CompiledRule]> {
      for (const compiled of rules) {
        for (const operation of operations.values()) {
          const newest = operation.samples.newest;
          if (newest !== undefined && isWithinReach(compiled, newest, fix)) yield [operation, compiled];
        }
      }
    },
    forgetBefore(timeMs: number): void {
      if (!(timeMs > keptFromMs)) return;
      keptFromMs = timeMs;
      for (const [icao, fixes] of traffic) {
        const kept = fixes.findIndex((fix) => fix.timeMs >= timeMs - MAX_TARGET_AGE_MS);
        if (kept < 0) traffic.delete(icao);
        else fixes.splice(0, kept);
      }
    },
  };
}

/** Whether an operation may have been near a position when an aircraft was there. */
function isWithinReach({ rule: { condition } }: CompiledRule, newest: Sample, fix: TrafficFix): boolean {
  if (condition.kind !== "traffic_near" || newest.timeMs < fix.timeMs) return false;
  const seconds = (newest.timeMs - fix.timeMs + MAX_TARGET_AGE_MS + WINDOW_MS) / SECOND_MS;
  const apartM = quickDistanceM(fix.latitude, fix.longitude, newest.latitude, newest.longitude);
  return apartM < condition.horizontal_m + MAX_SPEED_MPS * seconds;
}
