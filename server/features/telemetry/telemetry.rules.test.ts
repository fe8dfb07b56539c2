import { describe, expect, it } from "vitest";
import type { Format } from "../../contracts/formats.ts";
import { TelemetryListQuery } from "../../contracts/telemetry.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { NOON_MS } from "../../kernel/points.fixture.ts";
import { JSON_LIMIT, listLimit, selectTelemetry } from "./telemetry.rules.ts";

const MAX_BBOX_KM2 = 2500;
const PRAGUE = "14.2,50,14.6,50.2";
const select = (query: object) => selectTelemetry(TelemetryListQuery.parse(query), NOON_MS, MAX_BBOX_KM2);

const LAST_HOUR = { fromMs: NOON_MS - HOUR_MS, toMs: NOON_MS };
const BOX = { west: 14.2, south: 50, east: 14.6, north: 50.2 };
const nothing = { operationId: null, uasId: null, bbox: null };

describe("a request", () => {
  it.each([
    ["range and region", { from: "-PT1H", bbox: PRAGUE }, { ...nothing, bbox: BOX, range: LAST_HOUR }],
    [
      "range and region with an end",
      { from: "-01:00:00", to: "-PT5M", bbox: PRAGUE },
      { ...nothing, bbox: BOX, range: { ...LAST_HOUR, toMs: NOON_MS - 5 * MINUTE_MS } },
    ],
    ["an empty end is now", { from: "-PT1H", to: "", bbox: PRAGUE }, { ...nothing, bbox: BOX, range: LAST_HOUR }],
    ["identifier and range", { from: "-PT1H", uas_id: "A" }, { ...nothing, uasId: "A", range: LAST_HOUR }],
    [
      "identifier, range and region",
      { from: "-PT1H", uas_id: "A", bbox: PRAGUE },
      { ...nothing, uasId: "A", bbox: BOX, range: LAST_HOUR },
    ],
    [
      "an operation needs nothing else",
      { operation_id: "o" },
      { ...nothing, operationId: "o", range: { fromMs: -8.64e15, toMs: 8.64e15 } },
    ],
    [
      "an operation with a start only",
      { operation_id: "o", from: "-PT1H" },
      { ...nothing, operationId: "o", range: { fromMs: NOON_MS - HOUR_MS, toMs: 8.64e15 } },
    ],
    [
      "all filters combined",
      { operation_id: "o", uas_id: "A", bbox: PRAGUE, from: "-PT1H", to: "-PT0S" },
      { operationId: "o", uasId: "A", bbox: BOX, range: LAST_HOUR },
    ],
    ["a moment", { from: "-PT0S", bbox: PRAGUE }, { ...nothing, bbox: BOX, range: { fromMs: NOON_MS, toMs: NOON_MS } }],
  ])("selects: %s", (_, query, selection) => {
    expect(select(query)).toEqual({ kind: "selection", selection });
  });

  it.each([
    ["nothing at all", {}, ["from missing", "bbox missing"]],
    ["a region without a time", { bbox: PRAGUE }, ["from missing"]],
    ["a time without a region", { from: "-PT1H" }, ["bbox missing"]],
    ["an identifier without a time", { uas_id: "A" }, ["from missing"]],
    ["an identifier with an end only", { uas_id: "A", to: "-PT1H" }, ["from missing"]],
    ["a start without an offset", { from: "2026-05-01T10:00:00", bbox: PRAGUE }, ["from datetime_or_duration"]],
    [
      "two bad times",
      { from: "soon", to: "-P1.5M", bbox: PRAGUE },
      ["from datetime_or_duration", "to datetime_or_duration"],
    ],
    ["a bad time beside an operation", { operation_id: "o", to: "later" }, ["to datetime_or_duration"]],
    ["a range the wrong way round", { from: "-PT1H", to: "-PT2H", bbox: PRAGUE }, ["from range"]],
    ["a start in the future", { from: "2026-05-01T12:00:00.001Z", bbox: PRAGUE }, ["from range"]],
    ["a bad box", { from: "-PT1H", bbox: "14,51,15,50" }, ["bbox bbox"]],
    ["a bad box beside an operation", { operation_id: "o", bbox: "here" }, ["bbox bbox"]],
    ["a box as large as a country", { from: "-PT1H", bbox: "12,48.5,18.9,51.1" }, ["bbox bbox_too_large"]],
    ["a box around the whole antimeridian", { from: "-PT1H", bbox: "1,-1,-1,1" }, ["bbox bbox_too_large"]],
    ["a time and a box that are bad", { from: "x", bbox: "y" }, ["from datetime_or_duration", "bbox bbox"]],
  ])("is rejected with every invalid parameter: %s", (_, query, problems) => {
    const result = select(query);
    const reported = result.kind === "invalid" ? result.problems.map(({ name, type }) => `${name} ${type}`) : [];
    expect(reported).toEqual(problems);
  });

  it("can have a box of the maximum area, also across the antimeridian", () => {
    // Each has 2 496 km².
    for (const bbox of ["14.2,50,14.9,50.448", "179.65,50,-179.65,50.448"]) {
      expect(select({ from: "-PT1H", bbox }).kind).toBe("selection");
    }
    expect(select({ from: "-PT1H", bbox: "14.2,50,14.9,50.452" }).kind).toBe("invalid");
  });
});

describe("the limit", () => {
  it.each<[Format, number | null, number | "refused"]>([
    ["json", null, JSON_LIMIT],
    ["json", 1, 1],
    ["json", JSON_LIMIT, JSON_LIMIT],
    ["json", JSON_LIMIT + 1, "refused"],
    ["ndjson", null, Infinity],
    ["csv", 50_000, 50_000],
    ["gpx", null, Infinity],
    ["kml", 7, 7],
  ])("of %s with limit %s is %s", (representation, limit, expected) => {
    const result = listLimit(TelemetryListQuery.parse({ limit }), representation);
    expect(result.kind === "limit" ? result.limit : "refused").toBe(expected);
    if (result.kind === "invalid") expect(result.problem.name).toBe("limit");
  });
});
