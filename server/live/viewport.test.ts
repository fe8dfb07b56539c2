import { describe, expect, it } from "vitest";
import { parseViewport } from "./viewport.ts";

describe("parseViewport", () => {
  it("reads longitude before latitude, and a box across the antimeridian", () => {
    expect(parseViewport("14.2,50,14.6,50.2")).toEqual({
      kind: "viewport",
      bbox: { west: 14.2, south: 50, east: 14.6, north: 50.2 },
    });
    expect(parseViewport("175,-20,-175,-10")).toMatchObject({ kind: "viewport", bbox: { west: 175, east: -175 } });
  });

  it("accepts up to six million square kilometres anywhere", () => {
    expect(parseViewport("0,45,25,70").kind).toBe("viewport");
    expect(parseViewport("-180,78,180,90").kind).toBe("viewport");
    for (const large of ["-180,-90,180,90", "0,0,30,30", "170,0,-160,30"]) {
      expect(parseViewport(large)).toMatchObject({ kind: "refused", notice: { type: "viewport_too_large" } });
    }
  });

  it.each([
    [undefined],
    [null],
    [42],
    [{ west: 1 }],
    [["1,2,3,4"]],
    ["1".repeat(200)],
    [""],
    ["1,2,3"],
    ["1,2,3,NaN"],
    ["1,5,3,4"],
    ["1,2,181,4"],
  ])("refuses %j with a message", (payload) => {
    const result = parseViewport(payload);
    expect(result).toEqual({
      kind: "refused",
      notice: { type: "invalid_viewport", msg: expect.stringMatching(/^The .*\.$/) },
    });
  });
});
