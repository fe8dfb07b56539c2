import { describe, expect, it } from "vitest";
import { touchedSummary } from "./touched-summary.ts";

const zone = (name: string, restriction: "prohibited" | "airspace") => ({ name, restriction });

describe("the zones that a plan touches, beside the save button", () => {
  it("are named, the strictest two of them, and the others counted", () => {
    const castle = zone("Castle", "prohibited");
    expect(touchedSummary([castle])).toBe("Touches Castle (Prohibited)");
    expect(touchedSummary([castle, zone("Tower", "airspace")])).toBe("Touches Castle (Prohibited), Tower (Airspace)");
    expect(touchedSummary([castle, castle, castle])).toContain("and 1 more");
  });

  it("are an empty text where there are none", () => {
    expect(touchedSummary([])).toBe("");
  });
});
