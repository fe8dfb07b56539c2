import { expect, it } from "vitest";
import { flightTitleOf } from "./flight-title.ts";

const none = { callsign_used: null, aircraft: null, device: null };
const note = { source_name: "evening.gpx", declared_aircraft: "Mini 4" };

it("is the call sign, or else what flew: the own aircraft, else the device, else what the log says", () => {
  const [aircraft, device] = [{ name: "Kite" }, { name: "Beacon" }];
  const known = { callsign_used: "OK-1", aircraft, device, import_note: note };
  expect(flightTitleOf(known, "near Brno")).toBe("OK-1");
  expect(flightTitleOf({ ...known, callsign_used: null })).toBe("Kite");
  expect(flightTitleOf({ ...known, callsign_used: null }, "near Brno")).toBe("Kite · near Brno");
  expect(flightTitleOf({ ...none, device, import_note: note })).toBe("Beacon");
  expect(flightTitleOf({ ...none, import_note: note })).toBe("Mini 4 · evening.gpx");
  expect(flightTitleOf({ ...none, import_note: { ...note, declared_aircraft: null } })).toBe("evening.gpx");
  expect(flightTitleOf({ ...none, import_note: { ...note, source_name: null } })).toBe("Mini 4");
  expect(flightTitleOf({ ...none, import_note: { ...note, name: "Over the lake" } })).toBe("Mini 4 · Over the lake");
  expect(flightTitleOf({ ...none, import_note: undefined }, "near Brno")).toBeUndefined();
});
