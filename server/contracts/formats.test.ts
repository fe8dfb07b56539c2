import { describe, expect, it } from "vitest";
import { fileFormatsOf, findFormat, FORMATS, formatsOf, readableFormatsOf } from "./formats.ts";

describe("findFormat", () => {
  it.each(formatsOf("telemetry"))("finds %s by the content type it is sent with", (representation) => {
    expect(findFormat(FORMATS[representation].contentType)).toBe(representation);
  });

  it("reads parameters and capitals as RFC 9110 does", () => {
    expect(findFormat("Application/GPX+XML ; q=0.5")).toBe("gpx");
  });

  it.each(["*/*", "text/*", "text/html", ""])("does not guess for %j", (mediaType) => {
    expect(findFormat(mediaType)).toBeUndefined();
  });
});

describe("the formats of a document", () => {
  it("are those that write it, best first", () => {
    expect(formatsOf("telemetry")).toEqual(["json", "ndjson", "csv", "gpx", "kml", "geojson", "geojsonseq"]);
    expect(formatsOf("flight_track")).toEqual(["json", "csv", "gpx", "kml", "geojson", "geojsonseq"]);
    expect(formatsOf("status_history")).toEqual(["json", "csv", "kml"]);
    expect(formatsOf("table")).toEqual(["json", "csv"]);
    expect(formatsOf("operation_list")).toEqual(["json", "geojson", "geojsonseq"]);
    expect(formatsOf("flight_list")).toEqual(["json", "csv", "geojson", "geojsonseq"]);
  });

  it("are uploaded in those that are read", () => {
    expect(readableFormatsOf("flight_track")).toEqual(["json", "csv", "gpx", "kml"]);
    expect(readableFormatsOf("status_history")).toEqual(["json", "csv", "kml"]);
    expect(readableFormatsOf("table")).toEqual(["json", "csv"]);
  });

  it("are offered as files with those for maps first", () => {
    expect(fileFormatsOf("telemetry")).toEqual(["gpx", "kml", "geojson", "geojsonseq", "csv", "ndjson", "json"]);
    expect(fileFormatsOf("flight_track")).toEqual(["gpx", "kml", "geojson", "geojsonseq", "csv", "json"]);
  });
});
