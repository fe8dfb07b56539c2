import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiStation, Detail, Query } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { SURVEY } from "./picture.fixture.ts";

let station: ApiStation;
let survey = "";
beforeAll(async () => {
  station = await startApiStation();
  const [operation] = await station.operations({ from: "-PT12H", search: SURVEY.serial! });
  survey = operation!.id;
});
afterAll(() => station.stop());

const REGION = "14.39,49.99,14.44,50.04";
const LONG = "x".repeat(257);
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
    "-P1M",
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

type Answer = { readonly status: number; readonly named: readonly string[]; readonly sentences: boolean };
async function answerOf(path: string, query: Query): Promise<Answer> {
  const response = await station.get(path, query);
  if (response.status !== 422) return { status: response.status, named: [], sentences: false };
  const { detail } = (await response.json()) as { readonly detail: readonly Detail[] };
  return {
    status: 422,
    named: [...new Set(detail.map(({ loc }) => loc.join(".")))],
    sentences: detail.every(({ msg, type }) => msg.length > 5 && /^[a-z_]+$/.test(type)),
  };
}

describe.each(Object.entries(ENDPOINTS))("%s", (_name, { path, good, parameters, also = [] }) => {
  it("answers what is right", async () => {
    expect([200, 202]).toContain((await station.get(path(), good)).status);
  });

  it.each(Object.entries(parameters))("names %s when it is wrong as a %s", async (name, kind) => {
    const wrong = WRONG[kind].filter((value) => !isFine(name, value));
    const answers = await Promise.all(
      wrong.map(async (value) => [value, await answerOf(path(), { ...good, [name]: value })] as const),
    );
    const expected = { status: 422, named: [`query.${name}`], sentences: true };
    expect(answers).toEqual(wrong.map((value) => [value, expected]));
  });

  if (also.length > 0)
    it("names what lies outside its bounds", async () => {
      const answers = await Promise.all(
        also.map(async ([name, value]) => [name, value, await answerOf(path(), { ...good, [name]: value })] as const),
      );
      const expected = ([name]: readonly [string, string]) => ({
        status: 422,
        named: [`query.${name}`],
        sentences: true,
      });
      expect(answers).toEqual(also.map((one) => [...one, expected(one)]));
    });

  it("takes names that it does not know, and texts of any script, for what they are", async () => {
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

describe("a region", () => {
  it.each([
    ["across the antimeridian", "179.9,-17.1,-179.9,-16.9"],
    ["from the antimeridian", "180,-17.1,-179.9,-16.9"],
    ["to the antimeridian", "179.9,-17.1,180,-16.9"],
    ["on both sides of it, of no width", "180,-17.1,-180,-16.9"],
    ["around the north pole", "-180,89.8,180,90"],
    ["around the south pole", "-180,-90,180,-89.8"],
    ["that is the north pole", "0,90,0,90"],
    ["that is the south pole, all of its meridians", "-180,-90,180,-90"],
    ["that is a point", "14.4,50,14.4,50"],
    ["that is a line", "14.39,50,14.44,50"],
    ["with spaces and signs", " +14.39, 4.999e1 ,14.44,+50.04 "],
  ])("%s is a region like any other", async (_what, bbox) => {
    for (const kind of ["ua", "operator", "system", "global-ua", "global-operator", "global-system"]) {
      const query = kind.startsWith("global") ? { bbox } : { from: "-PT12H", bbox };
      expect([kind, (await station.get(`/v2/airspace/telemetry/${kind}`, query)).status]).toEqual([kind, 200]);
    }
    expect((await station.get("/v2/airspace/operations", { from: "-PT12H", bbox })).status).toBe(200);
  });

  it("around a pole is too large as soon as its area is", async () => {
    const ask = (bbox: string) => answerOf("/v2/airspace/telemetry/ua", { from: "-PT1H", bbox });
    expect((await ask("-180,89.75,180,90")).status).toBe(200);
    expect(await ask("-180,89.7,180,90")).toMatchObject({ status: 422, named: ["query.bbox"] });
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
        const answer = await answerOf(path(), { ...good, from: from!, to: to! });
        expect(answer).toEqual({ status: 422, named: ["query.from"], sentences: true });
      }
      expect((await station.get(path(), { ...good, from: "-PT1H", to: "-PT1H" })).status).toBe(200);
    },
  );
});

describe("an id in the path", () => {
  it.each(["x", "%00", "%F0%9F%9A%81", "..%2f..%2fetc", "'%3b--", "NaN", "%25"])(
    "of nothing, %s, is 404",
    async (id) => {
      for (const path of [`/v2/airspace/operations/${id}`, `/v2/airspace/operations/${id}/statistics`]) {
        const response = await fetch(station.url + path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject({ detail: { loc: ["path", "operation_id"] } });
      }
    },
  );

  it("that is too long is refused, and one that is no text is a path that is not there", async () => {
    const tooLong = await fetch(`${station.url}/v2/airspace/operations/${"x".repeat(129)}`);
    expect([tooLong.status, await tooLong.json()]).toMatchObject([
      422,
      { detail: [{ loc: ["path", "operation_id"] }] },
    ]);
    const malformed = await fetch(`${station.url}/v2/airspace/operations/%E0%A4%A`);
    expect(malformed.status).toBeGreaterThanOrEqual(400);
    expect(malformed.status).toBeLessThan(500);
  });

  it("of a removal with globalize=true is a UUID", async () => {
    const removal = await fetch(`${station.url}/v2/airspace/operations/x?globalize=true`, { method: "DELETE" });
    expect([removal.status, await removal.json()]).toMatchObject([
      422,
      { detail: { type: "invalid_operation_id", loc: ["path", "operation_id"], input: "x" } },
    ]);
  });
});

describe("a body of parameters", () => {
  it.each(["ua", "operator", "system"])("of %s names what is wrong in it", async (kind) => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ["from", 5],
      ["from", ["-PT1H"]],
      ["from", { $gt: "" }],
      ["bbox", [14, 50, 14.1, 50.1]],
      ["bbox", ""],
      ["limit", "many"],
      ["limit", 1.5],
      ["limit", -1],
      ["limit", true],
      ["limit", 1e300],
      ["offset", null],
      ["offset", -1],
      ["order", ["time"]],
      ["globalize", "maybe"],
      ["globalize", 1],
      ["exclude_public", null],
      ["operation_id", 5],
      ["uas_id", ""],
      ["sensor_id", LONG],
    ];
    const answers = await Promise.all(
      wrong.map(async ([name, value]) => {
        const response = await fetch(`${station.url}/v2/airspace/telemetry/${kind}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ from: "-PT12H", bbox: REGION, [name]: value }),
        });
        const { detail } = (await response.json()) as { readonly detail: readonly Detail[] };
        return [name, value, response.status, detail.map(({ loc }) => loc.slice(0, 2).join("."))];
      }),
    );
    expect(answers).toEqual(wrong.map(([name, value]) => [name, value, 422, [`body.${name}`]]));
  });
});
