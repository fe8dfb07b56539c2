import { expect, it } from "vitest";
import { labelKeyOf } from "../text/field-labels.rules.ts";
import { allRoutes } from "../../../../server/contracts/index.ts";
import { withForm } from "./request-form.ts";

const refused = { kind: "refused", status: 400, message: "metres: must be at most 1000000" } as const;

it("names the fields of an entry by its kind, which the body of a change may lack", () => {
  const answer = withForm(refused, allRoutes.updateAlertRule, { body: { metres: 2_000_000 }, kind: "operator_far" });
  const form = answer.kind === "refused" ? answer.form : undefined;
  expect(form).toEqual({ path: "/station/v1/alert-rules/{rule_id}", kind: "operator_far" });
  expect(labelKeyOf("metres", form!)).toBe("alertRules.far");
});
