import { maskOf } from "./mask.mjs";

/** @typedef {import("./mask.mjs").Grid} Grid */

/** Five arc minutes. */
const PER_DEGREE = 12;
/** @type {Grid} */
export const GRID = { columns: 360 * PER_DEGREE, rows: 180 * PER_DEGREE, perDegree: PER_DEGREE };
/** The shore of the Dead Sea: lower ground is below water. */
const LOWEST_M = -430;
/** Ground below sea level within five cells of a coast counts as sea, because the data sets have different coasts. */
const COAST_REACH = 2;

/**
 * The heights of land, row by row from the North Pole, and NaN for the sea. Values below water are replaced: those
 * under a lake by the height of its shores.
 *
 * @param {(name: string) => { readonly sizes: readonly number[], readonly values: Float64Array }} variable of ETOPO5
 * @param {{ readonly land: readonly import("geojson").Feature[], readonly lakes: readonly import("geojson").Feature[] }} outlines
 */
export function landHeights(variable, { land, lakes }) {
  const isLand = maskOf(land, GRID);
  const isLake = maskOf(lakes, GRID);
  const source = sourceHeights(variable);
  const heights = new Float32Array(source.length);
  for (let at = 0; at < heights.length; at += 1) {
    const height = source[at] ?? 0;
    if (isLand[at] === 0) heights[at] = NaN;
    else if (height >= 0) heights[at] = height;
    else heights[at] = isNearSea(isLand, at) ? 0 : Math.max(LOWEST_M, height);
  }
  fillLakes(heights, isLake);
  return heights;
}

/** The same at twice the distance: each the weighted mean of nine. @param {Float32Array} heights @param {Grid} grid */
export function halveResolution(heights, { columns, rows, perDegree }) {
  /** @type {Grid} */
  const grid = { columns: columns / 2, rows: rows / 2, perDegree: perDegree / 2 };
  const halved = new Float32Array(grid.columns * grid.rows);
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      let [sum, weights, landWeights] = [0, 0, 0];
      for (const [down, right, weight] of KERNEL) {
        const y = Math.min(rows - 1, Math.max(0, 2 * row + down));
        const height = heights[y * columns + ((2 * column + right + columns) % columns)] ?? NaN;
        weights += weight;
        if (Number.isNaN(height)) continue;
        sum += weight * height;
        landWeights += weight;
      }
      halved[row * grid.columns + column] = landWeights * 4 < weights ? NaN : sum / weights;
    }
  }
  return { heights: halved, grid };
}

/** @type {readonly (readonly [down: number, right: number, weight: number])[]} */
const KERNEL = [-1, 0, 1].flatMap((down) =>
  [-1, 0, 1].map((right) => /** @type {const} */ ([down, right, (2 - Math.abs(down)) * (2 - Math.abs(right))])),
);

/** In the order of the grid: the source begins in the south, and at Greenwich. @param {(name: string) => { readonly sizes: readonly number[], readonly values: Float64Array }} variable */
function sourceHeights(variable) {
  const [longitudes, latitudes, relief] = ["ETOPO05_X", "ETOPO05_Y", "ROSE"].map(variable);
  const south = latitudes?.values[0];
  if (relief?.sizes.join() !== "2161,4320" || south !== -90 || longitudes?.values[0] !== 0) {
    throw new Error("the file is not ETOPO5 as it is expected: from -90 degrees north, and from 0 degrees east");
  }
  const heights = new Float32Array(GRID.columns * GRID.rows);
  for (let row = 0; row < GRID.rows; row += 1) {
    for (let column = 0; column < GRID.columns; column += 1) {
      const from = (2160 - row) * GRID.columns + ((column + GRID.columns / 2) % GRID.columns);
      heights[row * GRID.columns + column] = relief.values[from] ?? 0;
    }
  }
  return heights;
}

/** @param {Uint8Array} isLand @param {number} at */
function isNearSea(isLand, at) {
  for (let down = -COAST_REACH; down <= COAST_REACH; down += 1) {
    for (let right = -COAST_REACH; right <= COAST_REACH; right += 1) {
      if (isLand[at + down * GRID.columns + right] === 0) return true;
    }
  }
  return false;
}

/** Fills lakes from the shores inwards with the mean of the known neighbours. @param {Float32Array} heights @param {Uint8Array} isLake */
function fillLakes(heights, isLake) {
  let open = [...isLake.keys()].filter((at) => isLake[at] === 1 && !Number.isNaN(heights[at]));
  for (const at of open) heights[at] = Infinity;
  while (open.length > 0) {
    const means = open.map((at) => {
      const known = NEIGHBOURS.map((step) => heights[at + step] ?? NaN).filter(Number.isFinite);
      return known.reduce((sum, height) => sum + height, 0) / known.length;
    });
    // Without any known neighbour it is a lake in the sea, without heights.
    const isStuck = means.every(Number.isNaN);
    open = open.filter((at, index) => {
      const mean = means[index] ?? NaN;
      if (Number.isNaN(mean)) {
        if (isStuck) heights[at] = NaN;
        return !isStuck;
      }
      heights[at] = mean;
      return false;
    });
  }
}

const NEIGHBOURS = [-1, 1, -GRID.columns, GRID.columns];
