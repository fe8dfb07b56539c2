import { wrapLongitude } from "../../../../server/contracts/great-circle.ts";
import { currentLocale } from "../text/language.ts";
import { fromMercator, type MercatorPoint, toMercator } from "../tracks/mercator.ts";
import { graticuleLines, graticuleStepDeg, graticuleText } from "./graticule.ts";
import { type Box, Occupancy } from "./occupancy.ts";
import type { MapPalette } from "./palettes.ts";
import { countryName, townName } from "./place-names.ts";
import type { View } from "./view.layer.ts";
import { drawAirfields } from "./airfields.draw.ts";
import type { CountryLabel, Town, WorldNames } from "./world.names.ts";
import { MAP_FONT } from "./map-text.ts";

/** A name on the map: the place that it belongs to, and its box in pixels from there. */
export interface PlacedName extends Box {
  readonly place: MercatorPoint;
}

/**
 * Draws grid lines, the names of countries, towns and airfields as far as there is room, and the degrees of the lines
 * in the remaining room. Returns the names of towns that were drawn.
 */
export function drawReference(
  view: View,
  palette: MapPalette,
  names: WorldNames,
  isOverImagery: boolean,
): readonly PlacedName[] {
  const degrees = drawGraticule(view, palette);
  const occupancy = new Occupancy();
  const towns = isOverImagery ? [] : drawNames(view, palette, names, occupancy);
  drawDegrees(view, palette, degrees, occupancy);
  return towns;
}

function drawNames(view: View, palette: MapPalette, names: WorldNames, occupancy: Occupancy): readonly PlacedName[] {
  drawCountryNames(view, palette, names.countries, occupancy);
  const towns = drawTowns(view, palette, names.towns, occupancy);
  drawAirfields(view, palette, names.airfields, occupancy);
  return towns;
}

/** The degrees of a line of the grid, and where they begin: left, and on their ground line. */
interface LineDegrees {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const LATITUDE_LEFT_PX = 5;
/** The size of the map buttons, which would cover the degrees: these are written to the right of the buttons. */
const BUTTONS = { rightPx: 58, bottomPx: 290 };
const DEGREES_FONT = `11px ${MAP_FONT}`;
const DEGREES_HEIGHT_PX = 11;

function drawGraticule(view: View, palette: MapPalette): readonly LineDegrees[] {
  const { context, widthPx, heightPx, worldPx } = view;
  const step = graticuleStepDeg(worldPx);
  const middle = toMercator({ latitude: 0, longitude: 0 });
  const west = ((0 - view.xOf(middle)) / worldPx) * 360;
  const east = ((widthPx - view.xOf(middle)) / worldPx) * 360;
  const top = fromMercator({ x: 0, y: -view.yOf({ x: 0, y: 0 }) / worldPx }).latitude;
  const bottom = fromMercator({ x: 0, y: (heightPx - view.yOf({ x: 0, y: 0 })) / worldPx }).latitude;
  context.strokeStyle = palette.graticule;
  context.lineWidth = 1;
  const degrees: LineDegrees[] = [];
  context.beginPath();
  for (const longitude of graticuleLines(west, east, step)) {
    const x = Math.round(view.xOf(middle) + (longitude / 360) * worldPx) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, heightPx);
    if (x <= 60) continue;
    const wrapped = round(wrapLongitude(longitude));
    degrees.push({ text: graticuleText(wrapped, step, ["E", "W"]), x: x + 4, y: 13 });
  }
  for (const latitude of graticuleLines(Math.max(-85, bottom), Math.min(85, top), step)) {
    const y = Math.round(view.yOf(toMercator({ latitude, longitude: 0 }))) + 0.5;
    context.moveTo(0, y);
    context.lineTo(widthPx, y);
    if (y <= 30 || y >= heightPx - 40) continue;
    const x = LATITUDE_LEFT_PX + (y < BUTTONS.bottomPx ? BUTTONS.rightPx : 0);
    degrees.push({ text: graticuleText(latitude, step, ["N", "S"]), x, y: y - 4 });
  }
  context.stroke();
  return degrees;
}

function drawDegrees(
  { context }: View,
  palette: MapPalette,
  degrees: readonly LineDegrees[],
  occupancy: Occupancy,
): void {
  context.fillStyle = palette.graticuleText;
  context.font = DEGREES_FONT;
  for (const { text, x, y } of degrees) {
    const textPx = context.measureText(text).width;
    if (occupancy.claim(x, y - DEGREES_HEIGHT_PX, textPx, DEGREES_HEIGHT_PX + 2)) context.fillText(text, x, y);
  }
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function drawCountryNames(
  view: View,
  palette: MapPalette,
  labels: readonly CountryLabel[],
  occupancy: Occupancy,
): void {
  const { context, widthPx, heightPx, worldPx } = view;
  context.save();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = palette.labelHalo;
  context.fillStyle = palette.label;
  for (const label of labels.toSorted((a, b) => b.span - a.span)) {
    const x = view.xOf(label);
    const y = view.yOf(label);
    if (x < -100 || y < -20 || x > widthPx + 100 || y > heightPx + 20) continue;
    const spanPx = label.span * worldPx;
    const sizePx = Math.max(11, Math.min(17, spanPx / 12));
    context.font = `600 ${sizePx}px ${MAP_FONT}`;
    const text = countryName(label).toLocaleUpperCase(currentLocale());
    context.letterSpacing = `${(sizePx / 9).toFixed(1)}px`;
    const textPx = context.measureText(text).width;
    if (textPx > spanPx * 1.15) continue;
    context.globalAlpha = fadeOf(spanPx / Math.max(widthPx, heightPx));
    if (context.globalAlpha < 0.05) continue;
    if (!occupancy.claim(x - textPx / 2, y - sizePx / 2, textPx, sizePx)) continue;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  context.restore();
}

/** Towns are drawn from this zoom on; at it, only those with at least this population. */
const FIRST_TOWN_ZOOM = 4;
/** From the dot of a town to its name. */
const NAME_LEFT_PX = 7;
const POPULATION_AT_FIRST_ZOOM = 3_000_000;

function drawTowns(
  view: View,
  palette: MapPalette,
  towns: readonly Town[],
  occupancy: Occupancy,
): readonly PlacedName[] {
  if (view.zoom < FIRST_TOWN_ZOOM) return [];
  const placed: PlacedName[] = [];
  const { context, widthPx, heightPx } = view;
  const minPopulation = POPULATION_AT_FIRST_ZOOM / 2.6 ** (view.zoom - FIRST_TOWN_ZOOM);
  context.save();
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const town of towns) {
    const { x: worldX, y: worldY, population } = town;
    if (population < minPopulation) break;
    const x = view.xOf({ x: worldX, y: worldY });
    const y = view.yOf({ x: worldX, y: worldY });
    if (x < -80 || y < -10 || x > widthPx + 10 || y > heightPx + 10) continue;
    const sizePx = population > 1_000_000 ? 13.5 : population > 50_000 ? 12.5 : 11.5;
    context.font = `${population > 300_000 ? 600 : 400} ${sizePx}px ${MAP_FONT}`;
    const name = townName(town);
    const textPx = context.measureText(name).width;
    if (!occupancy.claim(x - 5, y - sizePx / 2 - 2, textPx + 14, sizePx + 4)) continue;
    const box = { leftPx: NAME_LEFT_PX, topPx: -sizePx / 2, widthPx: textPx, heightPx: sizePx };
    placed.push({ place: { x: worldX, y: worldY }, ...box });
    context.beginPath();
    context.arc(x, y, population > 300_000 ? 2.8 : 2, 0, 2 * Math.PI);
    context.fillStyle = palette.town;
    context.fill();
    context.strokeStyle = palette.labelHalo;
    context.lineWidth = 3;
    context.strokeText(name, x + NAME_LEFT_PX, y);
    context.fillText(name, x + NAME_LEFT_PX, y);
  }
  context.restore();
  return placed;
}

/** A country's name fades out when the country is several times larger than the view. */
function fadeOf(share: number): number {
  return Math.max(0, Math.min(1, (5 - share) / 3)) * 0.85;
}
