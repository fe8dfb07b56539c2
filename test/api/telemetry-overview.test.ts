import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LastTelemetry } from "../../server/contracts/telemetry.ts";
import { isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import type { ApiStation, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { DATE_LINE, DETECTIONS, NOON_MS, SILENT } from "./sample-day.fixture.ts";

const KINDS = ["ua", "operator", "system"] as const;
type Kind = (typeof KINDS)[number];

let station: ApiStation;
/** Received within the last half hour by two sensors, with an operator who does not move. */
const PAIR = { serial: "1581F6QAD243700C1Q2A", mac: "02:00:5e:00:53:09" };
beforeAll(async () => {
  station = await startApiStation();
  const detection = (sensor: string, secondsAgo: number, latitude: number) => ({
    sn: sensor,
    tech: sensor === "ROOF" ? "wifi_beacon" : "bluetooth_legacy",
    mac: PAIR.mac,
    rssi: -60,
    timestamp: isoFromMs(NOON_MS - secondsAgo * SECOND_MS),
    odid: {
      BasicID: [{ UASID: PAIR.serial, IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: latitude, Longitude: 10, AltitudeGeo: 300, Height: 42, Direction: 45 },
      System: { OperatorLatitude: 48.1, OperatorLongitude: 10.1 },
    },
  });
  const objects = [detection("ROOF", 240, 48), detection("VAN", 238.5, 48.0001), detection("ROOF", 237, 48.0002)];
  const body = objects.map((one) => JSON.stringify(one)).join("\n");
  const headers = { "Content-Type": "application/x-ndjson" };
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  if (pushed.status !== 200) throw new Error(`the push was answered with ${pushed.status}`);
});
afterAll(() => station.stop());

async function last(kind: Kind, query: Query = {}): Promise<readonly LastTelemetry[]> {
  const response = await station.get(`/v2/airspace/telemetry/global-${kind}`, query);
  expect(response.status).toBe(200);
  const records = LastTelemetry.array().parse(await response.json());
  return records.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
}
const seen = (records: readonly LastTelemetry[]) =>
  records.map(({ timestamp, sensor_id, latitude, longitude }) => [timestamp, sensor_id, latitude, longitude]);

function newestOf(flight: typeof SILENT) {
  const { timeMs, sensor, latitude, longitude } = DETECTIONS.filter((one) => one.flight === flight).at(-1)!;
  return [isoFromMs(timeMs), sensor, latitude, longitude];
}
const PAIR_ROOF = [isoFromMs(NOON_MS - 237 * SECOND_MS), "ROOF", 48.0002, 10];
const PAIR_VAN = [isoFromMs(NOON_MS - 238.5 * SECOND_MS), "VAN", 48.0001, 10];

describe("the overview of aircraft", () => {
  it("is the newest position of everything received in the last half hour, once per operation", async () => {
    const records = await last("ua");
    expect(seen(records)).toEqual([newestOf(DATE_LINE), PAIR_ROOF, newestOf(SILENT)]);
    const ids = (await station.operations({ from: "-PT30M" })).map(({ id }) => id);
    expect(records.map(({ operation_id }) => operation_id).toSorted()).toEqual(ids.toSorted());
  });

  it("is once per suboperation with globalize=false, under the suboperation's id", async () => {
    const records = await last("ua", { globalize: "false" });
    expect(seen(records)).toEqual([newestOf(DATE_LINE), PAIR_VAN, PAIR_ROOF, newestOf(SILENT)]);
    const operations = await station.operations({ from: "-PT30M" });
    const suboperations = operations.flatMap(({ suboperations }) => suboperations.map(({ id }) => id));
    expect(records.map(({ operation_id }) => operation_id).toSorted()).toEqual(suboperations.toSorted());
  });

  it.each<[Query, () => readonly unknown[]]>([
    [{ max_age: "30" }, () => [newestOf(DATE_LINE), PAIR_ROOF, newestOf(SILENT)]],
    [{ max_age: "29" }, () => [PAIR_ROOF, newestOf(SILENT)]],
    [{ max_age: "4" }, () => [PAIR_ROOF, newestOf(SILENT)]],
    [{ max_age: "3" }, () => [newestOf(SILENT)]],
    [{ max_age: "1" }, () => []],
    [{ bbox: "-180,-90,180,90" }, () => [newestOf(DATE_LINE), PAIR_ROOF, newestOf(SILENT)]],
    [{ bbox: "-10,35,30,60" }, () => [PAIR_ROOF, newestOf(SILENT)]],
    [{ bbox: "170,-30,-170,0" }, () => [newestOf(DATE_LINE)]],
    [{ bbox: "0,35,179,60" }, () => [PAIR_ROOF, newestOf(SILENT)]],
    [{ bbox: "10,48.0002,10,48.0002" }, () => [PAIR_ROOF]],
    [{ bbox: "10,48,10,48.0001" }, () => []],
    [{ bbox: "10,48,10,48.0001", globalize: "false" }, () => [PAIR_VAN]],
    [{ colour: "red", globalize: "true" }, () => [newestOf(DATE_LINE), PAIR_ROOF, newestOf(SILENT)]],
  ])("is cut by %o", async (query, expected) => {
    expect(seen(await last("ua", query))).toEqual(expected());
  });
});

describe("the overview of operators", () => {
  it("is where the operator of an ongoing operation was last reported", async () => {
    const operator = [isoFromMs(NOON_MS - 237 * SECOND_MS), "ROOF", 48.1, 10.1];
    expect(seen(await last("operator"))).toEqual([operator]);
    expect(seen(await last("operator", { bbox: "10,48,10.05,48.05" }))).toEqual([]);
    const ids = (await last("operator", { globalize: "false" })).map(({ operation_id }) => operation_id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("the overview of systems", () => {
  const van = [isoFromMs(NOON_MS), "VAN", 50.8, 15.5];

  it("is where the sensors are that see ongoing operations, per operation", async () => {
    const records = await last("system");
    // ROOF has not reported its position in the last half hour.
    expect(seen(records)).toEqual([van, van, van]);
    const ids = (await station.operations({ from: "-PT30M" })).map(({ id }) => id);
    expect(records.map(({ operation_id }) => operation_id).toSorted()).toEqual(ids.toSorted());
  });

  it("is of the suboperation that the sensor saw with globalize=false", async () => {
    const operations = await station.operations({ from: "-PT30M" });
    const byVan = operations.flatMap(({ suboperations }) =>
      suboperations.filter(({ sensor_id }) => sensor_id === "VAN").map(({ id }) => id),
    );
    const records = await last("system", { globalize: "false" });
    expect(records.map(({ operation_id }) => operation_id).toSorted()).toEqual(byVan.toSorted());
  });

  it("leaves out operations that are over", async () => {
    expect(seen(await last("system", { max_age: "3" }))).toEqual([van]);
  });
});

describe.each(KINDS)("the overview of %s", (kind) => {
  it.each([
    ["application/x-ndjson", /^\{"operation_id":"[^\n]+\}\n/],
    ["text/csv; q=0.9, */*;q=0.1", /^timestamp,sensor_id,operation_id,latitude,longitude\r\n2025-/],
    ["application/gpx+xml", /<trkpt lat="/],
    ["application/vnd.google-earth.kml+xml", /<coordinates>|<gx:coord>/],
    ["*/*", /^\[\n\{/],
  ])("is written as %s", async (accept, shape) => {
    const response = await station.get(`/v2/airspace/telemetry/global-${kind}`, {}, { accept });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(shape);
  });

  it("is refused in a format that is not offered", async () => {
    const response = await station.get(`/v2/airspace/telemetry/global-${kind}`, {}, { accept: "image/png" });
    expect(response.status).toBe(406);
  });

  it.each([
    [{ max_age: "0" }, "max_age"],
    [{ max_age: "31" }, "max_age"],
    [{ max_age: "-1" }, "max_age"],
    [{ max_age: "1.5" }, "max_age"],
    [{ max_age: "" }, "max_age"],
    [{ max_age: ["5", "6"] }, "max_age"],
    [{ bbox: "0,50,1" }, "bbox"],
    [{ bbox: "0,51,1,50" }, "bbox"],
    [{ globalize: "sometimes" }, "globalize"],
  ])("refuses %o", async (query, name) => {
    const response = await station.get(`/v2/airspace/telemetry/global-${kind}`, query as Query);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [{ loc: ["query", name], msg: expect.any(String) }] });
  });
});

it("includes times of a sensor's clock ahead of the station's, but not another day", async () => {
  const body = JSON.stringify({
    sn: "AHEAD",
    tech: "wifi_beacon",
    mac: "02:00:5e:00:53:0a",
    timestamp: isoFromMs(NOON_MS + MINUTE_MS),
    odid: {
      BasicID: [{ UASID: "1588E0A0B5AC00AHEAD", IDType: 1, UAType: 2 }],
      Location: { Latitude: 1, Longitude: 2 },
    },
  });
  const headers = { "Content-Type": "application/json" };
  await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  const [record] = await last("ua", { bbox: "1.9,0.9,2.1,1.1" });
  expect(record).toMatchObject({ sensor_id: "AHEAD", latitude: 1, longitude: 2 });
});
