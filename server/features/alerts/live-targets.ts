import type { NearTarget } from "../../contracts/alerts.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Fix, Sample } from "./alert.model.ts";
import { type CompiledRule, MAX_TARGET_AGE_MS } from "./conditions.rules.ts";
import { isTarget, type JudgedOperation, newestAt, targetKeyOf, WINDOW_MS } from "./judged-operation.ts";
import { quickDistanceM } from "./shape.rules.ts";

/** Nothing that is judged flies faster. */
const MAX_SPEED_MPS = 150;

/** The operations that rules protect, which move themselves. */
export function createLiveTargets(operations: ReadonlyMap<number, JudgedOperation>) {
  /** Those that were seen to be one, by what rules say of them. */
  const known = new Map<string, Set<JudgedOperation>>();
  let moving: readonly CompiledRule[] = [];

  function* listed(key: string | undefined): Iterable<JudgedOperation> {
    for (const operation of known.get(key ?? "") ?? []) {
      if (operations.get(operation.id) === operation) yield operation;
      else known.get(key ?? "")?.delete(operation);
    }
  }

  function note(operation: JudgedOperation, { rule }: CompiledRule): boolean {
    const { condition, makerId } = rule;
    if (condition.kind !== "near") return false;
    const key = targetKeyOf(condition.to, makerId) ?? "";
    const isOne = isTarget(operation, condition.to, makerId);
    if (!isOne) known.get(key)?.delete(operation);
    else known.set(key, (known.get(key) ?? new Set<JudgedOperation>()).add(operation));
    return isOne;
  }

  /** Operations that a rule may judge otherwise when one that it protects was somewhere at a time. */
  function* within({ rule }: CompiledRule, moved: JudgedOperation, sample: Sample): Iterable<JudgedOperation> {
    const { condition, makerId } = rule;
    if (condition.kind !== "near") return;
    for (const operation of operations.values()) {
      const newest = operation.samples.at(-1);
      if (operation === moved || newest === undefined || newest.timeMs < sample.timeMs) continue;
      if (isTarget(operation, condition.to, makerId)) continue;
      const apartM = quickDistanceM(sample.latitude, sample.longitude, newest.latitude, newest.longitude);
      const seconds = (newest.timeMs - sample.timeMs + MAX_TARGET_AGE_MS + WINDOW_MS) / SECOND_MS;
      if (apartM < condition.horizontal_m + MAX_SPEED_MPS * seconds) yield operation;
    }
  }

  return {
    setRules(rules: readonly CompiledRule[]): void {
      moving = rules.filter(({ rule, shape }) => rule.condition.kind === "near" && shape === null);
      known.clear();
      for (const operation of operations.values()) for (const compiled of moving) note(operation, compiled);
    },
    /** Whether a rule protects an operation, so that more of it is kept in memory. */
    isAny: (operation: JudgedOperation): boolean =>
      moving.some(
        ({ rule: { condition, makerId } }) => condition.kind === "near" && isTarget(operation, condition.to, makerId),
      ),
    targetsAt(to: NearTarget, makerId: string, timeMs: number): readonly Fix[] {
      const fixes: Fix[] = [];
      for (const operation of listed(targetKeyOf(to, makerId))) {
        const fix = newestAt(operation.samples, timeMs);
        if (fix !== undefined) fixes.push(fix);
      }
      return fixes;
    },
    /** Whether it is in memory where the operations were that a rule protects, for the window of another. */
    isCovered({ rule: { condition, makerId }, shape }: CompiledRule, { newestMs }: JudgedOperation): boolean {
      if (condition.kind !== "near" || shape !== null) return true;
      for (const target of listed(targetKeyOf(condition.to, makerId))) {
        if (newestMs < target.baseMs - MAX_TARGET_AGE_MS) return false;
      }
      return true;
    },
    /** Each operation, and rule, for which the move of another counts. */
    *touchedBy(moved: JudgedOperation, sample: Sample): Iterable<readonly [JudgedOperation, CompiledRule]> {
      for (const compiled of moving) {
        if (!note(moved, compiled)) continue;
        for (const operation of within(compiled, moved, sample)) yield [operation, compiled];
      }
    },
  };
}
