import { expect, it } from "vitest";
import type { Declared } from "../../kernel/sighting.ts";
import { NOON_MS, operatorPoint, uaPoint } from "../../kernel/points.fixture.ts";
import { toOperatorTelemetry, toUaTelemetry } from "../../kernel/telemetry-records.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { OutputRecord } from "../../outputs/output.ts";
import { unpackAircraft } from "./known-aircraft.ts";
import { createBatchReader, createRecordBatchWriter, type OutputReading, type RecordBatch } from "./record-batch.ts";

const DECLARED: Declared = {
  identifiers: [{ type: "serial_number", value: "1596F351901936310360" }],
  uaType: 2,
  operatorId: "FIN87astrdge12k8",
  classification: null,
  classificationType: null,
  descriptions: [{ type: "text", value: "survey" }],
  authentication: [],
};

function reading(change: Partial<OutputReading> = {}): OutputReading {
  return {
    operationId: "A",
    sensorId: "roof",
    technology: "wifi_beacon",
    ua: uaPoint(),
    declared: [DECLARED],
    operator: null,
    takeOff: null,
    ...change,
  };
}

/** What a thread is handed: a copy. */
const posted = (batch: RecordBatch): RecordBatch => structuredClone(batch, { transfer: [batch.rows.buffer] });

function takeAll(reader: ReturnType<typeof createBatchReader>): readonly OutputRecord[] {
  const all: OutputRecord[] = [];
  for (let record = reader.take(); record !== undefined; record = reader.take()) all.push(record);
  return all;
}

it("is read as the records that it was written of, whatever is unknown of them", () => {
  const operator = operatorPoint({ sourceType: "live_gnss" });
  const takeOff = operatorPoint({ sourceType: "take_off", altitudeType: null, altitudeMm: null });
  const known = {
    headingCdeg: 0,
    altitudeMslMm: -1500,
    altitudeWgs84Mm: null,
    velocityEastMmps: 1,
    velocityNorthMmps: 0,
    velocityUpMmps: -3,
    airPressurePa: 100_000,
  };
  const all = [
    reading({ operator, takeOff }),
    reading({ operationId: "B", sensorId: "hill", technology: "bluetooth_legacy", declared: [] }),
    reading({ ua: uaPoint({ timeMs: NOON_MS + 1000, operationalState: "emergency", ...known }) }),
    reading({ operationId: "C", operator: takeOff }),
  ];
  const reader = createBatchReader();
  reader.add(posted(createRecordBatchWriter()(all)));
  const read = takeAll(reader);
  expect(read.map(({ uasId, technology, operationId }) => [operationId, uasId, technology])).toEqual([
    ["A", "1596F351901936310360", "wifi_beacon"],
    ["B", null, "bluetooth_legacy"],
    ["A", "1596F351901936310360", "wifi_beacon"],
    ["C", "1596F351901936310360", "wifi_beacon"],
  ]);
  all.forEach((one, at) => {
    expect(read[at]!.ua).toEqual(toUaTelemetry(one.ua, one));
    expect(read[at]!.operator).toEqual(one.operator && toOperatorTelemetry(one.operator, one));
    expect(read[at]!.takeOff).toEqual(one.takeOff && toOperatorTelemetry(one.takeOff, one));
  });
  expect(read[0]!.declared).toEqual(DECLARED);
});

it("carries each number of a point to its own place, and all that is declared", () => {
  const point = uaPoint();
  const numbers = Object.keys(EMPTY_POINT).filter((field) => field !== "operationalState");
  const ua = { ...point, ...Object.fromEntries(numbers.map((field, at) => [field, point.timeMs + 1000 * (at + 1)])) };
  const declared: Declared = {
    ...DECLARED,
    identifiers: [...DECLARED.identifiers, { type: "caa_registration_id", value: "OK-X001" }],
    classification: "EU open",
    classificationType: "C2",
    descriptions: [...DECLARED.descriptions, { type: "emergency", value: "lost" }],
    authentication: [
      { type: "signature", data: "AAEC", timestampMs: NOON_MS },
      { type: "other", data: "", timestampMs: null },
    ],
  };
  const reader = createBatchReader();
  const one = reading({ ua, declared: [declared] });
  reader.add(posted(createRecordBatchWriter()([one, reading({ operationId: "B" })])));
  const [read, next] = takeAll(reader);
  expect(read!.ua).toEqual(toUaTelemetry(ua, one));
  expect([read!.declared, next!.declared]).toEqual([declared, DECLARED]);
});

it("sends what an aircraft declares only once, and again when that changes", () => {
  const write = createRecordBatchWriter();
  const reader = createBatchReader();
  const first = write([reading(), reading({ operationId: "B" }), reading()]);
  // A record that declares nothing new makes another object with the same lists.
  const second = write([reading({ declared: [{ ...DECLARED }] })]);
  const third = write([reading({ declared: [DECLARED, { ...DECLARED, uaType: 4 }] })]);
  expect([first, second, third].map(({ aircraft }) => unpackAircraft(aircraft).map((one) => one.operationId))).toEqual([
    ["A", "B"],
    [],
    ["A"],
  ]);
  for (const batch of [first, second]) reader.add(posted(batch));
  expect(takeAll(reader).map(({ declared }) => declared.uaType)).toEqual([2, 2, 2, 2]);
  reader.add(posted(third));
  expect(takeAll(reader).map(({ declared }) => declared.uaType)).toEqual([4]);
});

it("remembers a bounded number of aircraft, and keeps those of batches that wait", () => {
  const write = createRecordBatchWriter();
  const reader = createBatchReader();
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => reading({ operationId: `operation ${from + at}` }));
  const first = write(many(0, 20_001));
  const second = write(many(20_001, 3));
  const third = write(many(0, 2));
  expect([first, second, third].map(({ isReset }) => isReset)).toEqual([false, true, false]);
  expect(unpackAircraft(third.aircraft)).toHaveLength(2);
  for (const batch of [first, second, third]) reader.add(posted(batch));
  const ids = takeAll(reader).map(({ operationId }) => operationId);
  expect(ids).toHaveLength(20_006);
  expect(ids.slice(-5)).toEqual([20_001, 20_002, 20_003, 0, 1].map((number) => `operation ${number}`));
});
