import type { MapLayer } from "../../contracts/map-sets.ts";
import { isRecord } from "../../kernel/is-record.ts";
import type { Bounds } from "./tile-file.ts";

const MAX_TEXT = 500;
const MAX_LAYERS = 200;
/** The highest latitude of Web Mercator. */
const MAX_LATITUDE = 85.051129;

export const WORLD: Bounds = { west: -180, south: -MAX_LATITUDE, east: 180, north: MAX_LATITUDE };

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
};

/** The text of a file, which is often HTML, as plain text: it is never inserted into a page as markup. */
export function plainText(value: unknown): string {
  if (typeof value !== "string") return "";
  const withoutTags = value.slice(0, 20 * MAX_TEXT).replaceAll(/<[^>]*>/g, " ");
  const text = withoutTags.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (all, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? all;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
  });
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TEXT);
}

/**
 * The `vector_layers` of TileJSON 3.0, followed by layers that were found in tiles and are not declared. Entries of
 * another form are left out; pictures have none.
 */
export function layersOf(stated: unknown, found: ReadonlySet<string>): readonly MapLayer[] {
  if (found.size === 0) return [];
  const layers = statedLayersOf(stated);
  const others = [...found].filter((name) => !layers.some(({ id }) => id === name)).sort();
  return [...layers, ...others.map((name) => ({ id: name.slice(0, MAX_TEXT), fields: [] }))].slice(0, MAX_LAYERS);
}

function statedLayersOf(value: unknown): readonly MapLayer[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_LAYERS).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one["id"] !== "string") return [];
    const fields = isRecord(one["fields"]) ? Object.keys(one["fields"]).slice(0, MAX_LAYERS) : [];
    return [{ id: one["id"].slice(0, MAX_TEXT), fields: fields.map((field) => field.slice(0, MAX_TEXT)) }];
  });
}

/** Bounds as far as they make sense on a map; `undefined` where they do not. */
export function usableBounds({ west, south, east, north }: Bounds): Bounds | undefined {
  if (![west, south, east, north].every(Number.isFinite)) return undefined;
  const within = {
    west: Math.max(-180, west),
    south: Math.max(-MAX_LATITUDE, south),
    east: Math.min(180, east),
    north: Math.min(MAX_LATITUDE, north),
  };
  return within.west < within.east && within.south < within.north ? within : undefined;
}
