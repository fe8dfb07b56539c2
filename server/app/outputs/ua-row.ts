import type { Exported, UaPoint } from "../../kernel/telemetry.ts";

type Ua = Exported<UaPoint>;

/** How many numbers of an aircraft's point are in a row. */
export const UA_WIDTH = 22;

/** Writes the numbers of a point. By name and not by a list of names, which takes five times as long. */
export function writeUa(rows: Float64Array, at: number, ua: Ua): void {
  rows[at] = ua.timeMs;
  rows[at + 1] = ua.timeAccuracyMs ?? Number.NaN;
  rows[at + 2] = ua.latitudeE7;
  rows[at + 3] = ua.longitudeE7;
  rows[at + 4] = ua.horizontalAccuracyMm ?? Number.NaN;
  rows[at + 5] = ua.altitudeMslMm ?? Number.NaN;
  rows[at + 6] = ua.altitudeMslAccuracyMm ?? Number.NaN;
  rows[at + 7] = ua.altitudeWgs84Mm ?? Number.NaN;
  rows[at + 8] = ua.altitudeWgs84AccuracyMm ?? Number.NaN;
  rows[at + 9] = ua.altitudeAglMm ?? Number.NaN;
  rows[at + 10] = ua.altitudeAtoMm ?? Number.NaN;
  rows[at + 11] = ua.heightAccuracyMm ?? Number.NaN;
  rows[at + 12] = ua.altitudePressureMm ?? Number.NaN;
  rows[at + 13] = ua.altitudePressureAccuracyMm ?? Number.NaN;
  rows[at + 14] = ua.headingCdeg ?? Number.NaN;
  rows[at + 15] = ua.horizontalSpeedMmps ?? Number.NaN;
  rows[at + 16] = ua.verticalSpeedMmps ?? Number.NaN;
  rows[at + 17] = ua.velocityEastMmps ?? Number.NaN;
  rows[at + 18] = ua.velocityNorthMmps ?? Number.NaN;
  rows[at + 19] = ua.velocityUpMmps ?? Number.NaN;
  rows[at + 20] = ua.speedAccuracyMmps ?? Number.NaN;
  rows[at + 21] = ua.airPressurePa ?? Number.NaN;
}

/** The point of a row, without the fields that no output sends (when and how well it was received). */
export function readUa(rows: Float64Array, at: number, operationalState: string): Ua {
  return {
    operationalState,
    timeMs: rows[at]!,
    timeAccuracyMs: known(rows[at + 1]!),
    latitudeE7: rows[at + 2]!,
    longitudeE7: rows[at + 3]!,
    horizontalAccuracyMm: known(rows[at + 4]!),
    altitudeMslMm: known(rows[at + 5]!),
    altitudeMslAccuracyMm: known(rows[at + 6]!),
    altitudeWgs84Mm: known(rows[at + 7]!),
    altitudeWgs84AccuracyMm: known(rows[at + 8]!),
    altitudeAglMm: known(rows[at + 9]!),
    altitudeAtoMm: known(rows[at + 10]!),
    heightAccuracyMm: known(rows[at + 11]!),
    altitudePressureMm: known(rows[at + 12]!),
    altitudePressureAccuracyMm: known(rows[at + 13]!),
    headingCdeg: known(rows[at + 14]!),
    horizontalSpeedMmps: known(rows[at + 15]!),
    verticalSpeedMmps: known(rows[at + 16]!),
    velocityEastMmps: known(rows[at + 17]!),
    velocityNorthMmps: known(rows[at + 18]!),
    velocityUpMmps: known(rows[at + 19]!),
    speedAccuracyMmps: known(rows[at + 20]!),
    airPressurePa: known(rows[at + 21]!),
  };
}

/** Not a number stands for what is unknown. */
const known = (value: number) => (Number.isNaN(value) ? null : value);
