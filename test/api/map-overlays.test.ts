import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapSet } from "../../server/contracts/map-sets.ts";
import { startTestStation } from "../support/station.ts";
import { pmtilesOf, pngOf } from "../support/tile-files.ts";

const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Gate</name>
  <Point><coordinates>15,47</coordinates></Point></Placemark></kml>`;
const TILES = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([200, 30, 30]) }], type: 2 });

describe("an overlay of the map", () => {
  let station: Awaited<ReturnType<typeof startTestStation>>;
  beforeAll(async () => {
    station = await startTestStation({ access: ["--local-operator"] });
  });
  afterAll(() => station.stop());

  const at = (path: string) => `${station.url}/station/v1/map-sets${path}`;
  async function upload(bytes: string | Uint8Array<ArrayBuffer>, query = "") {
    const headers = { "Content-Type": "application/octet-stream" };
    const response = await fetch(at(query), { method: "POST", headers, body: bytes });
    return { status: response.status, body: (await response.json()) as MapSet & { readonly messages?: string[] } };
  }

  it("is a map set with features instead of tiles, sent as GeoJSON", async () => {
    const added = await upload(KML, "?source_name=club.kml");
    expect(added).toMatchObject({
      status: 200,
      body: { name: "club", container: "kml", kind: "overlay", format: "geojson", attribution: "", style: null },
    });
    const { id } = added.body;
    const features = await fetch(at(`/${id}/features`));
    expect(features.headers.get("content-type")).toContain("application/geo+json");
    expect(await features.json()).toMatchObject({
      type: "FeatureCollection",
      features: [{ geometry: { type: "Point", coordinates: [15, 47] }, properties: { name: "Gate" } }],
    });
    expect((await fetch(at(`/${id}/0/0/0`))).status).toBe(404);
    expect((await fetch(at(`/${id}`), { method: "DELETE" })).status).toBe(204);
    expect((await fetch(at(`/${id}/features`))).status).toBe(404);
  });

  it("is refused with a sentence where it cannot be drawn, and tiles have no features", async () => {
    const refused = await upload('{"type": "Point", "coordinates": [1620000, 5950000]}');
    expect(refused.status).toBe(400);
    expect(refused.body.messages?.[0]).toContain("which are no degrees (WGS84)");
    const tiles = await upload(new Uint8Array(TILES));
    expect((await fetch(at(`/${tiles.body.id}/features`))).status).toBe(404);
    const listed = (await (await fetch(at(""))).json()) as readonly MapSet[];
    expect(listed.map(({ kind }) => kind)).toEqual(["raster"]);
  });
});
