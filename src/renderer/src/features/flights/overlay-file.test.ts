import { describe, expect, it } from "vitest";
import type { ChosenLog } from "./log-import.use.ts";
import { canBeOverlay } from "./overlay-file.ts";

const refused: ChosenLog["answer"] = {
  kind: "refused",
  status: 400,
  message: "The file contains no points of a flight.",
};
const isOffered = (name: string, answer: ChosenLog["answer"]) => canBeOverlay({ file: new File([], name), answer });

describe("a file without a track of a flight", () => {
  it("is offered for the map if it is of a kind that a map shows", () => {
    const names = [
      "club.kml",
      "Club.KMZ",
      "areas.geojson",
      "areas.json",
      "evening.gpx",
      "kml",
      "a.csv",
      "club.kml.txt",
    ];
    const offered = names.filter((name) => isOffered(name, refused));
    expect(offered).toEqual(["club.kml", "Club.KMZ", "areas.geojson", "areas.json"]);
  });

  it("is not offered before the station has read it, and where the station could not", () => {
    expect(isOffered("club.kml", undefined)).toBe(false);
    expect(isOffered("club.kml", { kind: "unreachable" })).toBe(false);
    expect(isOffered("club.kml", { ...refused, status: 429 })).toBe(false);
  });
});
