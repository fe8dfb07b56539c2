import type { TrafficFix } from "../../kernel/traffic.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import type { Sample } from "./alert.model.ts";
import type { CompiledRule, Surroundings } from "./conditions.rules.ts";
import { type JudgedOperation, surroundingsOf } from "./judged-operation.ts";
import { createLiveTargets } from "./live-targets.ts";
import { createLiveTraffic } from "./live-traffic.ts";
import { isGroundReady } from "./stored-judging.ts";

/** The surroundings of operations for their judging: protected operations, and aircraft with a crew. */
export function createLiveSurroundings(
  operations: ReadonlyMap<number, JudgedOperation>,
  { station, ground }: Pick<AlertTracks, "station" | "ground">,
) {
  const targets = createLiveTargets(operations, station.at);
  const traffic = createLiveTraffic(operations);
  const around = { targetsAt: targets.targetsAt, trafficAt: traffic.trafficAt, groundAt: ground.at };
  const surroundingsByOperation = new WeakMap<JudgedOperation, Surroundings>();
  const isGroundUnder = (compiled: CompiledRule, sample: Sample): boolean => isGroundReady(compiled, sample, ground);
  const isCovered = (compiled: CompiledRule, operation: JudgedOperation): boolean =>
    targets.isCovered(compiled, operation) && traffic.isCovered(compiled, operation);
  return {
    surroundingsOf(operation: JudgedOperation): Surroundings {
      let surroundings = surroundingsByOperation.get(operation);
      if (surroundings === undefined) {
        const operatorAt = (timeMs: number) => operation.operator.newestAt(timeMs);
        surroundingsByOperation.set(operation, (surroundings = surroundingsOf(operation, { ...around, operatorAt })));
      }
      return surroundings;
    },
    isTarget: targets.isAny,
    setRules(rules: readonly CompiledRule[]): void {
      targets.setRules(rules);
      traffic.setRules(rules);
    },
    /** Whether everything that is needed for the window of an operation is in memory. */
    isCovered,
    /** The same with the ground under all samples of the window, as far as it is known. */
    isWindowCovered: (compiled: CompiledRule, operation: JudgedOperation): boolean =>
      isCovered(compiled, operation) &&
      (!compiled.needsGround ||
        operation.samples.list(operation.baseCount).every((sample) => isGroundUnder(compiled, sample))),
    /** Whether the ground under a sample is in memory, as far as it is known. */
    isGroundReady: isGroundUnder,
    /** Each operation, and rule, that is affected by the move of another one. */
    affectedBy: targets.affectedBy,
    /** Adds a position of an aircraft with a crew; returns each operation, and rule, that was judged without it. */
    affectedByTraffic(fix: TrafficFix): Iterable<readonly [JudgedOperation, CompiledRule]> {
      traffic.take(fix);
      return traffic.affectedBy(fix);
    },
    loadTraffic: traffic.load,
    forgetTrafficBefore: traffic.forgetBefore,
  };
}
