import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Alert, AlertRule } from "../../server/contracts/alerts.ts";
import { isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { loadGeoid } from "../../server/kernel/geoid.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { writeElevationTile } from "../support/elevation-tile.ts";

/** Rules about heights above the ground, on a station with heights of one square degree, all of them 300 m. */
const GROUND_M = 300;
const PLACE = { latitude: 50.5, longitude: 14.5 };
/** Without heights of the ground. */
const ELSEWHERE = { latitude: 50.5, longitude: 16.5 };
const now = Date.now();

let folder: string;
let station: StationInProcess;
let token: string;
let rule: AlertRule;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "alert-heights-"));
  writeElevationTile(folder, "N50E014", () => GROUND_M);
  station = await startStationInProcess({ elevationDir: folder, clock: { now: () => now } });
  await station.register("root@example.org");
  token = (await station.signIn("root@example.org")).access_token;
  const body = { name: "High", severity: "warning", kind: "height_above", metres: 120, reference: "AGL" };
  rule = (await call("POST", "alert-rules", body)) as AlertRule;
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const call = async (method: string, path: string, body?: unknown) =>
  (await station.call(method, `/station/v1/${path}`, { token, body })).body;
const listAlerts = async () => (await call("GET", "alerts")) as readonly Alert[];
const { ellipsoidFromSeaLevelM } = await loadGeoid();

/** An aircraft at a height above the sea, or none; one that reports its height above the ground says that too. */
async function receive(
  serial: string,
  place: typeof PLACE,
  { seaM, reportedM, minutesAgo = 0 }: { seaM?: number; reportedM?: number; minutesAgo?: number },
): Promise<void> {
  const height = reportedM === undefined ? {} : { Height: reportedM, HeightType: 1 };
  const location = { Status: 2, Latitude: place.latitude, Longitude: place.longitude, ...height };
  const body = {
    sn: "ROOF",
    tech: "wifi_beacon",
    timestamp: isoFromMs(now - minutesAgo * MINUTE_MS),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location: { ...location, ...(seaM !== undefined && { AltitudeGeo: ellipsoidFromSeaLevelM(place, seaM) }) },
    },
  };
  expect(await call("POST", "ingest/scout", body)).toMatchObject({ frames: 1, refused: {} });
}

it("a height above the ground is computed where the ground is known, and marked as computed", async () => {
  await receive("1581F5FJD2282A010001", PLACE, { seaM: GROUND_M + 110 });
  await receive("1581F5FJD2282A010002", PLACE, { seaM: GROUND_M + 130 });
  await receive("1581F5FJD2282A010003", PLACE, { seaM: GROUND_M + 90, reportedM: 140 });
  await expect
    .poll(async () => (await listAlerts()).map(({ detail }) => detail.identifier).toSorted())
    .toEqual(["1581F5FJD2282A010002", "1581F5FJD2282A010003"]);
  const details = Object.fromEntries((await listAlerts()).map(({ detail }) => [detail.identifier, detail]));
  expect(details["1581F5FJD2282A010002"]).toMatchObject({ reference: "AGL", computed: true });
  // Remote ID sends heights in steps of half a metre.
  expect(details["1581F5FJD2282A010002"]!.height_m).toBeGreaterThan(129);
  expect(details["1581F5FJD2282A010002"]!.height_m).toBeLessThan(131);
  expect(details["1581F5FJD2282A010003"]).toEqual({
    height_m: 140,
    reference: "AGL",
    identifier: "1581F5FJD2282A010003",
  });
});

it("over unknown ground nothing is guessed, and the rule reports how many aircraft it cannot judge", async () => {
  const notJudged = async () => ((await call("GET", `alert-rules/${rule.id}`)) as AlertRule).not_judged;
  expect(await notJudged()).toBe(0);
  await receive("1581F5FJD2282A010004", ELSEWHERE, { seaM: 5000 });
  await expect.poll(notJudged).toBe(1);
  expect((await listAlerts()).map(({ detail }) => detail.identifier)).not.toContain("1581F5FJD2282A010004");
  await call("PATCH", `alert-rules/${rule.id}`, { enabled: false });
  expect(await notJudged()).toBeUndefined();
});

it("a test over the recording finds the same, with the ground that is known", async () => {
  const stretch = { from: isoFromMs(now - MINUTE_MS), to: isoFromMs(now + SECOND_MS) };
  const tested = (await call("POST", `alert-rules/${rule.id}/test`, stretch)) as readonly Alert[];
  const heights = (alerts: readonly Alert[]) =>
    alerts.map(({ detail }) => [detail.identifier, detail.height_m, detail.computed]).toSorted();
  expect(tested).toHaveLength(2);
  expect(heights(tested)).toEqual(heights(await listAlerts()));
});

it("a test reports how many aircraft of its time it could not judge, whatever is in the air now", async () => {
  const minutesAgo = (minutes: number) => isoFromMs(now - minutes * MINUTE_MS);
  const test = async (fromMinutes: number, toMinutes: number) => {
    const body = { from: minutesAgo(fromMinutes), to: minutesAgo(toMinutes) };
    const { headers } = await station.call("POST", `/station/v1/alert-rules/${rule.id}/test`, { token, body });
    return headers.get("x-not-judged");
  };
  // The fourth aircraft flew over unknown ground.
  expect(await test(1, -1)).toBe("1");
  // Over known ground, one that reports its height above unknown ground, and one without any height.
  await receive("1581F5FJD2282A010005", PLACE, { seaM: GROUND_M + 10, minutesAgo: 60 });
  await receive("1581F5FJD2282A010006", ELSEWHERE, { reportedM: 20, minutesAgo: 60 });
  await receive("1581F5FJD2282A010007", PLACE, { minutesAgo: 60 });
  await expect.poll(() => test(61, 59)).toBe("1");
  expect(await test(40, 39)).toBe("0");
  expect(await test(61, -1)).toBe("2");
  // Another kind of rule judges every aircraft.
  const body = { name: "Unknown", severity: "info", kind: "unknown_id", known: ["1581*"] };
  const other = (await call("POST", "alert-rules", body)) as AlertRule;
  const stretch = { from: minutesAgo(61), to: minutesAgo(-1) };
  const answer = await station.call("POST", `/station/v1/alert-rules/${other.id}/test`, { token, body: stretch });
  expect([answer.status, answer.headers.get("x-not-judged")]).toEqual([200, null]);
});
