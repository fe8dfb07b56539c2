import type { Feature } from "protomaps-leaflet";

type Layers = Map<string, Feature[]>;
type Properties = Feature["props"];

/** Raw OpenStreetMap tags that the older tiles still have, and that say what a feature is. */
const LANDUSE_TAGS = ["natural", "landuse", "leisure"];
const LOCALITIES = ["city", "town", "village"];
/** Population from which on a place is drawn large: rank 10 of the current schema. */
const LARGE_TOWN = 200_000;
const LARGE_TOWN_RANK = 10;

/**
 * Tiles of the Protomaps basemap with the names of its current schema, which the styles are written for. Before version 4
 * of the schema, the names began with `pmap:`, and woods, waterways and railways had layers of their own. Other tiles
 * stay as they are.
 */
export function withCurrentNames(layers: Layers): Layers {
  const isOld = ["roads", "landuse", "places"].some((name) =>
    layers.get(name)?.some(({ props }) => "pmap:kind" in props),
  );
  if (!isOld && !layers.has("physical_line") && !layers.has("natural")) return layers;
  const renamed: Layers = new Map();
  const add = (name: string, features: readonly Feature[] | undefined, rename: (props: Properties) => Properties) => {
    if (features === undefined) return;
    const changed = features.map((feature) => ({ ...feature, props: { ...feature.props, ...rename(feature.props) } }));
    renamed.set(name, [...(renamed.get(name) ?? []), ...changed]);
  };
  for (const [name, features] of layers) if (!(name in OTHER_LAYERS)) add(name, features, RENAMES[name] ?? plainNames);
  for (const [name, { into, rename }] of Object.entries(OTHER_LAYERS)) add(into, layers.get(name), rename);
  return renamed;
}

function plainNames(props: Properties): Properties {
  const kind = props["pmap:kind"];
  return kind === undefined ? {} : { kind };
}

const RENAMES: Readonly<Record<string, (props: Properties) => Properties>> = {
  roads: (props) => ({
    kind: props["pmap:kind"] === "medium_road" ? "major_road" : (props["pmap:kind"] ?? "other"),
    kind_detail: props["highway"] ?? "",
  }),
  landuse: (props) => {
    const kind = props["pmap:kind"];
    return { kind: kind === undefined || kind === "other" ? tagOf(props, LANDUSE_TAGS) : kind };
  },
  places: (props) => {
    const place = props["place"] ?? "";
    if (typeof place !== "string" || !LOCALITIES.includes(place)) return plainNames(props);
    const isLarge = Number(props["population"] ?? 0) >= LARGE_TOWN;
    return { kind: "locality", kind_detail: place, population_rank: isLarge ? LARGE_TOWN_RANK : 0 };
  },
  boundaries: (props) => ({ kind_detail: props["pmap:min_admin_level"] ?? 0 }),
};

/** Layers that are parts of others today. */
const OTHER_LAYERS: Readonly<
  Record<string, { readonly into: string; readonly rename: (props: Properties) => Properties }>
> = {
  natural: { into: "landuse", rename: (props) => ({ kind: tagOf(props, LANDUSE_TAGS) }) },
  physical_line: { into: "water", rename: (props) => ({ kind: props["waterway"] ?? "" }) },
  transit: {
    into: "roads",
    rename: (props) =>
      "aeroway" in props
        ? { kind: "other", kind_detail: props["aeroway"] ?? "" }
        : { kind: "rail", kind_detail: "rail" },
  },
};

function tagOf(props: Properties, tags: readonly string[]): string {
  const value = tags.map((tag) => props[tag]).find((one) => typeof one === "string");
  return typeof value === "string" ? value : "other";
}
