import { xmlText } from "../../text-escaping.ts";

/** A value over time; null where it is unknown. */
export type ChartPoint = { readonly timeMs: number; readonly value: number | null };

const WIDTH = 460;
const HEIGHT = 170;
const LEFT = 52;
const RIGHT = 8;
const TOP = 22;
const BOTTOM = 24;
const LINES = 4;
const STEPS = [1, 2, 5].flatMap((step) => [0.1, 1, 10, 100, 1000, 10_000].map((unit) => step * unit));

/** A chart of one value over time as SVG; a gap where it is unknown. Empty where it never is known. */
export function chartSvg(title: string, points: readonly ChartPoint[]): string {
  const known = points.flatMap(({ timeMs, value }) => (value === null ? [] : [{ timeMs, value }]));
  const [first] = known;
  if (first === undefined) return "";
  const fromMs = points[0]!.timeMs;
  const toMs = Math.max(points.at(-1)!.timeMs, fromMs + 1000);
  const values = known.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const step = stepOf(Math.max(...values, low + 1) - low);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(Math.max(...values) / step) * step);
  const x = (timeMs: number) => rounded(LEFT + ((timeMs - fromMs) / (toMs - fromMs)) * (WIDTH - LEFT - RIGHT));
  const y = (value: number) => rounded(TOP + ((top - value) / (top - bottom)) * (HEIGHT - TOP - BOTTOM));
  const lines = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => bottom + index * step);
  const grid = lines.map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/><text class="value" x="${LEFT - 6}" y="${y(value) + 4}">${Number(value.toFixed(1))}</text>`,
  );
  const ends = [
    `<text class="time" x="${LEFT}" y="${HEIGHT - 6}">${timeOf(fromMs)}</text>`,
    `<text class="time end" x="${WIDTH - RIGHT}" y="${HEIGHT - 6}">${timeOf(toMs)}</text>`,
  ];
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${xmlText(title)}"><text class="title" x="${LEFT}" y="14">${xmlText(title)}</text>${grid.join("")}${ends.join("")}<path class="line" d="${lineOf(points, x, y)}"/></svg>`;
}

function lineOf(points: readonly ChartPoint[], x: (timeMs: number) => number, y: (value: number) => number): string {
  let isOpen = false;
  return points
    .map(({ timeMs, value }) => {
      if (value === null) {
        isOpen = false;
        return "";
      }
      const command = isOpen ? "L" : "M";
      isOpen = true;
      // A single known value is a line of no length, which its round ends make visible.
      return `${command}${x(timeMs)} ${y(value)}${command === "M" ? "h0" : ""}`;
    })
    .join("");
}

function stepOf(span: number): number {
  return STEPS.toSorted((a, b) => a - b).find((step) => span / step <= LINES) ?? span / LINES;
}

function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 19);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
