import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, isoFromMs } from "../../server/kernel/clock.ts";
import { findReader } from "../export/reader.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

const ogrinfo = findReader("ogrinfo");
const hasLibkml = ogrinfo.isInstalled && ogrinfo.read("--formats").includes("LIBKML");
const xmllint = findReader("xmllint");

let station: StationInProcess;
let folder: string;
let pat: string;
const [SERIAL, OTHER] = ["1581F5FJD2282A003001", "1581F5FJD2282A003002"];
const now = Date.now();

/** An aircraft that climbs for half a minute, received by a sensor; its operator stands 100 m to the south. */
function detections(serial: string, longitude: number): string {
  return Array.from({ length: 30 }, (_, second) =>
    JSON.stringify({
      sn: "ROOF",
      tech: "wifi_beacon",
      timestamp: isoFromMs(now - (30 - second) * 1000),
      odid: {
        BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
        Location: {
          Status: 2,
          Latitude: 50 + second * 1e-4,
          Longitude: longitude,
          AltitudeGeo: 300 + second,
          Height: second,
          HeightType: 0,
        },
        System: { OperatorLatitude: 49.999, OperatorLongitude: longitude, OperatorLocationType: 1 },
        OperatorID: { OperatorId: "FIN87astrdge12k8" },
      },
    }),
  ).join("\n");
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "network-link-"));
  station = await startStationInProcess({ localOperator: true });
  await station.register("root@example.org");
  const { access_token: token } = await station.signIn("root@example.org");
  const body = { password: PASSWORD, name: "Google Earth", expires_at: isoFromMs(now + DAY_MS) };
  pat = ((await station.call("POST", "/v2/pats/tokens", { token, body })).body as { token: string }).token;
  for (const [serial, longitude] of [
    [SERIAL, 14],
    [OTHER, 24],
  ] as const) {
    const headers = { "Content-Type": "application/x-ndjson" };
    const sent = { method: "POST", headers, body: detections(serial, longitude) };
    const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, sent);
    if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
  }
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const basic = (password: string, user = "station") => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});
const get = (path: string, headers: Record<string, string> = basic(pat)) =>
  fetch(`${station.url}/station/v1/${path}`, { headers });
async function fileOf(path: string, name: string): Promise<string> {
  const response = await get(path);
  expect(response.status).toBe(200);
  const file = join(folder, name);
  writeFileSync(file, await response.text());
  return file;
}

describe("access with a user name and a password", () => {
  it("accepts a personal access token as the password, on these paths only, and requests one", async () => {
    for (const path of ["network-link.kml", "current-operations.kml", "current-operations.geojson"]) {
      expect((await get(path)).status).toBe(200);
      expect((await get(path, { "X-Personal-Access-Token": pat })).status).toBe(200);
      for (const wrong of [basic("wrong"), basic(PASSWORD, "root@example.org"), { Authorization: "Basic %" }]) {
        const refused = await get(path, wrong);
        expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
          401,
          'Basic realm="Fieldstation", charset="UTF-8"',
        ]);
      }
    }
    const elsewhere = await get("sources");
    expect([elsewhere.status, elsewhere.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  });
});

describe("the network link", () => {
  it("names the map and how often it is fetched, without the credential", async () => {
    const text = await (await get("network-link.kml?bbox=13,49,15,51&refresh_seconds=10")).text();
    expect(text).toContain(
      `<href>${station.url}/station/v1/current-operations.kml?trail_minutes=5&amp;bbox=13%2C49%2C15%2C51</href>`,
    );
    expect(text).toContain("<refreshInterval>10</refreshInterval>");
    expect(text).not.toContain(pat);
    expect((await get("network-link.kml?bbox=13,49,15")).status).toBe(400);
    expect((await get("current-operations.kml?bbox=13,49,15")).status).toBe(400);
  });
});

describe("the map", () => {
  it("has an aircraft, its operator and its trail as GeoJSON", async () => {
    const { features } = (await (await get("current-operations.geojson?bbox=13,49,15,51")).json()) as {
      features: readonly { geometry: { type: string; coordinates: readonly unknown[][] }; properties: object }[];
    };
    expect(features.map(({ geometry: { type }, properties }) => [type, properties])).toMatchObject([
      ["Point", { kind: "aircraft", uas_id: SERIAL, altitude_wgs84: 329, operational_state: "airborne" }],
      ["Point", { kind: "operator", uas_id: SERIAL, operator_id: "FIN87astrdge12k8" }],
      ["MultiLineString", { kind: "trail", uas_id: SERIAL }],
    ]);
    expect(features[0]!.geometry.coordinates).toEqual([14, 50.0029, 329]);
    expect(features[2]!.geometry.coordinates[0]).toHaveLength(30);
    const short = await (await get("current-operations.geojson?trail_minutes=0")).text();
    expect([short.includes("trail"), short.includes(OTHER)]).toEqual([false, true]);
  });

  it.skipIf(!ogrinfo.isInstalled)("is read by GDAL, and so by QGIS, in both formats", async () => {
    const geojson = ogrinfo.read("-al", "-so", await fileOf("current-operations.geojson", "live.geojson"));
    expect(geojson).toContain("Feature Count: 6");
    const kml = ogrinfo.read("-al", await fileOf("current-operations.kml", "live.kml"));
    for (const text of [SERIAL, OTHER, "FIN87astrdge12k8", "LINESTRING"]) expect(kml).toContain(text);
    // That of Google Earth's own library, where GDAL was built with it.
    if (hasLibkml) expect(kml).toContain("using driver `LIBKML'");
    expect(kml).toMatch(/POINT Z \(14(\.0)? 50\.0029 29(\.0)?\)/);
  });

  it.skipIf(!findReader("curl").isInstalled || !findReader("jq").isInstalled)("is printed by the example", async () => {
    const example = resolve(import.meta.dirname, "../../docs/examples/current-operations.sh");
    const env = { ...process.env, STATION_TOKEN: pat };
    const { stdout } = await promisify(execFile)("sh", [example, station.url], { env });
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t", 2).join(" "));
    expect(lines).toEqual(expect.arrayContaining([`aircraft ${SERIAL}`, `operator ${OTHER}`, `trail ${SERIAL}`]));
  });

  it.skipIf(!xmllint.isInstalled)("and the link to it are well-formed", async () => {
    const files = [await fileOf("current-operations.kml", "live.kml"), await fileOf("network-link.kml", "link.kml")];
    expect(xmllint.read("--noout", ...files)).toBe("");
  });
});
