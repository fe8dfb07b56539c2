import { expect, it } from "vitest";
import {
  flightTitleOf,
  readFlightName,
  readFlightNoteName,
  writeFlightName,
  writeFlightNoteName,
} from "./flight-title.ts";

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

it("is part of the name in search and synchronisation, which a client reads back", () => {
  const beginMs = Date.parse("2026-11-20T14:03:00Z");
  expect(writeFlightName("Kite, red", beginMs)).toBe("Kite, red, 2026-11-20 14:03");
  expect(readFlightName("Kite, red, 2026-11-20 14:03")).toEqual({ title: "Kite, red", beginMs });
  expect(readFlightName(writeFlightName(undefined, beginMs))).toEqual({ title: undefined, beginMs });
  expect(readFlightName("OK-1")).toBeUndefined();
  expect(readFlightName("OK-1, 2026-13-40 14:03")).toBeUndefined();
  expect(readFlightNoteName(writeFlightNoteName("OK-1, 2026-11-20 14:03"))).toBe("OK-1, 2026-11-20 14:03");
});
