import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../../server/contracts/telemetry.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import type { ApiStation, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import type { Detection } from "./sample-day.fixture.ts";
import { at, DATE_LINE, DETECTIONS, HEARTBEATS, SILENT, SURVEY, VISITOR } from "./sample-day.fixture.ts";

let station: ApiStation;
const idOf = new Map<string, string>();
const suboperationOf = new Map<string, string>();
beforeAll(async () => {
  station = await startApiStation();
  for (const flight of [SURVEY, VISITOR, DATE_LINE, SILENT]) {
    const [first] = DETECTIONS.filter((one) => one.flight === flight);
    const [operation] = (
      await station.operations({ from: isoFromMs(first!.timeMs), to: isoFromMs(first!.timeMs) })
    ).filter(({ sensor_id }) => sensor_id === first!.sensor);
    idOf.set(flight.name, operation!.id);
    for (const { id, sensor_id } of operation!.suboperations) suboperationOf.set(`${flight.name} ${sensor_id}`, id);
  }
});
afterAll(() => station.stop());

const ALL_DAY = { from: "-PT12H" };
/** Around the survey, not around its operator nor anybody else. */
const SURVEY_BOX = "14.39,49.99,14.44,50.04";
const OPERATOR_BOX = "14.39,50.07,14.41,50.09";

type Matches = (one: Detection) => boolean;
const of =
  (...flights: readonly Detection["flight"][]): Matches =>
  ({ flight }) =>
    flights.includes(flight);
const within =
  (fromMs: number, toMs: number): Matches =>
  ({ timeMs }) =>
    timeMs >= fromMs && timeMs <= toMs;
const by =
  (sensor: string): Matches =>
  (one) =>
    one.sensor === sensor;

/** `time sensor` of the detections that hold, in order of time. */
function expected(...conditions: readonly Matches[]): readonly string[] {
  return DETECTIONS.filter((one) => conditions.every((holds) => holds(one)))
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .map(({ timeMs, sensor }) => `${isoFromMs(timeMs)} ${sensor}`);
}
const seen = (records: readonly { readonly timestamp: string; readonly sensor_id: string }[]) =>
  records.map(({ timestamp, sensor_id }) => `${timestamp} ${sensor_id}`);

describe("aircraft telemetry", () => {
  it.each<[string, () => Query, readonly Matches[]]>([
    ["a range and a region", () => ({ ...ALL_DAY, bbox: SURVEY_BOX }), [of(SURVEY)]],
    ["a region that only the operator stands in", () => ({ ...ALL_DAY, bbox: OPERATOR_BOX }), [of(SURVEY)]],
    ["a region across the antimeridian", () => ({ ...ALL_DAY, bbox: "179.9,-17.1,-179.9,-16.9" }), [of(DATE_LINE)]],
    ["the east side of it alone", () => ({ ...ALL_DAY, bbox: "-180,-17.1,-179.9,-16.9" }), [of(DATE_LINE)]],
    ["a region without records", () => ({ ...ALL_DAY, bbox: "14.5,50,14.6,50.1" }), [() => false]],
    [
      "a region that is a single point of the track",
      () => ({ ...ALL_DAY, bbox: "14.405,50.005,14.405,50.005" }),
      [of(SURVEY)],
    ],
    [
      "a region that was met outside of the range only",
      () => ({ from: isoFromMs(at(10, 5)), to: isoFromMs(at(10, 6)), bbox: "14.4,50,14.401,50.001" }),
      [() => false],
    ],
    [
      "a range, both ends inclusive",
      () => ({ from: isoFromMs(at(10, 2)), to: isoFromMs(at(10, 2, 1)), bbox: SURVEY_BOX }),
      [of(SURVEY), within(at(10, 2), at(10, 2, 1))],
    ],
    [
      "a relative range",
      () => ({ from: "-02:00:00", to: "-PT1H55M", bbox: SURVEY_BOX }),
      [of(SURVEY), within(at(10, 0), at(10, 5))],
    ],
    [
      "a range with an offset",
      () => ({ from: "2025-05-01T12:05:00+02:00", to: "2025-05-01T12:06:00+02:00", bbox: SURVEY_BOX }),
      [of(SURVEY), within(at(10, 5), at(10, 6))],
    ],
    ["an operation and nothing else", () => ({ operation_id: idOf.get("survey")! }), [of(SURVEY)]],
    [
      "an operation from a time on",
      () => ({ operation_id: idOf.get("survey")!, from: isoFromMs(at(10, 9)) }),
      [of(SURVEY), within(at(10, 9), at(23, 0))],
    ],
    ["a suboperation by its id", () => ({ operation_id: suboperationOf.get("survey VAN")! }), [of(SURVEY), by("VAN")]],
    [
      "a suboperation with globalize=false",
      () => ({ operation_id: suboperationOf.get("survey ROOF")!, globalize: "false" }),
      [of(SURVEY), by("ROOF")],
    ],
    [
      "a suboperation with globalize=true",
      () => ({ operation_id: suboperationOf.get("survey VAN")!, globalize: "true" }),
      [() => false],
    ],
    [
      "an operation with globalize=false",
      () => ({ operation_id: idOf.get("survey")!, globalize: "false" }),
      [() => false],
    ],
    [
      "an operation that does not exist",
      () => ({ operation_id: "01900000-0000-7000-8000-000000000000" }),
      [() => false],
    ],
    ["an identifier", () => ({ ...ALL_DAY, uas_id: SURVEY.serial! }), [of(SURVEY)]],
    ["an identifier and a region", () => ({ ...ALL_DAY, uas_id: SURVEY.serial!, bbox: SURVEY_BOX }), [of(SURVEY)]],
    ["an identifier elsewhere", () => ({ ...ALL_DAY, uas_id: VISITOR.serial!, bbox: SURVEY_BOX }), [() => false]],
    ["an identifier in small letters", () => ({ ...ALL_DAY, uas_id: SURVEY.serial!.toLowerCase() }), [() => false]],
    ["an identifier that is part of one", () => ({ ...ALL_DAY, uas_id: "1596" }), [() => false]],
    [
      "an operation of another aircraft",
      () => ({ ...ALL_DAY, operation_id: idOf.get("survey")!, uas_id: VISITOR.serial! }),
      [() => false],
    ],
    ["an operation and its region", () => ({ operation_id: idOf.get("survey")!, bbox: SURVEY_BOX }), [of(SURVEY)]],
    [
      "an operation and a region it never met",
      () => ({ operation_id: idOf.get("visitor")!, bbox: SURVEY_BOX }),
      [() => false],
    ],
    ["a sensor", () => ({ ...ALL_DAY, bbox: SURVEY_BOX, sensor_id: "VAN" }), [of(SURVEY), by("VAN")]],
    ["an unknown sensor", () => ({ ...ALL_DAY, bbox: SURVEY_BOX, sensor_id: "van" }), [() => false]],
    [
      "suboperations, each judged by its own points",
      () => ({ ...ALL_DAY, bbox: "14.399,49.999,14.4,50", globalize: "false" }),
      [of(SURVEY), by("ROOF")],
    ],
    ["empty parameters are not there", () => ({ ...ALL_DAY, bbox: SURVEY_BOX, to: "" }), [of(SURVEY)]],
    ["unknown parameters are ignored", () => ({ ...ALL_DAY, bbox: SURVEY_BOX, colour: "red" }), [of(SURVEY)]],
    [
      "exclude_public of the local operator",
      () => ({ ...ALL_DAY, bbox: SURVEY_BOX, exclude_public: "true" }),
      [of(SURVEY)],
    ],
  ])("of %s", async (_, query, conditions) => {
    expect(seen(await station.telemetry("ua", query()))).toEqual(expected(...conditions));
  });

  it("has the records as received", async () => {
    const records = await station.telemetry("ua", { ...ALL_DAY, uas_id: DATE_LINE.serial! });
    const detections = DETECTIONS.filter(of(DATE_LINE));
    expect(records.map((record) => UaTelemetry.parse(record).location)).toEqual(
      detections.map(({ latitude, longitude }) => ({ latitude, longitude, accuracy: null })),
    );
    expect(records[0]).toMatchObject({
      operation_id: idOf.get("dateLine"),
      operational_state: "airborne",
      altitudes: [
        { type: "WGS84", value: 300.5, accuracy: null },
        { type: "ATO", value: 42, accuracy: null },
      ],
      velocity: { heading: 45, horizontal_speed: null, components: null },
    });
  });

  it("carries the id of the operation, or of the suboperation where suboperations were asked for", async () => {
    const idsOf = async (query: Query) =>
      [...new Set((await station.telemetry("ua", query)).map(({ operation_id }) => operation_id))].toSorted();
    const suboperations = [suboperationOf.get("survey ROOF"), suboperationOf.get("survey VAN")].toSorted();
    const region = { ...ALL_DAY, bbox: SURVEY_BOX };
    expect(await idsOf(region)).toEqual([idOf.get("survey")]);
    expect(await idsOf({ ...region, globalize: "true" })).toEqual([idOf.get("survey")]);
    expect(await idsOf({ ...region, globalize: "false" })).toEqual(suboperations);
    expect(await idsOf({ operation_id: suboperationOf.get("survey VAN")! })).toEqual([
      suboperationOf.get("survey VAN"),
    ]);
  });

  it.each([
    [{ order: "time" }, (all: readonly string[]) => all],
    [{ order: "-time" }, (all: readonly string[]) => all.toReversed()],
    [{ limit: "10" }, (all: readonly string[]) => all.slice(0, 10)],
    [{ limit: "10", order: "-time" }, (all: readonly string[]) => all.toReversed().slice(0, 10)],
    [{ offset: "710" }, (all: readonly string[]) => all.slice(710)],
    [{ offset: "195", limit: "10" }, (all: readonly string[]) => all.slice(195, 205)],
    [{ offset: "720" }, () => []],
    [{ limit: "10000" }, (all: readonly string[]) => all],
  ])("is cut and ordered by %o", async (query, choose) => {
    const records = await station.telemetry("ua", { operation_id: idOf.get("survey")!, ...query });
    expect(seen(records)).toEqual(choose(expected(of(SURVEY))));
  });
});

describe("operator telemetry", () => {
  const declared: Matches = ({ hasOperator }) => hasOperator;
  it.each<[string, () => Query, readonly Matches[]]>([
    ["an operation", () => ({ operation_id: idOf.get("survey")! }), [of(SURVEY), declared]],
    ["a region that only the aircraft was in", () => ({ ...ALL_DAY, bbox: SURVEY_BOX }), [of(SURVEY), declared]],
    ["the region the operator stands in", () => ({ ...ALL_DAY, bbox: OPERATOR_BOX }), [of(SURVEY), declared]],
    [
      "an identifier and a sensor",
      () => ({ ...ALL_DAY, uas_id: SURVEY.serial!, sensor_id: "VAN" }),
      [of(SURVEY), declared, by("VAN")],
    ],
    ["an aircraft whose operator is not known", () => ({ ...ALL_DAY, uas_id: VISITOR.serial! }), [() => false]],
  ])("of %s", async (_, query, conditions) => {
    const records = await station.telemetry("operator", query());
    expect(seen(records)).toEqual(expected(...conditions));
    for (const record of records) {
      expect(OperatorTelemetry.parse(record).location).toEqual({ ...SURVEY.operator, accuracy: null });
    }
  });
});

describe.each(["operator", "system"] as const)("%s telemetry", (kind) => {
  it.each<[Query, (all: readonly string[]) => readonly string[]]>([
    [{ order: "time" }, (all) => all],
    [{ order: "-time" }, (all) => all.toReversed()],
    [{ limit: "3" }, (all) => all.slice(0, 3)],
    [{ limit: "3", offset: "2" }, (all) => all.slice(2, 5)],
    [{ limit: "3", order: "-time" }, (all) => all.toReversed().slice(0, 3)],
    [{ offset: "100000" }, () => []],
  ])("is cut and ordered by %o", async (query, choose) => {
    // Two sensors may report at the same moment.
    const times = async (cut: Query) =>
      (await station.telemetry(kind, { operation_id: idOf.get("survey")!, ...cut })).map(({ timestamp }) => timestamp);
    const all = await times({});
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(all.toSorted());
    expect(await times(query)).toEqual(choose(all));
  });
});

describe("system telemetry", () => {
  type Beats = (one: (typeof HEARTBEATS)[number]) => boolean;
  const saw =
    (sensor: string, fromMs: number, toMs: number): Beats =>
    (one) =>
      one.sensor === sensor && one.timeMs >= fromMs && one.timeMs <= toMs;

  it.each<[string, () => Query, readonly Beats[]]>([
    [
      "an operation: its sensors, while they saw it",
      () => ({ operation_id: idOf.get("survey")! }),
      [saw("ROOF", at(10, 0), at(10, 9, 59)), saw("VAN", at(10, 2, 0.5), at(10, 3, 59.5))],
    ],
    [
      "a part of an operation",
      () => ({ operation_id: idOf.get("survey")!, from: isoFromMs(at(10, 5)) }),
      [saw("ROOF", at(10, 5), at(10, 9, 59))],
    ],
    [
      "an operation and one of its sensors",
      () => ({ operation_id: idOf.get("survey")!, sensor_id: "VAN" }),
      [saw("VAN", at(10, 2, 0.5), at(10, 3, 59.5))],
    ],
    ["an identifier", () => ({ ...ALL_DAY, uas_id: DATE_LINE.serial! }), [saw("VAN", at(11, 30), at(11, 30, 40))]],
    [
      "a region whose corner is the sensor",
      () => ({ ...ALL_DAY, bbox: "14.4200001,50.0123457,14.43,50.02" }),
      [saw("ROOF", 0, Infinity)],
    ],
    [
      "a region: also records of a sensor in it without a GNSS fix",
      () => ({ ...ALL_DAY, bbox: "15.4,50.7,15.6,50.9" }),
      [saw("VAN", 0, Infinity)],
    ],
    ["a region and another sensor", () => ({ ...ALL_DAY, bbox: "15.4,50.7,15.6,50.9", sensor_id: "ROOF" }), []],
    ["an empty region", () => ({ ...ALL_DAY, bbox: "16,51,16.1,51.1" }), []],
  ])("of %s", async (_, query, beats) => {
    const records = await station.telemetry("system", query());
    const wanted = HEARTBEATS.filter((one) => beats.some((holds) => holds(one))).toSorted(
      (a, b) => a.timeMs - b.timeMs,
    );
    expect(seen(records)).toEqual(wanted.map(({ timeMs, sensor }) => `${isoFromMs(timeMs)} ${sensor}`));
    expect(records.map(({ location }) => location)).toEqual(
      wanted.map(({ place }) => (place === null ? null : { ...place, accuracy: null })),
    );
  });

  it("is not bound to an operation", async () => {
    const [record] = await station.telemetry("system", { operation_id: idOf.get("survey")! });
    expect(SystemTelemetry.parse(record)).toMatchObject({
      operation_id: null,
      system_type: "rid_receiver",
      gnss_connectivity: { status: "connected", satellites: 9 },
    });
  });

  it("without a place is left out of GPX and KML", async () => {
    const query = { operation_id: idOf.get("survey")!, sensor_id: "VAN" };
    for (const accept of ["application/gpx+xml", "application/vnd.google-earth.kml+xml"]) {
      const response = await station.get("/v2/airspace/telemetry/system", query, { accept });
      expect(await response.text()).not.toMatch(/<trkpt|<coordinates>/);
    }
    const csv = await station.get("/v2/airspace/telemetry/system", query, { accept: "text/csv" });
    expect((await csv.text()).trimEnd().split("\r\n")).toHaveLength(1 + 1);
  });
});
