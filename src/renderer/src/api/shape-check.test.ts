import { expect, it } from "vitest";
import { z } from "zod";
import { liveEvents } from "../../../../server/contracts/live.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../../../server/contracts/telemetry.ts";
import { fastParserOf, shapeCheckOf } from "./shape-check.ts";

const TIME = "2026-05-01T06:00:00.000Z";

const ua: UaTelemetry = {
  timestamp: TIME,
  timestamp_accuracy: 0.1,
  sensor_id: "roof",
  operation_id: "one",
  operational_state: "airborne",
  location: { latitude: 50, longitude: 14.4, accuracy: null },
  altitudes: [{ type: "ATO", value: 42, accuracy: 3 }],
  velocity: {
    heading: 90,
    horizontal_speed: 7.25,
    vertical_speed: null,
    components: [1, 2, 3],
    components_accuracy: null,
    speed_accuracy: 0.3,
  },
  air_pressure: null,
};

const operator: OperatorTelemetry = {
  timestamp: TIME,
  timestamp_accuracy: null,
  sensor_id: "roof",
  operation_id: "one",
  location: { latitude: -90, longitude: 180, accuracy: 1 },
  altitude: null,
  source_type: "take_off",
};

const operation: Operation = {
  id: "one",
  status: "current",
  sensor_id: "roof",
  uas_operator_id: null,
  ua_classification: null,
  ua_classification_type: null,
  ua_identifiers: [{ type: "serial_number", value: "1596F" }],
  authentication: [],
  descriptions: [],
  warnings: [{ type: "position_implausible", msg: "It jumps." }],
  suboperations: [
    {
      id: "part",
      sensor_id: "roof",
      transmission_technology: "wifi_beacon",
      time_first_telemetry: TIME,
      time_last_telemetry: TIME,
      message_count: 3,
      link_reason: "first_seen",
      link_confidence: 1,
    },
  ],
  transmission_technology: "wifi_beacon",
  transmission_technologies: ["wifi_beacon"],
  aircraft_models: [{ maker: null, model: null, type: null }],
  seen: false,
  bbox: null,
  time_created: TIME,
  time_updated: TIME,
  time_first_telemetry: TIME,
  time_last_telemetry: null,
  sources: [{ message_count: 3, name: "roof", type: "direct" }],
  sensor_ids: ["roof"],
  last_telemetry: { ua, operator },
};

const SUBSTITUTES: readonly unknown[] = [
  undefined,
  null,
  true,
  "",
  "text",
  "2026-05-01",
  "2026-02-30T06:00:00Z",
  "2026-05-01T06:00:00+01:00",
  0,
  -1,
  1.5,
  91,
  -181,
  1e300,
  Number.NaN,
  Infinity,
  [],
  [1, 2],
  [1, 2, 3],
  [null],
  {},
];

/** The value with each of its parts replaced in turn. */
function* variantsOf(value: unknown): Generator {
  yield* SUBSTITUTES;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) for (const other of variantsOf(part)) yield value.with(index, other);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      for (const other of variantsOf(part)) yield { ...value, [name]: other };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
  }
}

it.each([
  ["telemetry_ua", liveEvents.telemetry_ua.payload, ua],
  ["telemetry_operator", liveEvents.telemetry_operator.payload, operator],
  ["operation", liveEvents.operation.payload, operation],
] as const)("accepts of %s exactly what the contract accepts", (_, schema: z.ZodType, sample) => {
  const check = shapeCheckOf(schema)!;
  expect(check(sample)).toBe(true);
  for (const variant of variantsOf(sample)) {
    const expected = schema.safeParse(variant).success;
    if (check(variant) !== expected) expect.fail(`${JSON.stringify(variant)} is ${expected ? "" : "not "}accepted`);
  }
});

it.each([
  ["a default", z.object({ one: z.string().default("") })],
  ["a trimmed text", z.string().trim()],
  ["a converted text", z.string().transform(Number)],
  ["a refined value", z.number().refine((value) => value % 2 === 0)],
  ["a coerced number", z.coerce.number()],
  ["another format", z.array(z.uuid())],
  ["a strict object", z.strictObject({})],
])("leaves %s to the schema", (_, schema: z.ZodType) => {
  expect(shapeCheckOf(schema)).toBeUndefined();
});

it("gives what passes as it is, and explains what does not", () => {
  const parse = fastParserOf(liveEvents.telemetry_ua.payload);
  expect(parse(ua)).toBe(ua);
  expect(() => parse({ ...ua, location: { ...ua.location, latitude: 91 } })).toThrow(/latitude/);
});
