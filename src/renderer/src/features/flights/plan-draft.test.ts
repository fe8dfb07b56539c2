import { describe, expect, it } from "vitest";
import { planShapeOf, withKind, withPlace } from "../../map/plan-shape.ts";
import { planRequestOf, newDraft, planProblemsOf, takeoffOf } from "./plan-draft.ts";

const NOW_MS = Date.parse("2026-11-20T12:01:00.000Z");
const GRAZ = { latitude: 47.07, longitude: 15.43 };
const PEAK = { latitude: 47.08, longitude: 15.44 };
const VALLEY = { latitude: 47.06, longitude: 15.45 };

describe("a plan that is edited", () => {
  it("starts at the next multiple of five minutes, for half an hour", () => {
    expect(newDraft(NOW_MS)).toMatchObject({ start: "2026-11-20T12:05:00.000Z", finish: "2026-11-20T12:35:00.000Z" });
  });

  it("moves a circle with a click, and adds a point to what has several", () => {
    const circle = withPlace(withPlace(newDraft(NOW_MS), GRAZ), PEAK);
    expect(circle.points).toEqual([PEAK]);
    const corridor = withPlace(withKind(circle, "corridor"), GRAZ);
    expect(corridor.points).toEqual([PEAK, GRAZ]);
    expect(takeoffOf(corridor)).toEqual(PEAK);
    expect(withKind(corridor, "circle").points).toEqual([PEAK]);
  });

  it("lists its problems", () => {
    const empty = newDraft(NOW_MS);
    expect(planProblemsOf(empty, 353)).toEqual(["points"]);
    const circle = withPlace(empty, GRAZ);
    expect(planProblemsOf(circle, 353)).toEqual([]);
    expect(planProblemsOf(circle, null)).toEqual(["ceiling"]);
    expect(planProblemsOf(withKind(circle, "corridor"), 353)).toEqual(["points"]);
    const wrong = { ...circle, radiusM: 0, ceilingM: "high", finish: empty.start.replace("12", "11") };
    expect(planProblemsOf(wrong, 353)).toEqual(["radius", "window", "ceiling"]);
  });

  it("is flown by who plans it, or by the account that is named", () => {
    const mine = withPlace(newDraft(NOW_MS), GRAZ);
    expect(planRequestOf(mine, 353)).not.toHaveProperty("pilot");
    const pilot = "6f9619ff-8b86-4011-b42d-00c04fc964ff";
    expect(planRequestOf({ ...mine, pilotId: ` ${pilot} ` }, 353)).toMatchObject({ pilot });
    expect(planProblemsOf({ ...mine, pilotId: pilot }, 353)).toEqual([]);
    expect(planProblemsOf({ ...mine, pilotId: "Ann" }, 353)).toEqual(["pilot"]);
  });

  it("has the problem that its outline crosses itself", () => {
    const corners = [GRAZ, PEAK, { latitude: 47.08, longitude: 15.43 }, { latitude: 47.07, longitude: 15.44 }];
    const polygon = { ...newDraft(NOW_MS), kind: "polygon", points: corners } as const;
    expect(planProblemsOf(polygon, 200)).toEqual(["crossing"]);
    expect(planProblemsOf({ ...polygon, kind: "corridor" }, 200)).toEqual([]);
    expect(planProblemsOf({ ...polygon, points: [GRAZ, PEAK, VALLEY] }, 200)).toEqual([]);
  });

  it("has a ceiling of 120 m above the ground unless another one is typed", () => {
    const draft = withPlace(newDraft(NOW_MS), GRAZ);
    expect(planRequestOf(draft, 353.4).max_flight_altitude).toBe(473);
    expect(planRequestOf({ ...draft, ceilingM: "500,5" }, null).max_flight_altitude).toBe(500.5);
    expect(planProblemsOf({ ...draft, ceilingM: "353" }, 353.4)).toEqual(["ceiling"]);
  });

  it("is sent longitude first, a polygon closed", () => {
    const polygon = { ...newDraft(NOW_MS), kind: "polygon", points: [GRAZ, PEAK, VALLEY], aircraftId: "a1" } as const;
    expect(planRequestOf(polygon, 353)).toMatchObject({
      region: {
        type: "Polygon",
        coordinates: [
          [
            [15.43, 47.07],
            [15.44, 47.08],
            [15.45, 47.06],
            [15.43, 47.07],
          ],
        ],
      },
      takeoff_latitude: 47.07,
      takeoff_longitude: 15.43,
      aircraft: "a1",
      device: null,
    });
    expect(planShapeOf(planRequestOf(polygon, 353).region)).toMatchObject({
      kind: "polygon",
      points: [GRAZ, PEAK, VALLEY],
    });
  });
});
