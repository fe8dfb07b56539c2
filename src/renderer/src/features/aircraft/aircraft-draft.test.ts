import { describe, expect, it } from "vitest";
import type { AircraftModel } from "../../../../../server/contracts/aircraft.ts";
import { aircraftDraftOf, NEW_AIRCRAFT, aircraftProblemsOf, aircraftRequestOf, withModel } from "./aircraft-draft.ts";

const MINI: AircraftModel = {
  id: "m1",
  name: "Mini 2",
  full_name: "DJI Mini 2",
  type: "Helicopter (or Multirotor)",
  weight: 249,
  endurance: 31,
  uas_class: "AircraftUASClass.C0",
};

describe("an aircraft that is edited", () => {
  it("takes the known data of its model, and keeps the other fields", () => {
    const typed = { ...NEW_AIRCRAFT, weightG: "500", enduranceMin: "12" };
    expect(withModel(typed, MINI)).toMatchObject({ modelId: "m1", weightG: "249", enduranceMin: "31" });
    const bare = { ...MINI, weight: null, endurance: null, uas_class: "AircraftUASClass.UNKNOWN" } as const;
    expect(withModel({ ...typed, uasClass: "AircraftUASClass.C2" }, bare)).toMatchObject({
      weightG: "500",
      enduranceMin: "12",
      uasClass: "AircraftUASClass.C2",
    });
  });

  it("finds the vendor of its model", () => {
    const aircraft = {
      id: "a",
      name: "Red",
      model: { id: "m1", name: "Mini 2" },
      weight: 260.5,
      uas_class: "AircraftUASClass.C0",
      endurance: 0,
    } as const;
    const vendors = [
      { id: "v0", name: "Other", models: [] },
      { id: "v1", name: "DJI", models: [MINI] },
    ];
    expect(aircraftDraftOf(aircraft, vendors)).toMatchObject({ vendorId: "v1", weightG: "260.5", enduranceMin: "" });
  });

  it("needs a name when it is not new, and valid numbers", () => {
    expect(aircraftProblemsOf(NEW_AIRCRAFT, true)).toEqual([]);
    expect(aircraftProblemsOf(NEW_AIRCRAFT, false)).toEqual(["name"]);
    const wrong = { ...NEW_AIRCRAFT, weightG: "-1", enduranceMin: "1.5" };
    expect(aircraftProblemsOf(wrong, true)).toEqual(["weightG", "enduranceMin"]);
    expect(aircraftProblemsOf({ ...NEW_AIRCRAFT, weightG: "249,5", enduranceMin: "2147483648" }, true)).toEqual([
      "enduranceMin",
    ]);
  });

  it("leaves an empty name and weight to the station", () => {
    expect(aircraftRequestOf({ ...NEW_AIRCRAFT, name: "  ", weightG: "" })).toEqual({
      model: null,
      weight: null,
      endurance: 0,
      uas_class: "AircraftUASClass.UNKNOWN",
    });
    expect(aircraftRequestOf({ ...NEW_AIRCRAFT, name: " Red ", weightG: "249,5" })).toMatchObject({
      name: "Red",
      weight: 249.5,
    });
  });
});
