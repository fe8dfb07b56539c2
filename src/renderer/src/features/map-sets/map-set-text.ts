import type { MapSet } from "../../../../../server/contracts/map-sets.ts";
import type { Text } from "../../text/index.ts";
import { formatBytes } from "../../ui/units.ts";

/** More would fill the panel. */
const MAX_LAYERS = 6;

/** What a map is, in one line. */
export function factsOf(set: MapSet, { t }: Text): string {
  return t("mapSets.facts", {
    kind: t(`mapSets.kinds.${set.kind}`),
    format: set.container === "pmtiles" ? "PMTiles" : "MBTiles",
    from: set.min_zoom,
    to: set.max_zoom,
    size: formatBytes(set.bytes),
  });
}

/** The layers that a vector map says it has. */
export function layersTextOf({ layers }: Pick<MapSet, "layers">, { t, count }: Text): string {
  const names = layers
    .slice(0, MAX_LAYERS)
    .map(({ id }) => id)
    .join(", ");
  return count("mapSets.layers", layers.length, {
    names: layers.length > MAX_LAYERS ? t("mapSets.more", { names }) : names,
  });
}
