import * as fc from "fast-check";
import { hexOf } from "../../server/ingest/codecs/bytes.text.ts";
import type { OdidMessage } from "../../server/ingest/codecs/odid.messages.ts";

const nullOr = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });
const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const code = whole(0, 15);
const steps = (min: number, max: number, perUnit: number): fc.Arbitrary<number> =>
  whole(min * perUnit, max * perUnit).map((count) => count / perUnit);

// -1000 m is the marker for "unknown".
const altitude = nullOr(steps(-999.5, 31_767.5, 2));
const moment = nullOr(whole(1, 0xffff_ffff).map((seconds) => (seconds + 1_546_300_800) * 1000));
const text = (capacity: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -.".split("")), maxLength: capacity });
const hex = (bytes: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => hexOf(array));
const position = nullOr(
  fc
    .record({ latitude: steps(-90, 90, 1e7), longitude: steps(-180, 180, 1e7) })
    .filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0),
);

const basicId = fc.oneof(
  fc.record({ idType: fc.constantFrom(0, 1, 2, 5, 15), uaType: code, uasId: text(20) }).map((id) => ({
    type: "basic_id" as const,
    ...id,
    uasIdHex: hexOf(new TextEncoder().encode(id.uasId), 0, 20),
  })),
  fc.record({ idType: fc.constantFrom(3, 4), uaType: code, uasIdHex: hex(20) }).map((id) => ({
    type: "basic_id" as const,
    ...id,
    uasId: /[^0]/.test(id.uasIdHex) ? id.uasIdHex : "",
  })),
);

const location = fc
  .record({
    position,
    status: code,
    directionDeg: nullOr(whole(0, 359)),
    horizontalSpeedMps: nullOr(
      fc.oneof(
        steps(0, 63.75, 4),
        whole(1, 254).map((count) => 63.75 + count * 0.75),
      ),
    ),
    verticalSpeedMps: nullOr(steps(-62, 62, 2)),
    altitudePressureM: altitude,
    altitudeGeodeticM: altitude,
    heightReference: fc.constantFrom("take_off" as const, "ground" as const),
    heightM: altitude,
    horizontalAccuracyCode: code,
    verticalAccuracyCode: code,
    pressureAccuracyCode: code,
    speedAccuracyCode: code,
    timestampAccuracyCode: code,
    secondsAfterHour: nullOr(steps(0, 3600, 10)),
  })
  .map(({ position: at, ...values }) => ({
    type: "location" as const,
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
    ...values,
  }));

const authentication = fc.oneof(
  whole(0, 15).chain((lastPageIndex) =>
    fc.record({
      type: fc.constant("authentication" as const),
      authType: code,
      page: fc.constant(0),
      lastPageIndex: fc.constant(lastPageIndex),
      length: whole(0, Math.min(255, 17 + 23 * lastPageIndex)),
      timestampMs: moment,
      dataHex: hex(17),
    }),
  ),
  fc.record({
    type: fc.constant("authentication" as const),
    authType: code,
    page: whole(1, 15),
    lastPageIndex: fc.constant(null),
    length: fc.constant(null),
    timestampMs: fc.constant(null),
    dataHex: hex(23),
  }),
);

const system = fc
  .record({
    position,
    operatorLocationType: whole(0, 3),
    classificationType: whole(0, 7),
    areaCount: whole(0, 65_000),
    areaRadiusM: whole(0, 255).map((tens) => tens * 10),
    areaCeilingM: altitude,
    areaFloorM: altitude,
    categoryEu: code,
    classEu: code,
    operatorAltitudeGeodeticM: altitude,
    timestampMs: moment,
  })
  .map(({ position: at, ...values }) => ({
    type: "system" as const,
    operatorLatitude: at?.latitude ?? null,
    operatorLongitude: at?.longitude ?? null,
    ...values,
  }));

const selfId = fc.record({
  type: fc.constant("self_id" as const),
  descriptionType: whole(0, 255),
  description: text(23),
});
const operatorId = fc.record({
  type: fc.constant("operator_id" as const),
  operatorIdType: whole(0, 255),
  operatorId: text(20),
});

/** Any message that the encoding holds exactly: what comes back must equal it. */
export const anyOdidMessage: fc.Arbitrary<OdidMessage> = fc.oneof(
  basicId,
  location,
  authentication,
  selfId,
  system,
  operatorId,
);

/** One to nine messages that a pack may carry together. */
export const anyOdidPack: fc.Arbitrary<OdidMessage[]> = fc
  .uniqueArray(anyOdidMessage, { minLength: 1, maxLength: 9, selector: (message) => message.type })
  .filter((messages) => messages.length > 0);
