import { describe, expect, it } from "vitest";
import { NO_AUTOPILOT, type StatusModel } from "./flight-status.store.ts";
import { createStatusCurve } from "./status-curve.ts";

const state = (second: number, more: Partial<StatusModel> = {}): StatusModel => ({
  flight: "a",
  timeMs: second * 1000,
  receivedMs: 0,
  batteryV: null,
  cellId: null,
  rsrpDbm: null,
  rsrqDb: null,
  snrDb: null,
  tac: null,
  satellites: null,
  isCharging: null,
  ...NO_AUTOPILOT,
  ...more,
});

function curveOf(states: readonly StatusModel[], maxPoints: number) {
  const curve = createStatusCurve(states.length, maxPoints);
  for (const one of states) curve.add(one);
  return curve.points();
}

describe("the curve of a device's states", () => {
  it("has every state as long as it fits", () => {
    const states = [1, 2, 3].map((second) => state(second, { batteryV: second }));
    expect(curveOf(states, 3)).toEqual(states);
    expect(curveOf([], 3)).toEqual([]);
  });

  it("never has more points than allowed, and never loses a drop", () => {
    const states = Array.from({ length: 1001 }, (_, second) => state(second, { rsrpDbm: second === 777 ? -130 : -80 }));
    const points = curveOf(states, 100);
    expect(points.length).toBeLessThanOrEqual(100);
    expect(points.filter(({ rsrpDbm }) => rsrpDbm === -130)).toHaveLength(1);
    expect(points[0]?.timeMs).toBe(0);
  });

  it("reads each value only from the states that have it", () => {
    const states = [state(1, { batteryV: 4 }), state(2, { satellites: 9 }), state(3, { batteryV: 3.9, satellites: 0 })];
    expect(curveOf(states, 1)).toMatchObject([{ timeMs: 1000, batteryV: 3.9, satellites: 0, rsrpDbm: null }]);
  });
});
