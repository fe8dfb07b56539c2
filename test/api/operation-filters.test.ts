import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import { geodesicM } from "../../server/kernel/geodesic.ts";
import type { ApiStation, Detail, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { at, DETECTIONS, SURVEY } from "./sample-day.fixture.ts";

let station: ApiStation;
beforeAll(async () => {
  station = await startApiStation();
});
afterAll(() => station.stop());

const ALL_DAY = { from: "-PT12H" };
const FLIGHTS = ["survey", "visitor", "dateLine", "silent"] as const;
const BEGINNINGS = new Map(
  FLIGHTS.map((name) => [isoFromMs(DETECTIONS.find(({ flight }) => flight.name === name)!.timeMs), name]),
);
const nameOf = ({ time_first_telemetry }: Operation) => BEGINNINGS.get(time_first_telemetry ?? "") ?? "unknown";
const list = async (query: Query) => (await station.operations({ ...ALL_DAY, ...query })).map(nameOf);
const sensorsOf = async (query: Query) =>
  (await station.operations({ ...ALL_DAY, globalize: "false", ...query })).map(({ sensor_id }) => sensor_id);

const RECEIVED = DETECTIONS.filter(({ flight }) => flight === SURVEY);
const span = (distances: readonly number[]) => [Math.min(...distances), Math.max(...distances)] as const;
const [nearestOperatorM, farthestOperatorM] = span(RECEIVED.map((one) => geodesicM(one, SURVEY.operator!)));
const ROOF = { latitude: 50.0123457, longitude: 14.4200001 };
/** Distance to the nearest sensor of the survey; its other sensor later reports that it is a hundred kilometres away. */
const [nearestSensorM] = span(RECEIVED.filter(({ sensor }) => sensor === "ROOF").map((one) => geodesicM(one, ROOF)));
const m = (metres: number) => metres.toFixed(2);

describe("the list of operations, filtered by statistics", () => {
  it.each<[string, Query, readonly (typeof FLIGHTS)[number][]]>([
    ["a height that all reached", { ato_from: "42" }, FLIGHTS],
    ["a height that none reached", { ato_from: "42.001" }, []],
    ["a height below which all were", { ato_to: "42" }, FLIGHTS],
    ["a height below which none was", { ato_to: "41.999" }, []],
    ["a height below the take-off", { ato_from: "-5" }, FLIGHTS],
    ["both ends of a height", { ato_from: "4.2e1", ato_to: "+42.0" }, FLIGHTS],
    ["an operator that near", { operator_distance_to: m(nearestOperatorM + 0.01) }, ["survey"]],
    ["an operator nearer than it ever was", { operator_distance_to: m(nearestOperatorM - 0.01) }, []],
    ["an operator that far away", { operator_distance_from: m(farthestOperatorM - 0.01) }, ["survey"]],
    ["an operator farther than it ever was", { operator_distance_from: m(farthestOperatorM + 0.01) }, []],
    [
      "an operator far at one time and near at another",
      { operator_distance_from: m(farthestOperatorM - 1), operator_distance_to: m(nearestOperatorM + 1) },
      ["survey"],
    ],
    ["any operator", { operator_distance_from: "0" }, ["survey"]],
    ["a sensor that near", { sensor_distance_to: m(nearestSensorM + 0.01) }, ["survey", "silent"]],
    ["a sensor nearer than the survey ever was", { sensor_distance_to: m(nearestSensorM - 0.01) }, ["silent"]],
    ["a sensor farther than any of the roof's", { sensor_distance_from: "1000000" }, ["dateLine"]],
    ["another filter beside", { operator_distance_from: "0", search: "nobody" }, []],
    ["a box beside", { ato_from: "42", bbox: "14.39,49.99,14.44,50.04" }, ["survey"]],
    ["the other order", { ato_from: "42", order: "-time" }, FLIGHTS.toReversed()],
    ["a limit", { ato_from: "42", limit: "2" }, ["survey", "visitor"]],
    ["a limit from an offset", { ato_from: "42", limit: "2", offset: "1" }, ["visitor", "dateLine"]],
    ["an offset beyond the end", { ato_from: "42", offset: "4" }, []],
    ["no filter at all", {}, FLIGHTS],
  ])("by %s gives those that fit", async (_what, query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it("filters suboperations by their own statistics where suboperations are listed", async () => {
    expect(await sensorsOf({ operator_distance_to: m(nearestOperatorM + 0.01) })).toEqual(["ROOF"]);
    expect(await sensorsOf({ sensor_distance_to: "5000", bbox: "14.39,49.99,14.44,50.04" })).toEqual(["ROOF"]);
    expect(await sensorsOf({ ato_from: "42", order: "-time", limit: "2" })).toEqual(["VAN", "VAN"]);
  });

  it("is right as soon as a push is answered", async () => {
    const Location = { Status: 2, Latitude: 50.505, Longitude: 15.005, AltitudeGeo: 300, Height: 42 };
    for (const height of [43, 44, 45]) {
      const body = JSON.stringify({
        sn: "ROOF",
        tech: "wifi_nan",
        rssi: -60,
        mac: "02:00:5e:00:53:02",
        timestamp: isoFromMs(at(11, 2, height)),
        odid: {
          BasicID: [{ UASID: "1588E040445AC004418", IDType: 1, UAType: 2 }],
          Location: { ...Location, Height: height },
        },
      });
      expect(await list({ ato_from: String(height) })).toEqual([]);
      const headers = { "Content-Type": "application/x-ndjson" };
      const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
      expect(pushed.status).toBe(200);
      expect(await list({ ato_from: String(height) })).toEqual(["visitor"]);
    }
  });
});

const NUMBERS = [
  "ato_from",
  "ato_to",
  "operator_distance_from",
  "operator_distance_to",
  "sensor_distance_from",
  "sensor_distance_to",
];
const NO_NUMBERS = [
  "",
  "NaN",
  "nan",
  "Infinity",
  "-Infinity",
  "1e999",
  "-1e999",
  "0x10",
  "1,5",
  "1 000",
  "٤٢",
  "４２",
  "∞",
  "5m",
  "null",
  "--1",
  "1e",
];

describe("a filter that is no number", () => {
  const refusal = async (query: Query): Promise<readonly (readonly string[])[]> => {
    const response = await station.get("/v2/airspace/operations", { ...ALL_DAY, ...query });
    expect(response.status).toBe(422);
    return ((await response.json()) as { readonly detail: readonly Detail[] }).detail.map(({ loc }) => loc);
  };

  it.each(NUMBERS.flatMap((name) => NO_NUMBERS.map((value) => [name, value] as const)))(
    "is refused by its name: %s=%s",
    async (name, value) => {
      expect(await refusal({ [name]: value })).toEqual([["query", name]]);
    },
  );

  it.each(NUMBERS)("is refused when it is given twice: %s", async (name) => {
    expect(await refusal({ [name]: ["1", "2"] })).toEqual([["query", name]]);
  });

  it.each(NUMBERS.filter((name) => !name.startsWith("ato")))("is refused below zero: %s", async (name) => {
    expect(await refusal({ [name]: "-0.001" })).toEqual([["query", name]]);
  });
});
