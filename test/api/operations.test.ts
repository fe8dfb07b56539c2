import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Operation } from "../../server/contracts/operations.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import type { ApiStation, Detail, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { at, DETECTIONS, SURVEY, VISITOR } from "./sample-day.fixture.ts";

let station: ApiStation;
beforeAll(async () => {
  station = await startApiStation();
});
afterAll(() => station.stop());

const ALL_DAY = { from: "-PT12H" };
const FLIGHTS = ["survey", "visitor", "dateLine", "silent"] as const;
type Name = (typeof FLIGHTS)[number];

/** Which flight of the fixture an operation is, identified by its start. */
const BEGINNINGS: ReadonlyMap<string, Name> = new Map(
  FLIGHTS.map((name) => [isoFromMs(DETECTIONS.find(({ flight }) => flight.name === name)!.timeMs), name]),
);
const nameOf = ({ time_first_telemetry }: Operation) => BEGINNINGS.get(time_first_telemetry ?? "") ?? "unknown";
const list = async (query: Query) => (await station.operations(query)).map(nameOf);

describe("the list of operations", () => {
  it.each<[string, Query, readonly Name[]]>([
    ["a range", ALL_DAY, FLIGHTS],
    [
      "a range that an operation reaches into",
      { from: isoFromMs(at(10, 9, 59)), to: isoFromMs(at(11, 0)) },
      ["survey", "visitor"],
    ],
    ["a range between operations", { from: isoFromMs(at(10, 10)), to: isoFromMs(at(10, 59)) }, []],
    ["a range that has just begun", { from: "-00:01:01" }, ["silent"]],
    ["the other order", { ...ALL_DAY, order: "-time" }, FLIGHTS.toReversed()],
    ["a limit", { ...ALL_DAY, limit: "2" }, ["survey", "visitor"]],
    ["a limit from an offset", { ...ALL_DAY, limit: "2", offset: "1" }, ["visitor", "dateLine"]],
    ["a limit in the other order", { ...ALL_DAY, limit: "1", order: "-time" }, ["silent"]],
    ["an offset beyond the end", { ...ALL_DAY, offset: "4" }, []],
    ["a sensor", { ...ALL_DAY, sensor_id: "ROOF" }, ["survey", "visitor"]],
    ["a sensor by its deprecated name", { ...ALL_DAY, source_id: "ROOF" }, ["survey", "visitor"]],
    ["another sensor", { ...ALL_DAY, sensor_id: "VAN" }, ["survey", "dateLine", "silent"]],
    ["an unknown sensor", { ...ALL_DAY, sensor_id: "VA" }, []],
    ["a source type", { ...ALL_DAY, source_type: "rid_receiver" }, FLIGHTS],
    ["another source type", { ...ALL_DAY, source_type: "network" }, []],
    ["a technology", { ...ALL_DAY, transmission_technology: "wifi_nan" }, ["visitor"]],
    [
      "several technologies, any of them",
      { ...ALL_DAY, transmission_technology: ["wifi_nan", "bluetooth_legacy"] },
      ["survey", "visitor"],
    ],
    ["a technology without records", { ...ALL_DAY, transmission_technology: "network" }, []],
    ["a box", { ...ALL_DAY, bbox: "14.39,49.99,14.44,50.04" }, ["survey"]],
    ["a box around the operator", { ...ALL_DAY, bbox: "14.39,50.07,14.41,50.09" }, ["survey"]],
    ["a box inside of the bounds of a flight that never met it", { ...ALL_DAY, bbox: "14.42,50,14.43,50.01" }, []],
    ["a box as large as a country", { ...ALL_DAY, bbox: "12,48.5,18.9,51.1" }, ["survey", "visitor", "silent"]],
    ["a box across the antimeridian", { ...ALL_DAY, bbox: "170,-20,-170,-10" }, ["dateLine"]],
    ["a box and a range in which it was not met", { from: isoFromMs(at(10, 5)), bbox: "14.4,50,14.401,50.001" }, []],
    ["an identifier", { ...ALL_DAY, search: SURVEY.serial! }, ["survey"]],
    ["a part of an identifier, whatever its case", { ...ALL_DAY, search: "e040445ac" }, ["visitor"]],
    ["an operator id with Č", { ...ALL_DAY, search: "Čáp" }, ["survey"]],
    ["an operator id with č", { ...ALL_DAY, search: "čÁP" }, ["survey"]],
    ["an operator id with a letter of two characters", { ...ALL_DAY, search: "čáp".normalize("NFD") }, ["survey"]],
    ["a percent sign, which is an ordinary character", { ...ALL_DAY, search: "%" }, ["survey"]],
    ["an underscore, which is an ordinary character", { ...ALL_DAY, search: "%_" }, ["survey"]],
    ["a sensor id", { ...ALL_DAY, search: "roo" }, ["survey", "visitor"]],
    ["a maker of aircraft", { ...ALL_DAY, search: "parrot" }, ["visitor"]],
    ["a declared type of aircraft", { ...ALL_DAY, search: "Multirotor" }, ["survey", "visitor", "dateLine"]],
    ["words of the store, which are no values", { ...ALL_DAY, search: "serial_number" }, []],
    ["signs of the store, which are no values", { ...ALL_DAY, search: '":"' }, []],
    ["nothing to search for", { ...ALL_DAY, search: "" }, FLIGHTS],
    [
      "all at once",
      { ...ALL_DAY, sensor_id: "VAN", search: "fji", bbox: "170,-20,-170,-10", limit: "5" },
      ["dateLine"],
    ],
    ["what was given by name, to who administers", { ...ALL_DAY, exclude_public: "true" }, FLIGHTS],
  ])("by %s", async (_, query, flights) => {
    expect(await list(query)).toEqual(flights);
  });

  it.each<[string, Query, readonly string[]]>([
    ["no start", {}, ["query.from missing"]],
    ["an empty start", { from: "" }, ["query.from missing"]],
    ["a bad start", { from: "2025-05-01" }, ["query.from datetime_or_duration"]],
    ["a start after its end", { from: "-PT1H", to: "-PT2H" }, ["query.from range"]],
    ["a bad box", { ...ALL_DAY, bbox: "1,2,3,4,5" }, ["query.bbox bbox"]],
    ["a limit beyond the largest", { ...ALL_DAY, limit: "1001" }, ["query.limit too_large"]],
    ["a bad order", { ...ALL_DAY, order: "-name" }, ["query.order invalid_value"]],
    ["a negative offset", { ...ALL_DAY, offset: "-1" }, ["query.offset too_small"]],
    ["a maybe", { ...ALL_DAY, globalize: "perhaps" }, ["query.globalize invalid_value"]],
  ])("with %s is refused, with the names of the parameters", async (_, query, problems) => {
    const response = await station.get("/v2/airspace/operations", query);
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { readonly detail: readonly Detail[] };
    expect(detail.map(({ loc, type }) => `${loc.join(".")} ${type}`)).toEqual(problems);
  });

  it("reports the total and links to the next and the previous page", async () => {
    const page = async (query: Query) => (await station.get("/v2/airspace/operations", query)).headers;
    expect((await page(ALL_DAY)).get("X-Total-Count")).toBe("4");
    expect((await page(ALL_DAY)).get("Link")).toBeNull();
    const second = await page({ ...ALL_DAY, limit: "1", offset: "1", sensor_id: "VAN" });
    expect(second.get("X-Total-Count")).toBe("3");
    expect(second.get("Link")).toBe(
      '</v2/airspace/operations?from=2025-05-01T00%3A00%3A00.000Z&limit=1&offset=2&sensor_id=VAN>; rel="next", </v2/airspace/operations?from=2025-05-01T00%3A00%3A00.000Z&limit=1&offset=0&sensor_id=VAN>; rel="prev"',
    );
  });

  it("is found by its id in capitals, and so is its telemetry", async () => {
    const [flight] = await station.operations(ALL_DAY);
    const id = flight!.id.toUpperCase();
    expect(await (await station.get(`/v2/airspace/operations/${id}`)).json()).toMatchObject({ id: flight!.id });
    const records = await station.telemetry("ua", { operation_id: id });
    expect(records).toEqual(await station.telemetry("ua", { operation_id: flight!.id }));
    expect(records.length).toBeGreaterThan(0);
  });

  it("has a box that crosses the antimeridian where the flight did", async () => {
    const [flight] = await station.operations({ ...ALL_DAY, bbox: "170,-20,-170,-10" });
    const [west, , east] = flight!.bbox!.split(",").map(Number);
    expect(west).toBeCloseTo(180, 1);
    expect(east).toBeCloseTo(-180, 1);
    const received = await station.operations({ ...ALL_DAY, bbox: flight!.bbox! });
    expect(received.map(nameOf)).toEqual(["dateLine"]);
  });

  it("shows suboperations as operations of their own with globalize=false", async () => {
    const suboperations = await station.operations({ ...ALL_DAY, globalize: "false" });
    expect(
      suboperations.map(
        ({ sensor_ids, transmission_technologies }) => `${sensor_ids.join()} ${transmission_technologies.join()}`,
      ),
    ).toEqual([
      "ROOF wifi_beacon",
      "VAN bluetooth_legacy",
      "ROOF wifi_nan",
      "VAN bluetooth_long_range",
      "VAN wifi_beacon",
    ]);
    const [survey] = await station.operations(ALL_DAY);
    expect(suboperations.slice(0, 2).map(({ id }) => id)).toEqual(survey?.suboperations.map(({ id }) => id));
    const cut = await station.operations({ ...ALL_DAY, globalize: "false", limit: "2", offset: "1", order: "-time" });
    expect(cut.map(({ id }) => id)).toEqual([suboperations[3]?.id, suboperations[2]?.id]);
    const found = await station.operations({ ...ALL_DAY, globalize: "false", search: "čáp", sensor_id: "VAN" });
    expect(found.map(({ id }) => id)).toEqual([suboperations[1]?.id]);
  });

  it("adds the newest record of each kind that exists", async () => {
    const query = { ...ALL_DAY, include_last_telemetry: "true" };
    const [survey, visitor] = await station.operations(query);
    expect(survey?.last_telemetry).toMatchObject({
      ua: { timestamp: isoFromMs(at(10, 9, 59)), sensor_id: "ROOF", operation_id: survey?.id },
      operator: { timestamp: isoFromMs(at(10, 9, 50)), operation_id: survey?.id, location: SURVEY.operator },
      system: { timestamp: isoFromMs(at(10, 9)), sensor_id: "ROOF", operation_id: null },
    });
    expect(Object.keys(visitor?.last_telemetry ?? {})).toEqual(["ua"]);
    const [, van] = await station.operations({ ...query, globalize: "false" });
    expect(van?.last_telemetry?.ua).toMatchObject({ sensor_id: "VAN", operation_id: van?.id });
    expect((await station.operations(ALL_DAY)).every((operation) => operation.last_telemetry === undefined)).toBe(true);
  });
});

describe("an operation", () => {
  it("carries all that is known of it", async () => {
    const [survey] = await station.operations(ALL_DAY);
    expect(Operation.parse(survey)).toEqual(survey);
    expect(survey).toMatchObject({
      status: "past",
      sensor_id: "ROOF",
      uas_operator_id: SURVEY.operatorId,
      ua_identifiers: [{ type: "serial_number", value: SURVEY.serial }],
      warnings: [],
      transmission_technology: "wifi_beacon",
      transmission_technologies: ["wifi_beacon", "bluetooth_legacy"],
      aircraft_models: [{ maker: "Dronetag", model: null, type: "helicopter_or_multirotor" }],
      seen: false,
      bbox: "14.4,50,14.42995,50.02995",
      time_created: "2025-05-01T12:00:00.000Z",
      time_first_telemetry: isoFromMs(at(10, 0)),
      time_last_telemetry: isoFromMs(at(10, 9, 59)),
      sources: [
        { name: "ROOF", type: "rid_receiver", message_count: 600 },
        { name: "VAN", type: "rid_receiver", message_count: 120 },
      ],
      sensor_ids: ["ROOF", "VAN"],
      suboperations: [
        { sensor_id: "ROOF", message_count: 600, link_reason: "first_seen", link_confidence: 1 },
        { sensor_id: "VAN", message_count: 120, link_reason: "same_identifier" },
      ],
    });
  });

  it("is current while its telemetry is younger than three minutes", async () => {
    const statuses = (await station.operations(ALL_DAY)).map(({ status }) => status);
    expect(statuses).toEqual(["past", "past", "past", "current"]);
  });

  it.each([
    ["operation", undefined, "operation"],
    ["operation", "true", "operation"],
    ["operation", "false", 404],
    ["suboperation", undefined, "suboperation"],
    ["suboperation", "true", 404],
    ["suboperation", "false", "suboperation"],
    ["stranger", undefined, 404],
    ["stranger", "true", 404],
    ["stranger", "false", 404],
  ] as const)("is found by the id of an %s with globalize %s: %s", async (what, globalize, expected) => {
    const [survey] = await station.operations(ALL_DAY);
    const ids = { operation: survey!.id, suboperation: survey!.suboperations[1]!.id, stranger: "no such id" };
    const path = `/v2/airspace/operations/${encodeURIComponent(ids[what])}`;
    const response = await station.get(path, globalize === undefined ? {} : { globalize });
    const body = (await response.json()) as Operation & { readonly detail: Detail & { readonly input: string } };
    if (expected === 404) {
      expect([response.status, body.detail.type, body.detail.loc, body.detail.input]).toEqual([
        404,
        "operation_not_found",
        ["path", "operation_id"],
        ids[what],
      ]);
    } else {
      expect([response.status, body.id]).toEqual([200, ids[expected]]);
      expect(body.suboperations).toHaveLength(expected === "suboperation" ? 1 : 2);
    }
  });

  it("with a globalize that is neither is refused", async () => {
    const response = await station.get("/v2/airspace/operations/x", { globalize: "x" });
    expect(response.status).toBe(422);
  });

  it("of an identifier is found by search, its telemetry by its id", async () => {
    const [visitor] = await station.operations({ ...ALL_DAY, search: VISITOR.serial! });
    expect(await station.telemetry("ua", { operation_id: visitor!.id })).toHaveLength(100);
  });
});
