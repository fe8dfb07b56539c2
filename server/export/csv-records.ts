import { knowsAltitude, knowsGnss, knowsLte, knowsPower, operationIdOf } from "../kernel/telemetry-records.ts";
import type { OperatorPoint, Said, SystemPoint, UaPoint } from "../kernel/telemetry.ts";
import { encodeText, type ByteWriter, type Decimals, type EncodedText } from "./byte-writer.ts";
import { csvIds, type CsvWriter } from "./csv.encoder.ts";
import { encodedWords } from "./slice-encoder.ts";
import { csvText } from "./text-forms.ts";

const COMMA = 44;
const EMPTY = encodeText("");
const TRUE = encodeText("true");
const FALSE = encodeText("false");

const HEAD = ["timestamp", "timestamp_accuracy", "sensor_id", "operation_id"] as const;
const LOCATION = ["latitude", "longitude", "location_accuracy"] as const;
const ALTITUDE = ["altitude_type", "altitude", "altitude_accuracy"] as const;

export const UA_COLUMNS = [
  ...HEAD,
  "operational_state",
  ...LOCATION,
  "altitude_msl",
  "altitude_msl_accuracy",
  "altitude_wgs84",
  "altitude_wgs84_accuracy",
  "altitude_agl",
  "altitude_agl_accuracy",
  "altitude_ato",
  "altitude_ato_accuracy",
  "altitude_pressure",
  "altitude_pressure_accuracy",
  "heading",
  "horizontal_speed",
  "vertical_speed",
  "velocity_east",
  "velocity_north",
  "velocity_up",
  "velocity_components_accuracy",
  "speed_accuracy",
  "air_pressure",
] as const;

export const OPERATOR_COLUMNS = [...HEAD, ...LOCATION, ...ALTITUDE, "source_type"] as const;

export const SYSTEM_COLUMNS = [
  ...HEAD,
  "system_type",
  "system_status",
  ...LOCATION,
  ...ALTITUDE,
  "power_type",
  "input_voltage",
  "charge_percentage",
  "is_being_charged",
  "lte_status",
  "lte_rsrq",
  "lte_rsrp",
  "lte_snr",
  "lte_tac",
  "lte_cell_id",
  "gnss_status",
  "gnss_satellites",
] as const;

type Words = (word: string) => EncodedText;

export function uaCsv(): CsvWriter<Said<UaPoint>> {
  const word = csvWords();
  return {
    columns: UA_COLUMNS,
    encodeIds: (origin) => {
      operationIdOf(origin);
      return csvIds(origin);
    },
    write: (out, point, ids) => {
      writeHead(out, point, ids);
      writeWord(out, point.operationalState, word);
      writeScaled(out, point.latitudeE7, 7);
      writeScaled(out, point.longitudeE7, 7);
      writeScaled(out, point.horizontalAccuracyMm, 3);
      writeHeight(out, point.altitudeMslMm, point.altitudeMslAccuracyMm);
      writeHeight(out, point.altitudeWgs84Mm, point.altitudeWgs84AccuracyMm);
      writeHeight(out, point.altitudeAglMm, point.heightAccuracyMm);
      writeHeight(out, point.altitudeAtoMm, point.heightAccuracyMm);
      writeHeight(out, point.altitudePressureMm, point.altitudePressureAccuracyMm);
      writeScaled(out, point.headingCdeg, 2);
      writeScaled(out, point.horizontalSpeedMmps, 3);
      writeScaled(out, point.verticalSpeedMmps, 3);
      writeComponents(out, point);
      writeScaled(out, point.speedAccuracyMmps, 3);
      writeScaled(out, point.airPressurePa, 2);
    },
  };
}

export function operatorCsv(): CsvWriter<Said<OperatorPoint>> {
  const word = csvWords();
  return {
    columns: OPERATOR_COLUMNS,
    encodeIds: (origin) => {
      operationIdOf(origin);
      return csvIds(origin);
    },
    write: (out, point, ids) => {
      writeHead(out, point, ids);
      writeScaled(out, point.latitudeE7, 7);
      writeScaled(out, point.longitudeE7, 7);
      writeScaled(out, point.horizontalAccuracyMm, 3);
      writeAltitude(out, point, word);
      writeWord(out, point.sourceType, word);
    },
  };
}

export function systemCsv(): CsvWriter<Said<SystemPoint>> {
  const word = csvWords();
  return {
    columns: SYSTEM_COLUMNS,
    encodeIds: (origin) => csvIds({ ...origin, operationId: null }),
    write: (out, point, ids) => {
      writeHead(out, point, ids);
      writeWord(out, point.systemType, word);
      writeWord(out, point.systemStatus, word);
      const isPlaced = point.latitudeE7 !== null && point.longitudeE7 !== null;
      writeScaled(out, isPlaced ? point.latitudeE7 : null, 7);
      writeScaled(out, isPlaced ? point.longitudeE7 : null, 7);
      writeScaled(out, isPlaced ? point.horizontalAccuracyMm : null, 3);
      writeAltitude(out, point, word);
      writeWord(out, knowsPower(point) ? (point.powerType ?? "unknown") : null, word);
      writeScaled(out, point.inputMillivolts, 3);
      writeNumber(out, point.chargePercent);
      out.byte(COMMA);
      out.put(point.isCharging === null ? EMPTY : point.isCharging ? TRUE : FALSE);
      writeWord(out, knowsLte(point) ? (point.lteStatus ?? "unknown") : null, word);
      writeNumber(out, point.lteRsrqDb);
      writeNumber(out, point.lteRsrpDbm);
      writeNumber(out, point.lteSnrDb);
      writeNumber(out, point.lteTac);
      writeNumber(out, point.lteCellId);
      writeWord(out, knowsGnss(point) ? (point.gnssStatus ?? "unknown") : null, word);
      writeNumber(out, point.gnssSatellites);
    },
  };
}

function csvWords(): Words {
  return encodedWords((text) => encodeText(csvText(text)));
}

function writeHead(
  out: ByteWriter,
  point: { readonly timeMs: number; readonly timeAccuracyMs: number | null },
  ids: EncodedText,
): void {
  out.iso(point.timeMs);
  writeScaled(out, point.timeAccuracyMs, 3);
  out.put(ids);
}

function writeHeight(out: ByteWriter, valueMm: number | null, accuracyMm: number | null): void {
  writeScaled(out, valueMm, 3);
  writeScaled(out, valueMm === null ? null : accuracyMm, 3);
}

function writeComponents(out: ByteWriter, point: Said<UaPoint>): void {
  const areKnown = point.velocityEastMmps !== null && point.velocityNorthMmps !== null && point.velocityUpMmps !== null;
  writeScaled(out, areKnown ? point.velocityEastMmps : null, 3);
  writeScaled(out, areKnown ? point.velocityNorthMmps : null, 3);
  writeScaled(out, areKnown ? point.velocityUpMmps : null, 3);
  writeScaled(out, areKnown ? point.speedAccuracyMmps : null, 3);
}

function writeAltitude(out: ByteWriter, point: Said<OperatorPoint> | Said<SystemPoint>, word: Words): void {
  const isKnown = knowsAltitude(point);
  writeWord(out, isKnown ? point.altitudeType : null, word);
  writeScaled(out, isKnown ? point.altitudeMm : null, 3);
  writeScaled(out, isKnown ? point.altitudeAccuracyMm : null, 3);
}

function writeWord(out: ByteWriter, text: string | null, word: Words): void {
  out.byte(COMMA);
  if (text !== null) out.put(word(text));
}

function writeScaled(out: ByteWriter, value: number | null, decimals: Decimals): void {
  out.byte(COMMA);
  if (value !== null) out.scaled(value, decimals);
}

function writeNumber(out: ByteWriter, value: number | null): void {
  out.byte(COMMA);
  if (value !== null) out.number(value);
}
