import { expect, it } from "vitest";
import { stateOfOperator } from "./identity-form.ts";

it("tells the state of a number in the European form, and of no other", () => {
  expect(stateOfOperator("FIN87astrdge12k8")).toBe("FI");
  expect(stateOfOperator("CZE87astrdge12k8")).toBe("CZ");
  for (const other of [
    "GBR-OP-123ABCD",
    "FIN87astrdge12k",
    "FIN87astrdge12k88",
    "XXX87astrdge12k8",
    "FIN87astrdge12-8",
    "",
  ]) {
    expect(stateOfOperator(other)).toBeUndefined();
  }
});
