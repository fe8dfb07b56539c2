import { describe, expect, it } from "vitest";
import { requestOfFilter } from "./filter-request.ts";
import { activeParts, filterOfQuery, NO_FILTER, type OperationFilter, queryOfFilter } from "./operation-filter.ts";

const FULL: OperationFilter = {
  text: "fin-87",
  status: "past",
  technologies: ["wifi_beacon", "network"],
  sourceType: "rid_receiver",
  sensorId: "roof",
  height: { fromM: -5, toM: 120 },
  operatorDistance: { fromM: 500, toM: undefined },
  sensorDistance: { fromM: undefined, toM: 2000.5 },
  seen: "no",
  whose: "own",
};

describe("a filter in the address", () => {
  it("is the same after writing and reading", () => {
    expect(filterOfQuery(queryOfFilter(FULL))).toEqual(FULL);
    expect(activeParts(FULL)).toHaveLength(10);
    const others: OperationFilter = { ...NO_FILTER, whose: "others" };
    expect(queryOfFilter(others)).toMatchObject({ whose: "others" });
    expect(filterOfQuery({ whose: "others" })).toEqual(others);
  });

  it("has no parameters when it limits nothing", () => {
    expect(Object.values(queryOfFilter(NO_FILTER)).every((value) => value === undefined)).toBe(true);
    expect(activeParts(NO_FILTER)).toEqual([]);
  });

  it.each([
    { status: "flying", technology: "smoke,pigeon", source: "x", seen: "maybe", whose: "yours" },
    { height: "high", "operator-distance": "1..2..3", "sensor-distance": "..", status: ["past", "current"] },
    { height: "NaN..Infinity" },
  ])("ignores invalid parameters: %j", (query) => {
    expect(filterOfQuery(query)).toEqual(NO_FILTER);
  });
});

describe("a filter as a request", () => {
  it("has a parameter of the list for every part that limits something", () => {
    expect(requestOfFilter(FULL)).toEqual({
      search: "fin-87",
      transmission_technology: ["wifi_beacon", "network"],
      source_type: "rid_receiver",
      sensor_id: "roof",
      seen: false,
      exclude_public: true,
      ato_from: -5,
      ato_to: 120,
      operator_distance_from: 500,
      sensor_distance_to: 2000.5,
    });
    expect(requestOfFilter(NO_FILTER)).toEqual({});
    expect(requestOfFilter({ ...NO_FILTER, whose: "others" })).toEqual({ ownership: "others" });
  });
});
