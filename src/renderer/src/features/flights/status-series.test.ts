import { describe, expect, it } from "vitest";
import type { StatusCurvePoint } from "../../../../../server/contracts/flight-telemetry.ts";
import { statusSeriesOf, withoutShortGaps } from "./status-series.ts";

const point = (second: number, fields: Partial<StatusCurvePoint>): StatusCurvePoint => ({
  time: new Date(second * 1_000).toISOString(),
  battery: null,
  rsrp: null,
  rsrq: null,
  snr: null,
  satellites: null,
  ...fields,
});

describe("the states of a flight in columns", () => {
  it("have a column for every known value, with gaps where it is missing", () => {
    const series = statusSeriesOf([point(1, { rsrp: -90 }), point(2, { battery: 3.9, rsrp: 0 })]);
    expect(series).toEqual({
      timesS: [1, 2],
      columns: [
        { value: "battery", numbers: [null, 3.9] },
        { value: "rsrp", numbers: [-90, 0] },
      ],
    });
    expect(statusSeriesOf([]).columns).toEqual([]);
  });

  it("are drawn through where another value was reported in between, and not through half a minute without one", () => {
    expect(withoutShortGaps([0, 1, 5, 6, 100, 101, 200], [1, null, 2, null, null, 3, 4])).toEqual({
      timesS: [0, 5, 53, 101, 200],
      numbers: [1, 2, null, 3, 4],
    });
    expect(withoutShortGaps([0, 1, 2], [null, 1, null])).toEqual({ timesS: [1], numbers: [1] });
  });
});
