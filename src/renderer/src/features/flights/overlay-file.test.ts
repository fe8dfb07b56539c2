import { describe, expect, it } from "vitest";
import type { ImportedFlight } from "../../../../../server/contracts/flight-import.ts";
import type { ChosenFlightLog } from "./flight-log-import.use.ts";
import { canBeOverlay } from "./overlay-file.ts";

const refused: ChosenFlightLog["answer"] = {
  kind: "refused",
  status: 400,
  message: "The file contains no points of a flight.",
};
const UNDATED: ImportedFlight = {
  ...{ id: null, is_known: false, name: "Way in", points: 3, date_started: null, date_finished: null },
  ...{ times: "none", serial_number: null, aircraft_name: null, home: null },
};
const isOffered = (name: string, answer: ChosenFlightLog["answer"]) =>
  canBeOverlay({ file: new File([], name), answer });

describe("a file without a track of a flight", () => {
  it("is offered for the map if it is of a kind that a map shows", () => {
    const names = ["club.kml", "Club.KMZ", "areas.geojson", "areas.json", "evening.gpx", "kml", "club.kml.txt"];
    expect(names.filter((name) => isOffered(name, refused))).toEqual(names.slice(0, 4));
  });

  it("is offered too where its lines, which have no times, could be a track", () => {
    const found = (times: ImportedFlight["times"]): ChosenFlightLog["answer"] => {
      const flight = { ...UNDATED, times };
      return { kind: "ok", value: { format: "kml", sha256: "", flights: [flight], dropped: {}, notes: [] } };
    };
    expect(isOffered("club.kml", found("none"))).toBe(true);
    expect(isOffered("club.kml", found("utc"))).toBe(false);
  });

  it("is not offered before the station has read it, and where the station could not", () => {
    expect(isOffered("club.kml", undefined)).toBe(false);
    expect(isOffered("club.kml", { kind: "unreachable" })).toBe(false);
    expect(isOffered("club.kml", { ...refused, status: 429 })).toBe(false);
  });
});
