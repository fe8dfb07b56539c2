import { namedFlavor } from "@protomaps/basemaps";
import {
  CircleSymbolizer,
  type Feature,
  GeomType,
  type LabelRule,
  labelRules,
  LineSymbolizer,
  OffsetTextSymbolizer,
  type PaintRule,
  paintRules,
  PolygonSymbolizer,
} from "protomaps-leaflet";
import { currentLanguage } from "../../text/language.ts";
import type { MapMode } from "../palettes.ts";

/** How the layers of vector tiles are drawn. */
export interface VectorStyle {
  readonly paint: PaintRule[];
  readonly labels: LabelRule[];
  /** Takes the names of layers that were found in a tile. */
  learn(layers: Iterable<string>): void;
}

interface GenericColours {
  readonly strokes: readonly string[];
  readonly text: string;
  readonly halo: string;
}

const FLAVORS: Readonly<Record<MapMode, string>> = { day: "light", night: "dark", red: "dark" };

/** Colours that distinguish the layers of a map; none of them is a colour of aircraft. */
const DARK: GenericColours = {
  strokes: ["#d9b38c", "#7fc8bf", "#bda3dd", "#dd9ab5", "#b3cc80", "#a9b7c9"],
  text: "#e8e2d8",
  halo: "#0b0e12",
};
const GENERIC: Readonly<Record<MapMode, GenericColours>> = {
  day: {
    strokes: ["#7a3b00", "#00635d", "#5b2a86", "#8a1c4a", "#3f5c00", "#334155"],
    text: "#27221a",
    halo: "#ffffff",
  },
  night: DARK,
  // The filter of the style sheet makes them red.
  red: DARK,
};
const NAMES = ["name", "NAME", "label"];

/** `protomaps`: the layers of the Protomaps basemap, in its own colours. Anything else is drawn by its geometry. */
export function createVectorStyle(style: "protomaps" | "generic" | null, mode: MapMode): VectorStyle {
  if (style !== "protomaps") return createGenericStyle(GENERIC[mode]);
  const flavor = namedFlavor(FLAVORS[mode]);
  return { paint: paintRules(flavor), labels: labelRules(flavor, currentLanguage()), learn: () => undefined };
}

function createGenericStyle({ strokes, text, halo }: GenericColours): VectorStyle {
  const known = new Set<string>();
  const style: VectorStyle = {
    paint: [],
    labels: [],
    learn(layers) {
      for (const dataLayer of layers) {
        if (known.has(dataLayer)) continue;
        const colour = strokes[known.size % strokes.length]!;
        known.add(dataLayer);
        style.paint.push(...geometryRules(dataLayer, colour, halo));
        style.labels.push(nameRule(dataLayer, text, halo));
      }
    },
  };
  return style;
}

const isOf = (type: GeomType) => (_zoom: number, feature: Feature) => feature.geomType === type;

function geometryRules(dataLayer: string, colour: string, halo: string): readonly PaintRule[] {
  return [
    {
      dataLayer,
      symbolizer: new PolygonSymbolizer({ fill: colour, opacity: 0.22, stroke: colour, width: 1 }),
      filter: isOf(GeomType.Polygon),
    },
    { dataLayer, symbolizer: new LineSymbolizer({ color: colour, width: 1.5 }), filter: isOf(GeomType.Line) },
    {
      dataLayer,
      symbolizer: new CircleSymbolizer({ radius: 4, fill: colour, stroke: halo, width: 1.5 }),
      filter: isOf(GeomType.Point),
    },
  ];
}

function nameRule(dataLayer: string, fill: string, stroke: string): LabelRule {
  const symbolizer = new OffsetTextSymbolizer({
    labelProps: [`name:${currentLanguage()}`, "name:en", ...NAMES],
    font: "600 12px sans-serif",
    fill,
    stroke,
    width: 2,
    offsetX: 6,
    offsetY: 4,
  });
  return { dataLayer, symbolizer, filter: isOf(GeomType.Point) };
}
