import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ZoneFeature, ZoneSet } from "../../server/contracts/zones.ts";
import { sharedData } from "../support/shared-data.ts";
import { startTestStation, type TestStation } from "../support/station.ts";

let station: TestStation;
beforeAll(async () => {
  station = await startTestStation();
});
afterAll(() => station.stop());

type Import = {
  readonly set: ZoneSet | null;
  readonly format: string;
  readonly found: number;
  readonly dropped: readonly { readonly where: string; readonly reason: string }[];
};
type Failure = { readonly error: string; readonly messages: readonly string[] };

async function importZones(
  text: string | Uint8Array<ArrayBuffer>,
  query = "name=Test",
): Promise<{ status: number; body: Import & Failure }> {
  const response = await fetch(`${station.url}/station/v1/zone-sets?${query}`, {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as Import & Failure };
}

async function listZones(query = ""): Promise<readonly ZoneFeature[]> {
  const response = await fetch(`${station.url}/station/v1/zones${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly features: readonly ZoneFeature[] }).features;
}

async function listSets(): Promise<readonly ZoneSet[]> {
  return (await (await fetch(`${station.url}/station/v1/zone-sets`)).json()) as readonly ZoneSet[];
}

const removeSet = async (id: string) =>
  (await fetch(`${station.url}/station/v1/zone-sets/${id}`, { method: "DELETE" })).status;

const openAir = (name: string, ...lines: readonly string[]) =>
  ["AC R", `AN ${name}`, "AL GND", "AH FL65", ...lines].join("\n");
const TRIANGLE = ["DP 50:00:00 N 014:00:00 E", "DP 50:00:00 N 014:06:00 E", "DP 50:06:00 N 014:06:00 E"];
const BOW_TIE = [
  "DP 51:00:00 N 014:00:00 E",
  "DP 51:06:00 N 014:06:00 E",
  "DP 51:00:00 N 014:06:00 E",
  "DP 51:06:00 N 014:00:00 E",
];

const ED269 = {
  createdAt: "2026-01-02T03:04:05Z",
  UASZoneList: [
    {
      identifier: "LKX1",
      country: "CZE",
      name: "Reservoir",
      type: "COMMON",
      restriction: "PROHIBITED",
      reason: ["SENSITIVE"],
      message: "No flying over the dam.",
      applicability: [{ permanent: "YES", startDateTime: null, endDateTime: null, dailyPeriod: [] }],
      zoneAuthority: [{ name: "Water works", email: "dam@field.test", phone: "+420", siteURL: null }],
      geometry: [
        {
          uomDimensions: "FT",
          lowerLimit: "0",
          lowerVerticalReference: "AGL",
          upperLimit: 1000,
          upperVerticalReference: "AMSL",
          horizontalProjection: { type: "Circle", center: [15.5, 49.5], radius: 1000 },
        },
      ],
    },
  ],
};

const layer = { upper: 99_999, upperReference: "AGL", lower: 60, lowerReference: "AGL", uom: "m" };
const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 0.1, south],
    [west + 0.1, south + 0.1],
    [west, south + 0.1],
    [west, south],
  ],
];
const ED318 = {
  type: "FeatureCollection",
  title: "Two parts",
  metadata: { validFrom: "2025-01-01T00:00:00+01:00", issued: "2024-12-01T00:00:00Z" },
  features: [
    {
      type: "Feature",
      geometry: {
        type: "GeometryCollection",
        geometries: [
          { type: "Polygon", coordinates: square(16, 48), layer },
          { type: "Polygon", coordinates: square(16.05, 48.05), layer: { ...layer, lower: 30, upper: 120 } },
        ],
      },
      properties: {
        identifier: "AUT1",
        country: "AUT",
        name: [
          { text: "Schutzgebiet", lang: "de-AT" },
          { text: "Nature reserve", lang: "en-GB" },
        ],
        type: "REQ_AUTHORIZATION",
        variant: "COMMON",
        reason: ["NATURE"],
      },
    },
  ],
};

describe("importing zones", () => {
  it("reads OpenAir, ED-269 and ED-318, and reports what it found and how old the data are", async () => {
    expect((await importZones(openAir("Field", ...TRIANGLE), "name=Own%20areas")).body).toMatchObject({
      format: "openair",
      found: 1,
      dropped: [],
      set: { name: "Own areas", zones: 1, issued: null, valid_from: null },
    });
    expect((await importZones(JSON.stringify(ED269), "name=Dams")).body).toMatchObject({
      format: "ed269",
      set: { issued: "2026-01-02T03:04:05.000Z" },
    });
    expect((await importZones(JSON.stringify(ED318), "name=Nature")).body).toMatchObject({
      format: "ed318",
      set: { issued: "2024-12-01T00:00:00.000Z", valid_from: "2024-12-31T23:00:00.000Z" },
    });
    expect((await listSets()).map(({ name }) => name)).toEqual(["Own areas", "Dams", "Nature"]);
  });

  it("stores the properties of each zone", async () => {
    const zones = new Map((await listZones()).map((zone) => [zone.properties.identifier, zone]));
    expect(zones.get("LKX1")?.properties).toMatchObject({
      name: "Reservoir",
      country: "CZE",
      restriction: "prohibited",
      reasons: ["SENSITIVE"],
      message: "No flying over the dam.",
      authority: { name: "Water works", email: "dam@field.test", phone: "+420", url: null },
      lower: { value: 0, reference: "ground" },
      upper: { value: expect.closeTo(304.8, 6), reference: "sea_level" },
    });
    expect(zones.get("AUT1")?.properties).toMatchObject({
      name: "Nature reserve",
      restriction: "authorisation",
      lower: { value: 30, reference: "ground" },
      upper: null,
    });
    expect(zones.get("AUT1")?.geometry.coordinates).toHaveLength(1);
    const one = await fetch(`${station.url}/station/v1/zones/${zones.get("LKX1")!.id}`);
    expect(await one.json()).toEqual(zones.get("LKX1"));
  });

  it("repairs an outline that crosses itself", async () => {
    const { body } = await importZones(openAir("Bow tie", ...BOW_TIE));
    const zone = (await listZones("?bbox=13.9,50.9,14.2,51.2")).find(({ properties }) => properties.name === "Bow tie");
    expect(zone?.geometry.coordinates).toHaveLength(2);
    expect(await removeSet(body.set!.id)).toBe(204);
  });

  it("stores nothing if a part cannot be read, unless `skip_broken` is set", async () => {
    const before = await listSets();
    const text = `${openAir("Good", ...TRIANGLE)}\n${openAir("Bad", "DP 50:00:00 N 014:")}`;
    const refused = await importZones(text);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      error: "unreadable_zones",
      messages: ["Bad (line 8) cannot be read: line 12: `50:00:00 N 014:` is no position."],
    });
    expect(await listSets()).toEqual(before);
    const { body } = await importZones(text, "name=Rest&skip_broken=true");
    expect(body).toMatchObject({ found: 1, dropped: [{ where: "Bad (line 8)" }], set: { zones: 1 } });
    expect(await removeSet(body.set!.id)).toBe(204);
  });

  it("previews a file without storing it", async () => {
    const before = await listZones();
    const { body } = await importZones(JSON.stringify(ED318), "name=Look&preview=true");
    expect(body).toMatchObject({ set: null, found: 1 });
    expect(await listZones()).toEqual(before);
  });

  it("reads the names of files in older encodings, and in UTF-16", async () => {
    const text = openAir("Zürich Süd", ...TRIANGLE);
    const files = [Buffer.from(text, "latin1"), Buffer.from(`\ufeff${text}`, "utf16le")];
    files.push(Buffer.from(files[1]!).swap16(), Buffer.from(`\ufeff${text}`));
    for (const file of files) {
      const { status, body } = await importZones(new Uint8Array(file), "name=Encoded");
      expect([status, body.messages]).toEqual([200, undefined]);
      expect((await listZones()).map(({ properties }) => properties.name)).toContain("Zürich Süd");
      expect(await removeSet(body.set!.id)).toBe(204);
    }
  });

  it("replaces older data by newer", async () => {
    const { body: older } = await importZones(openAir("Older", ...TRIANGLE), "name=Older");
    const { body: newer } = await importZones(openAir("Newer", ...TRIANGLE), `name=Newer&replace=${older.set!.id}`);
    const names = (await listZones()).map(({ properties }) => properties.name);
    expect(names).toContain("Newer");
    expect(names).not.toContain("Older");
    expect(await removeSet(older.set!.id)).toBe(404);
    expect(await removeSet(newer.set!.id)).toBe(204);
    expect((await importZones(openAir("X", ...TRIANGLE), `name=X&replace=${older.set!.id}`)).status).toBe(404);
  });

  it.each([
    ["name=X", "{ not JSON", "The file starts like JSON, but is not valid JSON."],
    ["name=X", '{"zones": []}', "The file is JSON, but neither ED-269 (`UASZoneList`) nor ED-318 (`features`)."],
    ["name=X", JSON.stringify({ ...ED269, createdAt: "yesterday" }), "createdAt"],
    ["name=X", JSON.stringify({ ...ED318, metadata: { validFrom: { purposely: "wrong" } } }), "metadata.validFrom"],
    ["name=X", JSON.stringify({ ...ED318, features: [] }), "features"],
    ["name=X", "", "The file contains no zones."],
    ["name=X", "just text", "line 1 is neither JSON nor OpenAir"],
    ["", openAir("X", ...TRIANGLE), "name"],
    ["name=", openAir("X", ...TRIANGLE), "name"],
    ["name=X&preview=maybe", openAir("X", ...TRIANGLE), "preview"],
  ])("refuses %s %s in one sentence and stores nothing", async (query, text, sentence) => {
    const before = await listSets();
    const { status, body } = await importZones(text, query);
    expect(status).toBe(400);
    expect(body.messages).toEqual([expect.stringContaining(sentence)]);
    expect(await listSets()).toEqual(before);
  });
});

describe("zones in a region", () => {
  it("are those that touch it, the largest first", async () => {
    const names = async (query: string) => (await listZones(query)).map(({ properties }) => properties.name);
    expect(await names("?bbox=15.49,49.49,15.5,49.5")).toEqual(["Reservoir"]);
    // Inside the bounding box of the triangle, but outside the triangle.
    expect(await names("?bbox=14.001,50.09,14.01,50.099")).toEqual([]);
    expect(await names("?bbox=13,47,17,52")).toEqual(["Nature reserve", "Field", "Reservoir"]);
    expect(await names("?bbox=13,47,17,52&limit=1")).toEqual(["Nature reserve"]);
    expect(await names("?bbox=170,-10,-170,10")).toEqual([]);
  });

  it.each(["?bbox=1,2,3", "?bbox=0,91,1,92", "?limit=0", "?limit=5001"])("are refused with %s", async (query) => {
    expect((await fetch(`${station.url}/station/v1/zones${query}`)).status).toBe(400);
  });

  it("are 404 for an unknown id", async () => {
    const id = "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10";
    expect((await fetch(`${station.url}/station/v1/zones/${id}`)).status).toBe(404);
    expect(await removeSet(id)).toBe(404);
  });
});

const germany = sharedData("openair-openaip", "full-airspaces.txt");

describe.skipIf(germany === undefined)("real files", () => {
  it.each([
    [["openair-openaip", "full-airspaces.txt"], 658],
    [["geozones-interuss", "cis_source_sample_ed269.json"], 1],
    [["geozones-interuss", "cis_source_sample_ed318.json"], 3],
    [["geozones-ed318-eurocontrol", "Example_Collection.json"], 2],
    [["geozones-ed318-eurocontrol", "Example_GeoZone_2_Layers.json"], 1],
    [["geozones-ed318-eurocontrol", "Example_GeoZone_Circle.json"], 1],
    [["geozones-ed318-eurocontrol", "Example_GeoZone_with_extension.json"], 1],
  ])("%s gives all of its zones", async (parts, zones) => {
    const { body } = await importZones(readFileSync(sharedData(...parts)!, "utf8"), "name=Real");
    expect(body).toMatchObject({ found: zones, dropped: [], set: { zones } });
  });

  it("that was made invalid on purpose is refused", async () => {
    const path = sharedData("geozones-ed318-eurocontrol", "InvalidExample_GeoZone_2_Layers.json")!;
    expect(await importZones(readFileSync(path, "utf8"))).toMatchObject({
      status: 400,
      body: { messages: [expect.stringContaining("metadata.validFrom")] },
    });
  });
});
