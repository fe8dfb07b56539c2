import { describe, expect, it } from "vitest";
import { BOUNDS, draftOf, policyOf, type RetentionField } from "./retention-draft.ts";

const POLICY = { max_age_days: 90, max_size_mb: null, removed_grace_days: 30 };

describe("what stands in the fields about kept recordings", () => {
  it("comes back as the policy it was made of", () => {
    expect(policyOf(draftOf(POLICY))).toEqual({ kind: "policy", policy: POLICY });
  });

  it.each(Object.keys(BOUNDS) as RetentionField[])("is bounded in %s as the station bounds it", (field) => {
    const { least, most } = BOUNDS[field];
    const outcomeOf = (value: number | string) => policyOf({ ...draftOf(POLICY), [field]: String(value) });
    expect(outcomeOf(least).kind).toBe("policy");
    expect(outcomeOf(most).kind).toBe("policy");
    for (const wrong of [least - 1, most + 1, 2.5, "soon"])
      expect(outcomeOf(wrong)).toEqual({ kind: "problems", fields: [field] });
  });

  it("needs to say how long deleted flights can be brought back", () => {
    expect(policyOf({ ageDays: "", sizeMb: "", graceDays: "" })).toEqual({ kind: "problems", fields: ["graceDays"] });
  });
});
