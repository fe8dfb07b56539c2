import { describe, expect, it } from "vitest";
import { ageStateOf } from "../../tracks/age.ts";
import { trackPalettes } from "../palettes.ts";
import { ageLegendRows, legendRows } from "./legend-rows.ts";

describe("the legend of the aircraft's colours", () => {
  it.each(["day", "night", "red"] as const)("has the three ages with the colours of %s mode", (mode) => {
    const rows = ageLegendRows(mode);
    expect(rows.map(({ age, colour }) => [age, colour])).toEqual(
      (["active", "ageing", "stale"] as const).map((age) => [age, trackPalettes[mode][age]]),
    );
  });

  it("states the limits that the colours have", () => {
    const limitsS = ageLegendRows("day").map(({ from, to }) => [from, to].map((text) => text && parseInt(text, 10)));
    expect(limitsS).toEqual([
      [undefined, 30],
      [30, 90],
      [90, undefined],
    ]);
    expect([29_999, 30_000, 89_999, 90_000].map(ageStateOf)).toEqual(["active", "ageing", "ageing", "stale"]);
  });

  it("has the bands of heights from low to high", () => {
    const rows = legendRows("height", "day", "metric");
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ from: undefined });
    expect(rows[4]).toMatchObject({ to: undefined });
  });
});
