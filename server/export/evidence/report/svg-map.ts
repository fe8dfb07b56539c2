import { geodesicM } from "../../../kernel/geodesic.ts";
import type { Position } from "../../../kernel/geo.ts";
import { xmlText } from "../../text-escaping.ts";
import type { TrackSummary } from "./track-summary.ts";

/** The part of the world that a map shows, in degrees; east may be beyond 180. */
export type MapFrame = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** Lines of the built-in map, in degrees. */
export type WorldLines = {
  readonly lines: readonly {
    readonly kind: "coast" | "border" | "lake" | "river";
    readonly points: readonly Position[];
  }[];
  readonly towns: readonly (Position & { readonly name: string })[];
};

export const NO_WORLD: WorldLines = { lines: [], towns: [] };

const WIDTH = 960;
const HEIGHT = 600;
const MARGIN = 40;
/** A single place is shown with this much around it, degrees. */
const MIN_SPAN = 0.0015;
/** A map narrower than this does not say where in the world it is, degrees. */
const LOCAL_SPAN = 1;
const OVERVIEW_SPAN = 5;
const ROUND_METRES = [1, 2, 5].flatMap((step) => [1, 10, 100, 1000, 10_000, 100_000].map((unit) => step * unit));

/** Colours that can be distinguished in print and by people who do not see red and green. */
export const TRACK_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9", "#4b0092", "#1a1a1a"];

/** The frame that contains every position, with a margin. `undefined` without any. */
export function frameOf(tracks: readonly TrackSummary[]): MapFrame | undefined {
  const places = tracks.flatMap(({ points, operator }) => [...points, ...operator]);
  const [first] = places;
  if (first === undefined) return undefined;
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const place of places) {
    const longitude = near(place.longitude, first.longitude);
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, place.latitude);
    box.north = Math.max(box.north, place.latitude);
  }
  return widened(box);
}

/** A wider frame around a narrow one, which shows its location; undefined around a wide one. */
export function overviewFrameOf({ west, east, south, north }: MapFrame): MapFrame | undefined {
  if (east - west > LOCAL_SPAN) return undefined;
  const place = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const [across, down] = [OVERVIEW_SPAN / 2, OVERVIEW_SPAN / 4];
  return widened({
    west: place.longitude - across,
    east: place.longitude + across,
    south: place.latitude - down,
    north: place.latitude + down,
  });
}

/** A map of the surroundings as SVG, with a mark in its middle. */
export function overviewSvg(frame: MapFrame, world: WorldLines): string {
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const mark = `<circle class="here" cx="${x}" cy="${y}" r="12"/><circle class="spot" cx="${x}" cy="${y}" r="3"/>`;
  return svgOf("Map of the surroundings", frame, worldSvg(frame, world) + mark);
}

/** A map of tracks as SVG: lines of the built-in map, tracks by operation, operators, a scale and the north. */
export function mapSvg(
  tracks: readonly TrackSummary[],
  frame: MapFrame,
  world: WorldLines,
  colourOf: (operationId: string) => string,
): string {
  const toXY = projection(frame);
  const path = (points: readonly Position[]) => pathOf(withoutRepeats(points.map(toXY)));
  const lines = tracks.map(({ points, origin }) => {
    const colour = colourOf(origin.operationId);
    const [start] = points;
    const mark = start === undefined ? "" : circle(toXY(start), `fill="${colour}"`);
    return `<path d="${path(points)}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-linejoin="round"/>${mark}`;
  });
  const operators = tracks.flatMap(({ operator }) =>
    operator.map((place) => {
      const { x, y } = toXY(place);
      return `<path class="operator" d="M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x - 4} ${y + 4}L${x + 4} ${y - 4}"/>`;
    }),
  );
  return svgOf("Map of the tracks", frame, worldSvg(frame, world) + lines.join("") + operators.join(""));
}

function svgOf(label: string, frame: MapFrame, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>${gridSvg(frame, projection(frame))}${content}${scaleSvg(frame)}${northSvg()}</svg>`;
}

function worldSvg(frame: MapFrame, world: WorldLines): string {
  const toXY = projection(frame);
  const lines = world.lines.flatMap(({ kind, points }) => {
    const visible = withoutRepeats(points.map(toXY));
    return visible.length < 2 ? [] : [`<path class="${kind}" d="${pathOf(visible)}"/>`];
  });
  const towns = world.towns.map((town) => {
    const { x, y } = toXY(town);
    return `<circle class="town" cx="${x}" cy="${y}" r="3"/><text class="town" x="${x + 6}" y="${y + 4}">${xmlText(town.name)}</text>`;
  });
  return lines.join("") + towns.join("");
}

type XY = { readonly x: number; readonly y: number };

function circle({ x, y }: XY, look: string): string {
  return `<circle cx="${x}" cy="${y}" r="4.5" ${look}/>`;
}

/** Equirectangular, true to scale in the middle: the region of a pack is small, or is only an overview. */
function projection(frame: MapFrame): (place: Position) => XY {
  const stretch = Math.cos((((frame.south + frame.north) / 2) * Math.PI) / 180);
  const scale = WIDTH / ((frame.east - frame.west) * stretch);
  return ({ latitude, longitude }) => ({
    x: rounded((near(longitude, (frame.west + frame.east) / 2) - frame.west) * stretch * scale),
    y: rounded((frame.north - latitude) * scale),
  });
}

/** In the proportions of the picture, with a margin. */
function widened(box: MapFrame): MapFrame {
  const latitude = (box.south + box.north) / 2;
  const longitude = (box.west + box.east) / 2;
  const stretch = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const room = WIDTH / (WIDTH - 2 * MARGIN);
  const across = Math.max((box.east - box.west) * stretch, MIN_SPAN) * room;
  const down = Math.max(box.north - box.south, MIN_SPAN) * (HEIGHT / (HEIGHT - 2 * MARGIN));
  const height = Math.max(down, (across * HEIGHT) / WIDTH);
  const width = (height * WIDTH) / HEIGHT / stretch;
  return {
    west: longitude - width / 2,
    east: longitude + width / 2,
    south: latitude - height / 2,
    north: latitude + height / 2,
  };
}

/** The same place, at most half the world from another longitude. */
function near(longitude: number, other: number): number {
  return longitude - 360 * Math.round((longitude - other) / 360);
}

function pathOf(points: readonly XY[]): string {
  const [first, ...others] = points;
  if (first === undefined) return "";
  // A single point has a length of nothing, which round ends make visible.
  return `M${first.x} ${first.y}${(others.length === 0 ? [first] : others).map(({ x, y }) => `L${x} ${y}`).join("")}`;
}

/** Points that fall on the same place of the picture are drawn once. */
function withoutRepeats(points: readonly XY[]): readonly XY[] {
  return points.filter(({ x, y }, index) => points[index - 1]?.x !== x || points[index - 1]?.y !== y);
}

const GRID_LINES = 6;
const GRID_STEPS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60];

function gridSvg(frame: MapFrame, toXY: (place: Position) => XY): string {
  const step = GRID_STEPS.find((one) => (frame.east - frame.west) / one <= GRID_LINES) ?? 90;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const lines: string[] = [];
  for (const longitude of multiples(step, frame.west, frame.east)) {
    const { x } = toXY({ latitude: frame.north, longitude });
    lines.push(`<path class="grid" d="M${x} 0V${HEIGHT}"/>`);
    lines.push(`<text class="grid" x="${x + 3}" y="12">${degrees(near(longitude, 0), decimals, "E", "W")}</text>`);
  }
  for (const latitude of multiples(step, frame.south, frame.north)) {
    const { y } = toXY({ latitude, longitude: frame.west });
    lines.push(`<path class="grid" d="M0 ${y}H${WIDTH}"/>`);
    lines.push(`<text class="grid" x="4" y="${y - 3}">${degrees(latitude, decimals, "N", "S")}</text>`);
  }
  return lines.join("");
}

function multiples(step: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step);
}

function degrees(value: number, decimals: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? negative : positive}`;
}

function scaleSvg({ west, east, south, north }: MapFrame): string {
  const latitude = (south + north) / 2;
  const widthM = 2 * geodesicM({ latitude, longitude: west }, { latitude, longitude: (west + east) / 2 });
  const lengthM = ROUND_METRES.toSorted((a, b) => b - a).find((one) => one <= widthM / 4) ?? 1;
  const px = rounded((lengthM / widthM) * WIDTH);
  const [x, y] = [WIDTH - MARGIN / 2 - px, HEIGHT - MARGIN / 2];
  const text = lengthM >= 1000 ? `${lengthM / 1000} km` : `${lengthM} m`;
  return `<path class="scale" d="M${x} ${y - 6}V${y}H${x + px}V${y - 6}"/><text class="scale" x="${x + px / 2}" y="${y - 8}">${text}</text>`;
}

function northSvg(): string {
  const x = WIDTH - MARGIN;
  return `<path class="north" d="M${x} 20L${x + 7} 40L${x} 35L${x - 7} 40Z"/><text class="scale" x="${x}" y="54">N</text>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
