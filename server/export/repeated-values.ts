import type { ByteWriter, EncodedText } from "./byte-writer.ts";

/**
 * Writes some adjacent values of a record. Where all of them are as in the record before, as while an aircraft hovers or
 * where its receiver does not tell them, the same bytes are put again.
 */
export function createRepeatedValues<P>(
  areSame: (one: P, other: P) => boolean,
  write: (out: ByteWriter, point: P) => void,
): (out: ByteWriter, point: P) => void {
  let last: P | undefined;
  let encoded: EncodedText | undefined;
  return (out, point) => {
    if (last === undefined || !areSame(last, point)) {
      last = point;
      encoded = undefined;
      write(out, point);
    } else if (encoded === undefined) {
      const start = out.length;
      write(out, point);
      encoded = out.textFrom(start);
    } else out.put(encoded);
  };
}

type Motion = {
  readonly horizontalSpeedMmps: number | null;
  readonly verticalSpeedMmps: number | null;
  readonly velocityEastMmps: number | null;
  readonly velocityNorthMmps: number | null;
  readonly velocityUpMmps: number | null;
  readonly speedAccuracyMmps: number | null;
  readonly airPressurePa: number | null;
};

/** What follows the heading in a record of an aircraft. */
export function isSameMotion(one: Motion, other: Motion): boolean {
  return (
    one.horizontalSpeedMmps === other.horizontalSpeedMmps &&
    one.verticalSpeedMmps === other.verticalSpeedMmps &&
    one.velocityEastMmps === other.velocityEastMmps &&
    one.velocityNorthMmps === other.velocityNorthMmps &&
    one.velocityUpMmps === other.velocityUpMmps &&
    one.speedAccuracyMmps === other.speedAccuracyMmps &&
    one.airPressurePa === other.airPressurePa
  );
}
