/**
 * The error of the outlines of the built-in map. Of the towns and runways that they leave in the water, three in four
 * are within this distance of the outline; around the others, the data has an additional piece of shore. The notice on
 * the map (`map.detailEnds`) names the same distance.
 */
export const SHORE_ERROR_M = 1_000;
/** From this zoom on that error is wider than a finger: the map draws a belt instead of a line, and says so. */
export const DETAIL_END_ZOOM = 12;

/** Whether the built-in map has no more detail at a zoom; half steps are drawn as the next whole one. */
export function isBeyondDetail(zoom: number): boolean {
  return Math.round(zoom) >= DETAIL_END_ZOOM;
}
