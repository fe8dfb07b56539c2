import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiStation, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { LONG, REGION, refusalOf } from "./bad-input.refusal.ts";
import { SURVEY } from "./sample-day.fixture.ts";

let station: ApiStation;
let survey = "";
beforeAll(async () => {
  station = await startApiStation();
  const [operation] = await station.operations({ from: "-PT12H", search: SURVEY.serial! });
  survey = operation!.id;
});
afterAll(() => station.stop());

const TWICE = (value: string): readonly string[] => [value, value];

/** What is wrong for a parameter of a kind, whatever the endpoint. */
const WRONG = {
  time: [
    "2025-05-01T10:00:00",
    "2025-05-01",
    "2025-02-30T00:00:00Z",
    "2025-05-01T24:01:00Z",
    "+275761-01-01T00:00:00Z",
    "1746093600",
    "now",
    "PT1H",
    "-P1Q",
    "-P",
    "-PT",
    "--PT1H",
    "-1:0:0",
    "-00:60:00",
    "-P99999999999999999999D",
    "NaN",
    "\u0000",
    "昨日",
    "2025-05-01T10:00:00Z\u0000",
    TWICE("-PT1H"),
  ],
  bbox: [
    "",
    "14,50,15",
    "14,50,14.1,50.1,3",
    "14;50;14.1;50.1",
    "a,b,c,d",
    ",,,",
    "NaN,50,14.1,50.1",
    "14,50,Infinity,50.1",
    "14,-Infinity,14.1,50.1",
    "1e400,50,14.1,50.1",
    "14,50.1,14.1,50",
    "-180.1,50,14.1,50.1",
    "14,50,180.0001,50.1",
    "14,-90.1,14.1,-90",
    "14,90,14.1,90.5",
    "१४,५०,१४.१,५०.१",
    "14,50,14.1,50.1\u0000",
    "0x0e,50,14.1,50.1",
    TWICE(REGION),
  ],
  integer: ["", " ", "NaN", "Infinity", "-Infinity", "1e999", "1.5", "0x10", "1 2", "１", "1\u0000", "ten", TWICE("1")],
  number: ["", "NaN", "Infinity", "-Infinity", "1e999", "0x10", "1,5", "-1", "high", "1\u0000", TWICE("1")],
  boolean: ["", "2", "yes!", "null", "true\u0000", TWICE("true")],
  order: ["", "Time", "time ", "time,-time", "--time", "id", TWICE("time")],
  text: ["", LONG, TWICE("a")],
} as const satisfies Readonly<Record<string, readonly (string | readonly string[])[]>>;
type Kind = keyof typeof WRONG;

type Endpoint = {
  readonly path: () => string;
  /** What makes the request a good one. */
  readonly good: Query;
  readonly parameters: Readonly<Record<string, Kind>>;
  readonly also?: readonly (readonly [string, string])[];
};

const list = (kind: string): Endpoint => ({
  path: () => `/v2/airspace/telemetry/${kind}`,
  good: { from: "-PT12H", bbox: REGION },
  parameters: {
    from: "time",
    to: "time",
    bbox: "bbox",
    operation_id: "text",
    uas_id: "text",
    sensor_id: "text",
    limit: "integer",
    offset: "integer",
    order: "order",
    globalize: "boolean",
    exclude_public: "boolean",
  },
  also: [
    ["from", ""],
    ["from", LONG],
    ["to", LONG],
    ["from", "-PT1S".padEnd(300, "0")],
    ["limit", "0"],
    ["limit", "-1"],
    ["limit", "10001"],
    ["limit", "99999999999999999999"],
    ["offset", "-1"],
    ["offset", "99999999999999999999"],
    ["bbox", "-180,-90,180,90"],
    ["bbox", "170,-20,-170,20"],
    ["bbox", "12,48,19,51"],
  ],
});
const overview = (kind: string): Endpoint => ({
  path: () => `/v2/airspace/telemetry/global-${kind}`,
  good: {},
  parameters: { bbox: "bbox", max_age: "integer", globalize: "boolean" },
  also: [
    ["max_age", "0"],
    ["max_age", "31"],
    ["max_age", "99999999999999999999"],
    ["bbox", LONG],
  ],
});
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "telemetry/ua": list("ua"),
  "telemetry/operator": list("operator"),
  "telemetry/system": list("system"),
  "telemetry/global-ua": overview("ua"),
  "telemetry/global-operator": overview("operator"),
  "telemetry/global-system": overview("system"),
  operations: {
    path: () => "/v2/airspace/operations",
    good: { from: "-PT12H" },
    parameters: {
      from: "time",
      to: "time",
      bbox: "bbox",
      sensor_id: "text",
      source_type: "text",
      limit: "integer",
      offset: "integer",
      order: "order",
      include_last_telemetry: "boolean",
      globalize: "boolean",
      exclude_public: "boolean",
      ownership: "order",
      seen: "boolean",
      ato_from: "number",
      ato_to: "number",
      operator_distance_from: "number",
      operator_distance_to: "number",
      sensor_distance_from: "number",
      sensor_distance_to: "number",
    },
    also: [
      ["from", ""],
      ["from", LONG],
      ["limit", "0"],
      ["limit", "1001"],
      ["offset", "-1"],
      ["search", LONG],
    ],
  },
  "operations/{operation_id}": {
    path: () => `/v2/airspace/operations/${survey}`,
    good: {},
    parameters: { globalize: "boolean" },
  },
  "operations/{operation_id}/statistics": {
    path: () => `/v2/airspace/operations/${survey}/statistics`,
    good: {},
    parameters: { globalize: "boolean" },
  },
};

/** A height above take-off may be negative. */
const isFine = (name: string, value: unknown) => name.startsWith("ato_") && value === "-1";

describe.each(Object.entries(ENDPOINTS))("%s", (_name, { path, good, parameters, also = [] }) => {
  it("answers what is right", async () => {
    expect([200, 202]).toContain((await station.get(path(), good)).status);
  });

  it.each(Object.entries(parameters))("names %s when it is wrong as a %s", async (name, kind) => {
    const wrong = WRONG[kind].filter((value) => !isFine(name, value));
    const answers = await Promise.all(
      wrong.map(async (value) => [value, await refusalOf(station, path(), { ...good, [name]: value })] as const),
    );
    const expected = { status: 422, named: [`query.${name}`], sentences: true };
    expect(answers).toEqual(wrong.map((value) => [value, expected]));
  });

  if (also.length > 0)
    it("names what lies outside its bounds", async () => {
      const answers = await Promise.all(
        also.map(
          async ([name, value]) => [name, value, await refusalOf(station, path(), { ...good, [name]: value })] as const,
        ),
      );
      const expected = ([name]: readonly [string, string]) => ({
        status: 422,
        named: [`query.${name}`],
        sentences: true,
      });
      expect(answers).toEqual(also.map((one) => [...one, expected(one)]));
    });

  it("accepts unknown names, and texts of any script, unchanged", async () => {
    const odd = {
      ...good,
      "bbox ": "1",
      __proto__x: "1",
      "from[]": "1",
      日本: "語",
      "\u0000": "\u0000",
      constructor: "x",
    };
    expect([200, 202]).toContain((await station.get(path(), odd)).status);
    for (const [name, kind] of Object.entries(parameters)) {
      if (kind !== "text") continue;
      for (const value of [
        "\u0000",
        "\u001b[31m",
        "'; DROP TABLE operation; --",
        "Ω≈ç√",
        "🚁",
        "%",
        "\ud83d",
        "null",
      ]) {
        expect([200, name, value]).toEqual([
          (await station.get(path(), { ...good, [name]: value })).status,
          name,
          value,
        ]);
      }
    }
  });
});

describe("a range", () => {
  it.each(Object.keys(ENDPOINTS).filter((name) => ENDPOINTS[name]?.parameters["to"] !== undefined))(
    "of %s that ends before it begins names its start",
    async (name) => {
      const { path, good } = ENDPOINTS[name]!;
      for (const [from, to] of [
        ["-PT1H", "-PT1H1S"],
        ["2025-05-01T12:00:00Z", "2025-05-01T13:59:59.999+02:00"],
        ["2030-01-01T00:00:00Z", ""],
      ]) {
        const answer = await refusalOf(station, path(), { ...good, from: from!, to: to! });
        expect(answer).toEqual({ status: 422, named: ["query.from"], sentences: true });
      }
      expect((await station.get(path(), { ...good, from: "-PT1H", to: "-PT1H" })).status).toBe(200);
    },
  );
});
