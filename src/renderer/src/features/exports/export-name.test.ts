import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import { archiveNameOf, exportNameOf } from "./export-name.ts";

const operation = (value: string) =>
  ({
    ua_identifiers: [{ type: "serial_number", value }],
    time_first_telemetry: "2023-04-01T10:20:30.000Z",
  }) as Operation;

describe("the name of an exported track", () => {
  it("is the identifier and the time", () => {
    expect(exportNameOf("id", operation("1588E040445AC004418"))).toBe("1588E040445AC004418_2023-04-01T10-20-30");
  });

  it("has no characters that a file system refuses", () => {
    expect(exportNameOf("id", operation("../a b:c\\d"))).toBe("..-a-b-c-d_2023-04-01T10-20-30");
  });

  it("falls back to the id of the operation", () => {
    expect(exportNameOf("0195-abc", undefined)).toBe("0195-abc");
  });

  it("of an archive has the time, the number of tracks once they are counted, and the format", () => {
    expect(archiveNameOf(12, "gpx", Date.UTC(2026, 10, 20, 11, 5, 9))).toBe(
      "fieldstation_2026-11-20T11-05_12-tracks_gpx.zip",
    );
    expect(archiveNameOf(undefined, "gpx", Date.UTC(2026, 10, 20, 11, 5, 9))).toBe(
      "fieldstation_2026-11-20T11-05_tracks_gpx.zip",
    );
  });
});
