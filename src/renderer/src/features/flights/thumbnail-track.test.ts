import { describe, expect, it } from "vitest";
import { createThumbnail } from "../../../../../server/features/flights/thumbnail.ts";
import { thumbnailTrackOf } from "./thumbnail-track.ts";

const TRACK = [
  { latitude: 50, longitude: 14 },
  { latitude: 50.01, longitude: 14.01 },
  { latitude: 50.02, longitude: 14 },
];

describe("the track of a thumbnail", () => {
  it("is read from the picture that the station draws", () => {
    const track = thumbnailTrackOf(createThumbnail(TRACK))!;
    expect(track.viewBox).toBe("0 0 320 200");
    expect(track.points.split(" ")).toHaveLength(3);
    expect(track.dots.map(({ name }) => name)).toEqual(["begin", "end"]);
    expect(`${track.dots[1]?.x},${track.dots[1]?.y}`).toBe(track.points.split(" ").at(-1));
  });

  it("takes nothing but numbers from it", () => {
    expect(thumbnailTrackOf('<svg viewBox="0 0 320 200"><polyline points="0,0" onload="x()"/></svg>')?.points).toBe(
      "0,0",
    );
    expect(thumbnailTrackOf('<svg viewBox="0 0 320 200"><polyline points="url(#x)"/></svg>')).toBeUndefined();
    expect(thumbnailTrackOf("<svg/>")).toBeUndefined();
  });
});
