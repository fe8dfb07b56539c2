import { afterAll, beforeAll, expect, it } from "vitest";
import type { Alert, AlertRule } from "../../server/contracts/alerts.ts";
import { isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

/** Rules made from stored zones: with the limits of height and the times that the zones have. */
const now = Date.now();
const PLACE = { latitude: 47.07, longitude: 15.43 };

let station: StationInProcess;
let token: string;
beforeAll(async () => {
  station = await startStationInProcess({ clock: { now: () => now } });
  await station.register("root@example.org");
  token = (await station.signIn("root@example.org")).access_token;
});
afterAll(() => station[Symbol.asyncDispose]());

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await station.call(method, `/station/v1/${path}`, { token, body });
  expect([answer.status, answer.body]).toEqual([answer.status < 300 ? answer.status : "success", expect.anything()]);
  return answer.body as T;
}

type Limits = { readonly upperM?: number; readonly until?: string };

/** A prohibited circle of 3 km, in the format of ED-269, and a rule of it. */
async function ruleOfZone(name: string, { upperM = 500, until }: Limits): Promise<AlertRule> {
  const times = { permanent: "NO", startDateTime: "2020-01-01T00:00:00Z", endDateTime: until };
  const zone = {
    identifier: name.toUpperCase(),
    country: "AUT",
    name,
    restriction: "PROHIBITED",
    applicability: [until === undefined ? { permanent: "YES" } : times],
    geometry: [
      {
        uomDimensions: "M",
        lowerLimit: 0,
        lowerVerticalReference: "AMSL",
        upperLimit: upperM,
        upperVerticalReference: "AMSL",
        horizontalProjection: { type: "Circle", center: [PLACE.longitude, PLACE.latitude], radius: 3000 },
      },
    ],
  };
  await call("POST", `zone-sets?name=${name}`, { UASZoneList: [zone] });
  const { features } = await call<{ features: { id: string; properties: { id: string; name: string } }[] }>(
    "GET",
    "zones?bbox=15,47,16,48",
  );
  const { id } = features.find(({ properties }) => properties.name === name)!.properties;
  return call("POST", "alert-rules", { name, severity: "warning", kind: "area_entered", zone_id: id });
}

async function receive(serial: string, heightM: number): Promise<void> {
  const location = { Status: 2, Latitude: PLACE.latitude, Longitude: PLACE.longitude, AltitudeGeo: heightM };
  const odid = { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }], Location: location };
  await call("POST", "ingest/scout", { sn: "ROOF", tech: "wifi_beacon", timestamp: isoFromMs(now), odid });
}

it("a zone is a rule at once, with its limits of height and its times, and stays one when the zone is gone", async () => {
  const castle = await ruleOfZone("Castle", {});
  const fair = await ruleOfZone("Fair", { until: "2020-01-05T00:00:00Z" });
  expect(castle).toMatchObject({ enabled: true, zone_id: expect.any(String) });
  // The geoid is 47 m above the ellipsoid there: 453 m and 553 m above the sea.
  await receive("1581F5FJD2282A020001", 500);
  await receive("1581F5FJD2282A020002", 600);
  const alerts = async () =>
    (await call<readonly Alert[]>("GET", "alerts")).map(({ rule_id: rule, detail }) => [rule, detail]);
  const found = [[castle.id, { zone_id: castle.zone_id, identifier: "1581F5FJD2282A020001" }]];
  await expect.poll(alerts).toEqual(found);

  for (const { id } of await call<readonly { id: string }[]>("GET", "zone-sets")) {
    expect((await station.call("DELETE", `/station/v1/zone-sets/${id}`, { token })).status).toBe(204);
  }
  const stretch = { from: isoFromMs(now - MINUTE_MS), to: isoFromMs(now + SECOND_MS) };
  const test = (rule: AlertRule) => call<readonly Alert[]>("POST", `alert-rules/${rule.id}/test`, stretch);
  expect((await test(castle)).map(({ rule_id: rule, detail }) => [rule, detail])).toEqual(found);
  expect(await test(fair)).toEqual([]);
});
