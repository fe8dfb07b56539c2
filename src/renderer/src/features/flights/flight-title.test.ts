import { expect, it } from "vitest";
import { titlePartsOf } from "./flight-title.ts";

const none = { aircraft: null, device: null };
const note = { source_name: "evening.gpx", declared_aircraft: "Mini 4" };

it("names what flew: the own aircraft, else the device, else what the log says", () => {
  const aircraft = { id: "1", name: "Kite" } as never;
  const device = { id: "2", name: "Beacon" } as never;
  expect(titlePartsOf({ aircraft, device, import_note: note })).toEqual(["Kite"]);
  expect(titlePartsOf({ ...none, device, import_note: note })).toEqual(["Beacon"]);
  expect(titlePartsOf({ ...none, import_note: note })).toEqual(["Mini 4", "evening.gpx"]);
  expect(titlePartsOf({ ...none, import_note: { ...note, declared_aircraft: null } })).toEqual(["evening.gpx"]);
  expect(titlePartsOf({ ...none, import_note: undefined })).toEqual([]);
});
