import { describe, expect, it } from "vitest";
import { comparedCurves } from "./compared-curves.ts";
import type { ProfileCurve } from "./profile-curves.use.ts";

const curve = (key: string, timesS: readonly number[]): ProfileCurve => ({
  id: key,
  key,
  title: `${key} (m)`,
  label: `${key} from 1 to 2`,
  lines: [{ timesS, values: timesS.map(() => 1) }],
  textAt: () => "",
});
const one = { name: "A", beginS: 1_000, curves: [curve("height ATO", [1_000, 1_010]), curve("speed", [1_000])] };
const other = { name: "B", beginS: 5_000, curves: [curve("height WGS84", [5_003]), curve("speed", [5_000, 5_020])] };

describe("two flights", () => {
  it("are compared over the time since each began", () => {
    const speed = comparedCurves(one, other).find(({ key }) => key === "speed");
    expect(speed?.lines.map(({ timesS }) => timesS)).toEqual([[0], [0, 20]]);
    expect(speed?.label).toBe("A: speed from 1 to 2. B: speed from 1 to 2");
  });

  it("are not drawn together where they were measured from different references", () => {
    const compared = comparedCurves(one, other);
    expect(compared.map(({ key }) => key)).toEqual(["height ATO", "speed", "height WGS84"]);
    expect(compared[0]?.lines[1].timesS).toEqual([]);
    expect(compared[2]?.lines[1].timesS).toEqual([3]);
  });
});
