import { describe, expect, it } from "vitest";
import { evidenceRoute, MAX_NAMED, type ShownLog } from "./evidence-route.ts";

const period = { from: "2026-11-20T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" };
const operations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `operation-${index}`,
    time_first_telemetry: new Date(Date.UTC(2026, 10, 20, 8, 0, count - index)).toISOString(),
    time_last_telemetry: new Date(Date.UTC(2026, 10, 20, 9, 0, count - index)).toISOString(),
  }));
const queryOf = (log: Partial<ShownLog>) => {
  const shown = { listed: operations(3), isComplete: true, isFiltered: false, chosen: undefined, period, ...log };
  return (evidenceRoute(shown) as { readonly query: object }).query;
};

describe("the form of a pack that is opened from the log", () => {
  it("is about the chosen operation, whatever else is listed", () => {
    expect(queryOf({ chosen: operations(1)[0], isFiltered: true })).toEqual({ operations: "operation-0" });
  });

  it("is about the time of what is listed, and about the whole period where more than that is in it", () => {
    expect(queryOf({})).toEqual({ from: "2026-11-20T08:00:01.000Z", to: "2026-11-20T09:00:03.000Z" });
    expect(queryOf({ isComplete: false })).toEqual(period);
    expect(queryOf({ listed: [] })).toEqual(period);
    expect(queryOf({ listed: [], period: undefined })).toEqual({});
  });

  it("names what a filter leaves, and says where it is not applied", () => {
    const listed = operations(MAX_NAMED);
    expect(queryOf({ isFiltered: true, listed })).toEqual({ operations: listed.map(({ id }) => id).join(",") });
    expect(queryOf({ isFiltered: true, listed: operations(MAX_NAMED + 1) })).toEqual({ ...period, filter: "none" });
    expect(queryOf({ isFiltered: true, isComplete: false })).toEqual({ ...period, filter: "none" });
    expect(queryOf({ isFiltered: true, listed: [] })).toEqual({ ...period, filter: "none" });
  });
});
