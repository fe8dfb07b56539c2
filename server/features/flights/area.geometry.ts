import type { Geometry } from "../../kernel/map-feature.ts";
import { cutLine, cutPolygon, toCoordinates } from "./area.cut.ts";
import type { Area } from "./area.rules.ts";

/**
 * An area as a geometry of RFC 7946, cut at the antimeridian (3.1.9): a circle is its centre and a corridor its line, of
 * which the radius stands elsewhere. The outline of a polygon goes counterclockwise, its holes clockwise (3.1.6).
 */
export function toGeometry(area: Area): Geometry {
  switch (area.kind) {
    case "circle":
      return { type: "Point", coordinates: toCoordinates(area.centre) };
    case "corridor": {
      const lines = cutLine(area.line);
      return lines.length === 1
        ? { type: "LineString", coordinates: lines[0]! }
        : { type: "MultiLineString", coordinates: lines };
    }
    case "polygon": {
      const polygons = cutPolygon(area.rings);
      return polygons.length === 1
        ? { type: "Polygon", coordinates: polygons[0]! }
        : { type: "MultiPolygon", coordinates: polygons };
    }
  }
}
