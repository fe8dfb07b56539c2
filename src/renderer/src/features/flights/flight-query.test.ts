import { describe, expect, it } from "vitest";
import { parsePage, flightQueryOf } from "./flight-query.ts";

const NONE = { whose: "", status: "", device: "", aircraft: "", from: "", to: "" };
const ANONYMOUS_VIEWER = { zone: "utc", me: undefined } as const;
const ID = "9e427a5f-4444-4506-b340-0783a708fd47";

describe("the filters of the flights", () => {
  it("become parameters only where something is chosen", () => {
    expect(flightQueryOf(NONE, 1, ANONYMOUS_VIEWER)).toEqual({ limit: 25, offset: 0 });
    expect(
      flightQueryOf(
        { ...NONE, status: "planned", device: ID, aircraft: ID, from: "2026-11-01", to: "2026-11-20" },
        3,
        ANONYMOUS_VIEWER,
      ),
    ).toEqual({
      limit: 25,
      offset: 50,
      status: "planned",
      device: ID,
      aircraft: ID,
      date_from: "2026-11-01",
      date_to: "2026-11-20",
    });
  });

  it("select one's own flights by default, where somebody is signed in", () => {
    const whose = (text: string) => {
      const {
        limit: _limit,
        offset: _offset,
        ...query
      } = flightQueryOf({ ...NONE, whose: text }, 1, { zone: "utc", me: ID });
      return query;
    };
    expect(whose("")).toEqual({ owner: ID });
    expect(whose("neighbour")).toEqual({ owner: ID });
    expect(whose("flown")).toEqual({ pilot: ID });
    expect(whose("all")).toEqual({});
  });

  it("ignore invalid parameters of the address", () => {
    const odd = { whose: "x", status: "flying", device: "x", aircraft: "y", from: "yesterday", to: "1.1.2026" };
    expect(flightQueryOf(odd, 1, ANONYMOUS_VIEWER)).toEqual({ limit: 25, offset: 0 });
    for (const text of ["", "0", "-1", "1.5", "x"]) expect(parsePage(text)).toBe(1);
  });
});
