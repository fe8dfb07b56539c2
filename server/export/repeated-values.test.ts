import { expect, it } from "vitest";
import { uaPoint } from "../kernel/points.fixture.ts";
import type { UaPoint } from "../kernel/telemetry.ts";
import { ByteWriter, encodeText } from "./byte-writer.ts";
import { uaCsv } from "./csv-records.ts";
import { uaJson } from "./json-records.ts";

const HOVERING = { horizontalSpeedMmps: 0, verticalSpeedMmps: 0, airPressurePa: 101_325 };
const MOVING = { ...HOVERING, velocityEastMmps: 10, velocityNorthMmps: -20, velocityUpMmps: 5 };
const POINTS: readonly UaPoint[] = [
  ...[HOVERING, HOVERING, HOVERING, HOVERING, MOVING, MOVING, MOVING],
  ...Object.keys(MOVING).map((field) => ({ ...MOVING, [field]: null })),
  ...[{ ...MOVING, speedAccuracyMmps: 300 }, HOVERING, HOVERING, HOVERING, {}, {}, {}],
].map((motion, at) => uaPoint({ ...motion, headingCdeg: at * 10 }));

it.each([
  ["CSV", uaCsv],
  ["JSON", uaJson],
])("values that repeat are written as those that do not (%s)", (_, createWriter) => {
  const ids = encodeText(",roof,1");
  const one = createWriter();
  const texts = (writerOf: () => ReturnType<typeof createWriter>) =>
    POINTS.map((point) => {
      const out = new ByteWriter();
      writerOf().write(out, point, ids);
      return Buffer.from(out.take()).toString();
    });
  expect(texts(() => one)).toEqual(texts(createWriter));
});
