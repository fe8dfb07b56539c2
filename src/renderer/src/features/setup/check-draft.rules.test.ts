import { expect, it } from "vitest";
import { checkRequestOf } from "./check-draft.rules.ts";

const EMPTY = { place: " ", operatorId: "", description: "" };

it("leaves to the station what was not typed", () => {
  expect(checkRequestOf(EMPTY)).toEqual({});
  expect(checkRequestOf({ ...EMPTY, operatorId: " CZE1 ", description: " Survey " })).toEqual({
    operator_id: "CZE1",
    description: "Survey",
  });
});

it("reads the place of the operator in any format, and asks nothing with one that it cannot read", () => {
  expect(checkRequestOf({ ...EMPTY, place: "50.1, 14.4" })).toEqual({ latitude: 50.1, longitude: 14.4 });
  const { latitude, longitude } = checkRequestOf({ ...EMPTY, place: "33U VR 57082 49999" }) ?? {};
  expect([latitude, longitude]).toEqual([expect.closeTo(50.1, 2), expect.closeTo(14.4, 2)]);
  expect(checkRequestOf({ ...EMPTY, place: "50.1" })).toBeUndefined();
});
