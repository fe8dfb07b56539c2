import { describe, expect, it } from "vitest";
import { colourOf, deviceEditOf } from "./device-draft.ts";

describe("a device being edited", () => {
  it("clears emptied fields, and trims the others", () => {
    const draft = { name: " ", callsign: " OK-1 ", hasColour: false, colour: "#ff8800", aircraftId: "" };
    expect(deviceEditOf(draft)).toEqual({
      name: null,
      callsign: "OK-1",
      color_tag: null,
      default_aircraft_override: null,
    });
    expect(deviceEditOf({ ...draft, hasColour: true, aircraftId: "a1" })).toMatchObject({
      color_tag: "#ff8800",
      default_aircraft_override: "a1",
    });
  });

  it("accepts only colours that can be drawn", () => {
    expect(colourOf("#F80")).toBe("#ff8800");
    expect(colourOf("#FF8800")).toBe("#ff8800");
    for (const other of ["orange", "url(x)", "#ff88", null]) expect(colourOf(other)).toBeUndefined();
  });
});
