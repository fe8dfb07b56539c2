import type { TrackPalette } from "./palettes.ts";
import type { Cluster } from "./track-clusters.ts";
import type { View } from "./view.layer.ts";
import { MAP_FONT } from "./map-text.ts";

const RADIUS_PX = 15;

/** Draws a disc with the number of aircraft, in neutral colours that show the state of none of them. */
export function drawClusters({ context }: View, clusters: readonly Cluster[], palette: TrackPalette): void {
  context.save();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 12.5px ${MAP_FONT}`;
  context.lineWidth = 3;
  for (const { x, y, count } of clusters) {
    context.beginPath();
    context.arc(x, y, radiusOf(count), 0, 2 * Math.PI);
    context.fillStyle = palette.outline;
    context.strokeStyle = palette.selection;
    context.fill();
    context.stroke();
    context.fillStyle = palette.text;
    context.fillText(String(count), x, y + 0.5);
  }
  context.restore();
}

/** The cluster under a point of the canvas. */
export function clusterAt(
  clusters: readonly Cluster[],
  { x, y }: { readonly x: number; readonly y: number },
): Cluster | undefined {
  return clusters.findLast((one) => Math.hypot(one.x - x, one.y - y) <= radiusOf(one.count) + 3);
}

function radiusOf(count: number): number {
  return RADIUS_PX + Math.min(9, Math.log10(count) * 4);
}
