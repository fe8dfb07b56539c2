import { expect, it } from "vitest";
import { DEFAULT_SORT, orderParameter, nextSort, parseSort, sortText } from "./flight-sort.ts";

it("reads the order of the address, and takes the newest first where that says nothing sensible", () => {
  expect(parseSort("-distance")).toEqual({ column: "distance", isDescending: true });
  expect(parseSort("status")).toEqual({ column: "status", isDescending: false });
  for (const text of ["", "--distance", "id", "toString"]) expect(parseSort(text)).toEqual(DEFAULT_SORT);
  expect(["-distance", "status", "begin"].map((text) => sortText(parseSort(text)))).toEqual([
    "-distance",
    "status",
    "begin",
  ]);
  expect(sortText(DEFAULT_SORT)).toBe("");
});

it("begins with the greatest values of a column, and turns round when it is chosen again", () => {
  const far = nextSort("distance", DEFAULT_SORT);
  expect(far).toEqual({ column: "distance", isDescending: true });
  expect(nextSort("distance", far)).toEqual({ column: "distance", isDescending: false });
  expect(nextSort("status", far)).toEqual({ column: "status", isDescending: false });
});

it("asks the station in the names of its fields", () => {
  expect(orderParameter(parseSort("-duration"))).toEqual({ ordering: "-duration" });
  expect(orderParameter(parseSort("begin"))).toEqual({ ordering: "date_planned_start" });
  expect(orderParameter(DEFAULT_SORT)).toEqual({});
});
