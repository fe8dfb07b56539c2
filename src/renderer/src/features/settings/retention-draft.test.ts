import { describe, expect, it } from "vitest";
import { BOUNDS, retentionDraftOf, retentionPolicyOf, type RetentionField } from "./retention-draft.ts";

const POLICY = { max_age_days: 90, max_size_mb: null, removed_grace_days: 30 };

describe("the retention form", () => {
  it("gives the policy that filled it", () => {
    expect(retentionPolicyOf(retentionDraftOf(POLICY))).toEqual({ kind: "policy", policy: POLICY });
  });

  it.each(Object.keys(BOUNDS) as RetentionField[])("has the station's bounds for %s", (field) => {
    const { min, max } = BOUNDS[field];
    const outcomeOf = (value: number | string) =>
      retentionPolicyOf({ ...retentionDraftOf(POLICY), [field]: String(value) });
    expect(outcomeOf(min).kind).toBe("policy");
    expect(outcomeOf(max).kind).toBe("policy");
    for (const wrong of [min - 1, max + 1, 2.5, "soon"])
      expect(outcomeOf(wrong)).toEqual({ kind: "problems", fields: [field] });
  });

  it("needs the days in which deleted operations can be restored", () => {
    expect(retentionPolicyOf({ ageDays: "", sizeMb: "", graceDays: "" })).toEqual({
      kind: "problems",
      fields: ["graceDays"],
    });
  });
});
