import { describe, expect, test } from "vitest";
import type { FlightDetail } from "../contracts/flights.ts";
import { flightCreate, flightEdit, flightFields, orderedRegion, overlapOf, phaseOf } from "./flight.fields.ts";

const FLIGHT = {
  id: "0b0e7f7e-6f1c-4c43-9c2d-7b6f0a1d2c3b",
  date_planned_start: "2026-09-01T10:00:00.000Z",
  date_planned_finish: "2026-09-01T11:00:00.000Z",
  date_started: null,
  date_finished: null,
  status: "planned",
  closing_flag: null,
  distance: null,
  duration: null,
  visibility: "private",
  aircraft: null,
  device: null,
  source: "direct-source",
  color_tag_used: null,
  callsign_used: null,
  region: { type: "Point", coordinates: [14.4, 50.1], radius: 500 },
  max_flight_altitude: 300,
  max_height: null,
  lower_altitude: null,
  take_off: { location: { lat: 50.1, lon: 14.4 }, pressure: null, pressure_altitude: null, altitude: null },
  pilot: null,
  operation_mode: null,
  operation_category: null,
} satisfies FlightDetail;

describe("the region of a flight", () => {
  test("of a device, with latitude first, is turned round", () => {
    const region = { type: "Point", coordinates: [50.1, 14.4], radius: 1000 } as const;
    expect(orderedRegion({ ...FLIGHT, region: { ...region, coordinates: [50.1, 14.4] } })).toMatchObject({
      coordinates: [14.4, 50.1],
      radius: 1000,
    });
    expect(orderedRegion(FLIGHT)).toBe(FLIGHT.region);
  });

  test("is compared and sent in one order", () => {
    const ofDevice: FlightDetail = { ...FLIGHT, region: { type: "Point", coordinates: [50.1, 14.4], radius: 500 } };
    expect(flightFields(ofDevice)["region"]).toEqual(FLIGHT.region);
    expect(flightCreate(ofDevice, { device: null, aircraft: null, pilot: null, status: "planned" })["region"]).toEqual(
      FLIGHT.region,
    );
  });
});

test("states on the way to a finished flight are no difference", () => {
  expect(["uploading", "processing", "finished", "error"].map(phaseOf)).toEqual(Array(4).fill("flown"));
  expect(["planned", "cancelled", "current", "inactive"].map(phaseOf)).toEqual([
    "planned",
    "cancelled",
    "current",
    "current",
  ]);
});

test("a flight is created with its id and its visibility, and without what is unknown", () => {
  const body = flightCreate(FLIGHT, { device: null, aircraft: "a", pilot: null, status: "uploading" });
  expect(body).toMatchObject({ id: FLIGHT.id, visibility: "private", status: "uploading", aircraft: "a" });
  expect(Object.values(body)).not.toContain(null);
});

test("an edit has the fields of the API: a take-off in two, and a height that may be removed", () => {
  const edit = flightEdit(
    { takeoff: { lat: 1, lon: 2 }, max_height: null, lower_altitude: null, status: "flown" },
    "uploading",
  );
  expect(edit).toEqual({ takeoff_latitude: 1, takeoff_longitude: 2, max_height: null, status: "uploading" });
});

test("the overlap of two flights is that of the shorter one", () => {
  const at = (from: string, until: string) => ({
    ...FLIGHT,
    date_started: `2026-09-01T${from}:00Z`,
    date_finished: `2026-09-01T${until}:00Z`,
  });
  expect(overlapOf(at("10:00", "11:00"), at("10:30", "10:40"))).toBe(1);
  expect(overlapOf(at("10:00", "10:20"), at("10:10", "10:30"))).toBe(0.5);
  expect(overlapOf(at("10:00", "10:20"), at("11:00", "11:30"))).toBe(0);
});
