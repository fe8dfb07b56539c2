import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { MAX_OVERLAY_BYTES, readOverlay } from "./overlay.file.ts";
import { MAX_FEATURES, overlayOf } from "./overlay.rules.ts";

const folder = mkdtempSync(join(tmpdir(), "fieldstation-overlays-"));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(name: string, content: string | Uint8Array) {
  const { facts, bytes } = await readOverlay(written(name, content));
  return { facts, collection: JSON.parse(Buffer.from(bytes).toString()) as ReturnType<typeof overlayOf>["output"] };
}

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Club &amp; field</name>
<Style id="red"><LineStyle><color>ff0000ff</color><width>4</width></LineStyle></Style>
<Folder><name>Inner</name>
<Placemark><name>Gate</name><description><![CDATA[<b>North</b> gate]]></description>
  <Point><coordinates>15.43,47.07,353</coordinates></Point></Placemark>
<Placemark><name>Fence</name><styleUrl>#red</styleUrl>
  <MultiGeometry><LineString><coordinates>15.43,47.07 15.44,47.08</coordinates></LineString>
  <Point><coordinates>15.44,47.08</coordinates></Point></MultiGeometry></Placemark>
<Placemark><name>Nowhere</name></Placemark>
</Folder></Document></kml>`;

describe("an overlay", () => {
  it("of KML has its placemarks, with names and colours", async () => {
    const { facts, collection } = await read("club.kml", KML);
    expect(facts).toMatchObject({ container: "kml", format: "geojson", name: "Club & field" });
    expect(facts.bounds.west).toBeCloseTo(15.43, 3);
    expect(facts.bounds.north).toBeCloseTo(47.08, 3);
    expect(collection.features.map(({ geometry, properties }) => [properties["name"], geometry.type])).toEqual([
      ["Gate", "Point"],
      ["Fence", "LineString"],
      ["Fence", "Point"],
    ]);
    expect(collection.features[0]).toMatchObject({
      geometry: { coordinates: [15.43, 47.07] },
      properties: { description: "North gate" },
    });
    expect(collection.features[1]?.properties).toMatchObject({ stroke: "#ff0000", "stroke-width": 4 });
  });

  it("of KMZ has those of its document, and UTF-16 is read too", async () => {
    const kmz = zipSync({ "files/icon.png": new Uint8Array(10), "doc.kml": strToU8(KML) });
    expect((await read("club.kmz", kmz)).collection.features).toHaveLength(3);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(KML.replace("UTF-8", "UTF-16"), "utf16le")]);
    expect((await read("utf16.kml", utf16)).facts.name).toBe("Club & field");
  });

  it("of GeoJSON keeps what is drawn, and no markup", async () => {
    const { facts, collection } = await read(
      "plan.geojson",
      JSON.stringify({
        type: "FeatureCollection",
        name: "Plan",
        features: [
          {
            type: "Feature",
            properties: { title: "<img src=x onerror=alert(1)>Site", fill: "#0F0", stroke: "url(evil)", secret: 1 },
            geometry: {
              type: "GeometryCollection",
              geometries: [
                { type: "Point", coordinates: [15, 47, 300] },
                {
                  type: "Polygon",
                  coordinates: [
                    [
                      [15, 47],
                      [15.1, 47],
                      [15, 47.1],
                      [15, 47],
                    ],
                  ],
                },
              ],
            },
          },
          { type: "Feature", properties: null, geometry: null },
        ],
      }),
    );
    expect(facts).toMatchObject({ container: "geojson", name: "Plan" });
    expect(collection.features).toHaveLength(2);
    expect(collection.features[0]?.properties).toEqual({ name: "Site", fill: "#0f0" });
  });

  it.each([
    ["an empty document", "<kml/>", "The file has no points, lines or polygons to draw."],
    ["XML of another kind", "<gpx><wpt/></gpx>", "This XML file is no KML: it begins with <gpx>."],
    ["XML that is cut off", KML.slice(0, 500), "The file is not well-formed XML: "],
    ["JSON that is cut off", '{"type": "FeatureColl', "The file is not well-formed JSON: "],
    ["other JSON", '{"version": 1}', "The file is no GeoJSON: it does not say what it is (type)."],
    ["JSON of another type", '{"type": "Topology"}', "The file is no GeoJSON: its type is Topology."],
    [
      "metres",
      '{"type": "Point", "coordinates": [1620000, 5950000]}',
      "its feature 1 has the coordinates 1620000, 5950000, which are no degrees (WGS84).",
    ],
    ["no coordinates", '{"type": "LineString", "coordinates": [[1, 2], "x"]}', "its feature 1 has no coordinates."],
    ["broken bytes", Buffer.from([0x7b, 0x22, 0xff, 0xff]), "The file is not text in UTF-8, as it should be."],
    ["an archive without KML", zipSync({ "a.txt": strToU8("a") }), "The file is an archive without a KML file in it."],
    ["a damaged archive", Buffer.from("PK\u0003\u0004 and nothing"), "The file cannot be unpacked: it is damaged."],
    ["many brackets", "[".repeat(100_000), "The file is n"],
    ["deep elements", `<kml>${"<Folder>".repeat(100_000)}`, "The file is n"],
  ])("is refused with a sentence: %s", async (name, content, message) => {
    await expect(read(name.replaceAll(" ", "-"), content)).rejects.toThrow(message);
  });

  it("is refused where it is too large, too many or nested too deeply", async () => {
    await expect(read("large.geojson", " ".repeat(MAX_OVERLAY_BYTES + 1))).rejects.toThrow("an overlay may have 16");
    const bomb = zipSync({ "doc.kml": new Uint8Array(MAX_OVERLAY_BYTES + 1) });
    await expect(read("bomb.kmz", bomb)).rejects.toThrow("an overlay may have 16");
    const point = { type: "Point", coordinates: [1, 2] };
    const many = Array.from({ length: MAX_FEATURES + 1 }, () => point);
    expect(() => overlayOf({ type: "GeometryCollection", geometries: many })).toThrow("too many");
    let nested: object = point;
    for (let depth = 0; depth < 20; depth++) nested = { type: "GeometryCollection", geometries: [nested] };
    expect(() => overlayOf(nested)).toThrow("nested too deeply");
  });

  it("returns features or a sentence, whatever the document is", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom("Point", "Polygon", "FeatureCollection", "Feature"),
        (value, type) => {
          for (const document of [value, { type, coordinates: value, features: value, geometry: value }]) {
            try {
              expect(overlayOf(document).output.features.length).toBeGreaterThan(0);
            } catch (error) {
              expect((error as Error).name).toBe("UnusableTileFileError");
            }
          }
        },
      ),
    );
  });
});
