import { expect, it } from "vitest";
import { DEFAULT_SORT, orderingOf, sortedBy, sortOf, sortText } from "./flight-sort.ts";

it("reads the order of the address, and takes the newest first where that says nothing sensible", () => {
  expect(sortOf("-distance")).toEqual({ column: "distance", isDescending: true });
  expect(sortOf("status")).toEqual({ column: "status", isDescending: false });
  for (const text of ["", "--distance", "id", "toString"]) expect(sortOf(text)).toEqual(DEFAULT_SORT);
  expect(["-distance", "status", "begin"].map((text) => sortText(sortOf(text)))).toEqual([
    "-distance",
    "status",
    "begin",
  ]);
  expect(sortText(DEFAULT_SORT)).toBe("");
});

it("begins with the greatest values of a column, and turns round when it is chosen again", () => {
  const far = sortedBy("distance", DEFAULT_SORT);
  expect(far).toEqual({ column: "distance", isDescending: true });
  expect(sortedBy("distance", far)).toEqual({ column: "distance", isDescending: false });
  expect(sortedBy("status", far)).toEqual({ column: "status", isDescending: false });
});

it("asks the station in the names of its fields", () => {
  expect(orderingOf(sortOf("-duration"))).toEqual({ ordering: "-duration" });
  expect(orderingOf(sortOf("begin"))).toEqual({ ordering: "date_planned_start" });
  expect(orderingOf(DEFAULT_SORT)).toEqual({});
});
