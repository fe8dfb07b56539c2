/** The track of a flight's thumbnail, in the units of its view box. */
export interface ThumbnailTrack {
  readonly viewBox: string;
  /** The points of an SVG polyline. */
  readonly points: string;
  readonly dots: readonly { readonly name: "begin" | "end"; readonly x: string; readonly y: string }[];
}

const VIEW_BOX = /viewBox="([\d. ]+)"/;
const POINTS = /<polyline points="([\d., -]+)"/;
const DOT = /<circle class="(begin|end)" cx="(-?[\d.]+)" cy="(-?[\d.]+)"/g;

/** Reads only the numbers of the station's SVG thumbnail; undefined if it has another form. */
export function thumbnailTrackOf(svg: string): ThumbnailTrack | undefined {
  const viewBox = VIEW_BOX.exec(svg)?.[1];
  const points = POINTS.exec(svg)?.[1];
  if (viewBox === undefined || points === undefined) return undefined;
  const dots = [...svg.matchAll(DOT)].map(([, name, x, y]) => ({ name: name as "begin" | "end", x: x!, y: y! }));
  return { viewBox, points, dots };
}
