import type { SetupUasId } from "../../contracts/setup.ts";
import type { ValueIssue } from "../family.ts";
import { hasOption, OPTION_KEEPS_NO_ID } from "./parameters.ts";

/** Name of the change that stores a Basic ID. */
export const UAS_ID = "uas_id";

/** The value of each parameter after the plan is written. */
export type Outcome = (name: string) => number | undefined;

type UasIdPlan = {
  /** Values that the same plan sets. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly outcome: Outcome;
  /** The present lock level: a plan may end with a higher one, but the id is written before that. */
  readonly lockLevel: number;
};

/** Why the module would not store the id: it accepts one only while it is unlocked, keeps ids and is broadcasting. */
export function uasIdIssues(uasId: SetupUasId, { accepted, outcome, lockLevel }: UasIdPlan): readonly ValueIssue[] {
  const issues: ValueIssue[] = [];
  const add = (message: string) => void issues.push({ field: UAS_ID, message });
  if (lockLevel > 0) add(`cannot be stored: the module is locked (LOCK_LEVEL ${lockLevel})`);
  if (hasOption(outcome("OPTIONS"), OPTION_KEEPS_NO_ID)) add("is only stored with OPTIONS without 2");
  if (outcome("BCAST_POWERUP") !== 1) add("is only stored with BCAST_POWERUP 1");
  for (const [name, type] of [
    ["UAS_TYPE", uasId.ua_type],
    ["UAS_ID_TYPE", uasId.id_type],
  ] as const) {
    if (accepted.has(name) && accepted.get(name) !== type) {
      issues.push({ field: name, message: "is set by the UAS id, which has another type" });
    }
  }
  return issues;
}
