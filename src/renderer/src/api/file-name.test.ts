import { expect, it } from "vitest";
import { withExtension } from "./file-name.ts";

it("a file's name ends as other programs know the format", () => {
  expect((["gpx", "geojson", "geojsonseq"] as const).map((format) => withExtension("a", format))).toEqual([
    "a.gpx",
    "a.geojson",
    "a.geojsons",
  ]);
});
