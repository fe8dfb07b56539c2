import { wrapDegrees } from "../../kernel/antimeridian.ts";
import type { Position } from "../../kernel/geo.ts";

const WIDTH = 320;
const HEIGHT = 200;
const MARGIN = 16;
/** More corners would not be visible at this size. */
const MAX_CORNERS = 400;

/** Draws a track as SVG with its path, start and end. North is up. */
export function createThumbnail(track: readonly Position[]): string {
  const step = Math.max(1, Math.ceil(track.length / MAX_CORNERS));
  const begin = track[0]!.longitude;
  const corners = track
    .filter((_, index) => index % step === 0 || index === track.length - 1)
    // Beside the first one also on the other side of the antimeridian.
    .map(({ latitude, longitude }) => ({ latitude, longitude: begin + wrapDegrees(longitude - begin) }));
  const latitudes = corners.map(({ latitude }) => latitude);
  const longitudes = corners.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max((east - west) * shrink, 1e-6),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, 1e-6),
  );
  const x = (longitude: number) => WIDTH / 2 + (longitude - (west + east) / 2) * shrink * scale;
  const y = (latitude: number) => HEIGHT / 2 - (latitude - (south + north) / 2) * scale;
  const at = ({ latitude, longitude }: Position) => `${x(longitude).toFixed(1)},${y(latitude).toFixed(1)}`;
  const dot = (place: Position, name: string, fill: string) => {
    const [cx, cy] = at(place).split(",");
    return `<circle class="${name}" cx="${cx}" cy="${cy}" r="4" fill="${fill}"/>`;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    "<title>Track of the flight</title>",
    `<polyline points="${corners.map(at).join(" ")}" fill="none" stroke="#1f6feb" stroke-width="2" stroke-linejoin="round" vector-effect="non-scaling-stroke"/>`,
    dot(corners[0]!, "begin", "#1a7f37"),
    dot(corners.at(-1)!, "end", "#bc4c00"),
    "</svg>",
  ].join("");
}
