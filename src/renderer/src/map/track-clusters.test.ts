import { describe, expect, it } from "vitest";
import { clusterTracks, MAX_CLUSTER_ZOOM } from "./track-clusters.ts";

const WORLD_PX = 256 * 2 ** 5;

/** An aircraft at a pixel of the world, in a view that begins at `left`. */
function placed(id: string, worldX: number, worldY: number, left = 0) {
  return {
    id,
    x: worldX - left,
    y: worldY,
    track: { position: { x: worldX / WORLD_PX, y: worldY / WORLD_PX } },
  };
}

const four = ["a", "b", "c", "d"].map((id, index) => placed(id, 4400 + 2 * index, 2200));
const far = placed("far", 5000, 2200);
const view = { zoom: 5, worldPx: WORLD_PX };

describe("clusters of aircraft", () => {
  it("join those that cannot be told apart, with their number", () => {
    const { singles, clusters } = clusterTracks([...four, far], view, () => false);
    expect(clusters).toEqual([{ x: 4403, y: 2200, count: 4 }]);
    expect(singles).toEqual([far]);
  });

  it("leave out those that are always drawn by themselves, and join no three", () => {
    const { singles, clusters } = clusterTracks(four, view, ({ id }) => id === "a");
    expect(clusters).toEqual([]);
    expect(singles).toHaveLength(4);
  });

  it("stay the same while the map is moved", () => {
    const moved = four.map(({ id }, index) => placed(id, 4400 + 2 * index, 2200, 17));
    expect(clusterTracks(moved, view, () => false).clusters).toEqual([{ x: 4386, y: 2200, count: 4 }]);
  });

  it("end when the map is close", () => {
    const close = { ...view, zoom: MAX_CLUSTER_ZOOM + 0.5 };
    expect(clusterTracks(four, close, () => false)).toEqual({ singles: four, clusters: [] });
  });
});
