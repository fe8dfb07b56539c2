import type { Feature } from "protomaps-leaflet";
import { describe, expect, it } from "vitest";
import { withCurrentNames } from "./protomaps-schema.ts";

const feature = (props: Feature["props"]) => ({ props }) as unknown as Feature;
const tile = (layers: Readonly<Record<string, readonly Feature["props"][]>>) =>
  new Map(Object.entries(layers).map(([name, features]) => [name, features.map(feature)]));
const kinds = (layers: Map<string, Feature[]>, name: string) =>
  layers.get(name)?.map(({ props }) => [props["kind"], props["kind_detail"]]);

describe("tiles of the Protomaps basemap", () => {
  it("of today stay as they are", () => {
    const now = tile({ roads: [{ kind: "highway" }], landuse: [{ kind: "forest" }], water: [{ kind: "river" }] });
    expect(withCurrentNames(now)).toBe(now);
  });

  it("of an older schema get the names of today, in the layers of today", () => {
    const old = withCurrentNames(
      tile({
        roads: [
          { "pmap:kind": "medium_road", highway: "tertiary" },
          { "pmap:kind": "minor_road", highway: "service" },
        ],
        landuse: [{ "pmap:kind": "park" }, { "pmap:kind": "other", landuse: "grass" }],
        natural: [{ landuse: "forest" }, { natural: "wood" }],
        places: [
          { "pmap:kind": "neighbourhood", place: "town", population: "50609" },
          { "pmap:kind": "neighbourhood", place: "suburb" },
        ],
        physical_line: [{ waterway: "river" }],
        transit: [{ railway: "rail" }, { aeroway: "runway" }],
        boundaries: [{ "pmap:min_admin_level": 4 }],
        water: [{ natural: "water" }],
        earth: [{}],
      }),
    );
    expect(kinds(old, "roads")).toEqual([
      ["major_road", "tertiary"],
      ["minor_road", "service"],
      ["rail", "rail"],
      ["other", "runway"],
    ]);
    expect(kinds(old, "landuse")?.map(([kind]) => kind)).toEqual(["park", "grass", "forest", "wood"]);
    expect(kinds(old, "places")).toEqual([
      ["locality", "town"],
      ["neighbourhood", undefined],
    ]);
    expect(kinds(old, "water")).toEqual([
      [undefined, undefined],
      ["river", undefined],
    ]);
    expect(kinds(old, "boundaries")).toEqual([[undefined, 4]]);
    expect([...old.keys()].sort()).toEqual(["boundaries", "earth", "landuse", "places", "roads", "water"]);
  });
});
