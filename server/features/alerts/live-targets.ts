import type { NearTarget } from "../../contracts/alerts.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Fix } from "./alert.model.ts";
import { type CompiledRule, MAX_TARGET_AGE_MS } from "./conditions.rules.ts";
import { isTarget, type JudgedOperation, WINDOW_MS } from "./judged-operation.ts";
import { minDistanceM, quickDistanceM } from "./shape.rules.ts";

/** No judged aircraft is faster. */
export const MAX_SPEED_MPS = 150;

const protectsStation = ({ rule: { condition } }: CompiledRule): boolean =>
  condition.kind === "near" && condition.to === "station";

/** The operations that rules protect, which move themselves, and the station. */
export function createLiveTargets(
  operations: ReadonlyMap<number, JudgedOperation>,
  stationAt: (timeMs: number) => readonly Fix[],
) {
  /** The operations known to be protected: own flights by the account that made the rule, others by their id. */
  const ownOf = new Map<string, Set<JudgedOperation>>();
  const byUuid = new Map<string, Set<JudgedOperation>>();
  let moving: readonly CompiledRule[] = [];

  function known(to: NearTarget, creatorId: string): Set<JudgedOperation> {
    const uuid = typeof to === "object" && "operation_id" in to ? to.operation_id : "";
    const [sets, key] = to === "own_flights" ? [ownOf, creatorId] : [byUuid, uuid];
    let found = sets.get(key);
    if (found === undefined) sets.set(key, (found = new Set()));
    return found;
  }

  /** Whether an operation is in memory still. */
  const isThere = (operation: JudgedOperation): boolean => operations.get(operation.id) === operation;

  function note(operation: JudgedOperation, { rule }: CompiledRule): boolean {
    const { condition, creatorId } = rule;
    if (condition.kind !== "near") return false;
    const isOne = isTarget(operation, condition.to, creatorId);
    if (isOne) known(condition.to, creatorId).add(operation);
    else known(condition.to, creatorId).delete(operation);
    return isOne;
  }

  /** Operations whose judgement by a rule may change because a protected one was at a position. */
  function* within({ rule }: CompiledRule, moved: JudgedOperation | null, sample: Fix): Iterable<JudgedOperation> {
    const { condition, creatorId } = rule;
    if (condition.kind !== "near") return;
    for (const operation of operations.values()) {
      const newest = operation.samples.newest;
      if (operation === moved || newest === undefined || newest.timeMs < sample.timeMs) continue;
      if (isTarget(operation, condition.to, creatorId)) continue;
      const seconds = (newest.timeMs - sample.timeMs + MAX_TARGET_AGE_MS + WINDOW_MS) / SECOND_MS;
      const reachM = condition.horizontal_m + MAX_SPEED_MPS * seconds;
      if (minDistanceM(sample.latitude, newest.latitude) >= reachM) continue;
      const apartM = quickDistanceM(sample.latitude, sample.longitude, newest.latitude, newest.longitude);
      if (apartM < reachM) yield operation;
    }
  }

  return {
    setRules(rules: readonly CompiledRule[]): void {
      moving = rules.filter(({ rule, shape }) => rule.condition.kind === "near" && shape === null);
      ownOf.clear();
      byUuid.clear();
      for (const operation of operations.values()) for (const compiled of moving) note(operation, compiled);
    },
    /** Whether a rule protects an operation, so that more of it is kept in memory. */
    isAny: (operation: JudgedOperation): boolean =>
      moving.some(
        ({ rule: { condition, creatorId } }) =>
          condition.kind === "near" && isTarget(operation, condition.to, creatorId),
      ),
    targetsAt(to: NearTarget, creatorId: string, timeMs: number): readonly Fix[] {
      if (to === "station") return stationAt(timeMs);
      const fixes: Fix[] = [];
      const targets = known(to, creatorId);
      for (const operation of targets) {
        const fix = operation.samples.newestAt(timeMs, MAX_TARGET_AGE_MS);
        if (!isThere(operation)) targets.delete(operation);
        else if (fix !== undefined) fixes.push(fix);
      }
      return fixes;
    },
    /**
     * Whether the positions of the operations that a rule protects are in memory, for the window of another operation.
     */
    isCovered({ rule: { condition, creatorId }, shape }: CompiledRule, { newestMs }: JudgedOperation): boolean {
      if (condition.kind !== "near" || shape !== null) return true;
      for (const target of known(condition.to, creatorId)) {
        if (newestMs < target.baseMs - MAX_TARGET_AGE_MS && isThere(target)) return false;
      }
      return true;
    },
    /** Each operation, and rule, for which the move of another counts, or of the station (null). */
    *affectedBy(moved: JudgedOperation | null, fix: Fix): Iterable<readonly [JudgedOperation, CompiledRule]> {
      for (const compiled of moving) {
        if (moved === null ? !protectsStation(compiled) : !note(moved, compiled)) continue;
        for (const operation of within(compiled, moved, fix)) yield [operation, compiled];
      }
    },
  };
}
