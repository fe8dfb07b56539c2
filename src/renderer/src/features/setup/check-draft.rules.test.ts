import { expect, it } from "vitest";
import { checkOf } from "./check-draft.rules.ts";

const EMPTY = { place: " ", operatorId: "", description: "" };

it("leaves to the station what was not typed", () => {
  expect(checkOf(EMPTY)).toEqual({});
  expect(checkOf({ ...EMPTY, operatorId: " CZE1 ", description: " Survey " })).toEqual({
    operator_id: "CZE1",
    description: "Survey",
  });
});

it("reads the place of the operator in any format, and asks nothing with one that it cannot read", () => {
  expect(checkOf({ ...EMPTY, place: "50.1, 14.4" })).toEqual({ latitude: 50.1, longitude: 14.4 });
  const { latitude, longitude } = checkOf({ ...EMPTY, place: "33U VR 57082 49999" }) ?? {};
  expect([latitude, longitude]).toEqual([expect.closeTo(50.1, 2), expect.closeTo(14.4, 2)]);
  expect(checkOf({ ...EMPTY, place: "50.1" })).toBeUndefined();
});
