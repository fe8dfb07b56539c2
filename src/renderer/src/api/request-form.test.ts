import { expect, it } from "vitest";
import { allRoutes } from "../../../../server/contracts/index.ts";
import { labelKeyOf } from "../text/field-labels.rules.ts";
import { requestFormOf } from "./request-form.ts";

it("names the fields of an entry by its kind, which the body of a change may lack", () => {
  const form = requestFormOf(allRoutes.updateAlertRule, { body: { metres: 2_000_000 }, kind: "operator_far" });
  expect(form).toEqual({ path: "/station/v1/alert-rules/{rule_id}", kind: "operator_far" });
  expect(labelKeyOf("metres", form)).toBe("alertRules.far");
});
