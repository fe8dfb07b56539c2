import type { MapSet } from "../../../../../server/contracts/map-sets.ts";
import type { Text } from "../../text/index.ts";
import { formatBytes } from "../../ui/units.ts";

const FORMAT_NAMES = {
  pmtiles: "PMTiles",
  mbtiles: "MBTiles",
  gpkg: "GeoPackage",
  geojson: "GeoJSON",
  kml: "KML",
} as const;
/** More would fill the panel. */
const MAX_LAYERS = 6;

/** A description of a map in one line. */
export function mapSetFactsOf(set: MapSet, { t }: Text): string {
  const facts = {
    kind: t(`mapSets.kinds.${set.kind}`),
    format: FORMAT_NAMES[set.container],
    size: formatBytes(set.bytes),
  };
  if (set.kind === "overlay") return t("mapSets.overlayFacts", facts);
  return t("mapSets.facts", {
    ...facts,
    from: set.min_zoom,
    to: set.max_zoom,
  });
}

/** The layers that a vector map declares. */
export function layersTextOf({ layers }: Pick<MapSet, "layers">, { t, count }: Text): string {
  const names = layers
    .slice(0, MAX_LAYERS)
    .map(({ id }) => id)
    .join(", ");
  return count("mapSets.layers", layers.length, {
    names: layers.length > MAX_LAYERS ? t("mapSets.more", { names }) : names,
  });
}
