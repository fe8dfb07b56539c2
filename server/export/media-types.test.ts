import { describe, expect, it } from "vitest";
import { findRepresentation, MEDIA, REPRESENTATIONS } from "./media-types.ts";

describe("findRepresentation", () => {
  it.each(REPRESENTATIONS)("finds %s by the content type it is sent with", (representation) => {
    expect(findRepresentation(MEDIA[representation].contentType)).toBe(representation);
  });

  it("reads parameters and capitals as RFC 9110 does", () => {
    expect(findRepresentation("Application/GPX+XML ; q=0.5")).toBe("gpx");
  });

  it.each(["*/*", "text/*", "text/html", ""])("does not guess for %j", (mediaType) => {
    expect(findRepresentation(mediaType)).toBeUndefined();
  });
});
