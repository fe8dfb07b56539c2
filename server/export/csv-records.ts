import { hasAltitude, hasGnss, hasLte, hasPower, operationIdOf } from "../kernel/telemetry-records.ts";
import type { OperatorPoint, Exported, SystemPoint, UaPoint } from "../kernel/telemetry.ts";
import { encodeText, type EncodedText } from "./byte-writer.ts";
import type { Decimals } from "./digits.ts";
import { csvIds, type CsvWriter } from "./csv.encoder.ts";
import { createSegmentRecords, type RecordOutput } from "./segment-records.ts";
import { createLabelEncoder } from "./slice-encoder.ts";
import { csvText } from "./text-escaping.ts";

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

type LabelEncoder = (encodeLabel: string) => EncodedText;

export function uaCsv(): CsvWriter<Exported<UaPoint>> {
  const encodeLabel = createCsvLabelEncoder();
  return {
    columns: UA_COLUMNS,
    encodeIds: (origin) => {
      operationIdOf(origin);
      return csvIds(origin);
    },
    write: createSegmentRecords((out, point, ids) => {
      writeHead(out, point, ids);
      writeLabel(out, point.operationalState, encodeLabel);
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
    }),
  };
}

export function operatorCsv(): CsvWriter<Exported<OperatorPoint>> {
  const encodeLabel = createCsvLabelEncoder();
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
      writeAltitude(out, point, encodeLabel);
      writeLabel(out, point.sourceType, encodeLabel);
    },
  };
}

export function systemCsv(): CsvWriter<Exported<SystemPoint>> {
  const encodeLabel = createCsvLabelEncoder();
  return {
    columns: SYSTEM_COLUMNS,
    encodeIds: (origin) => csvIds({ ...origin, operationId: null }),
    write: (out, point, ids) => {
      writeHead(out, point, ids);
      writeLabel(out, point.systemType, encodeLabel);
      writeLabel(out, point.systemStatus, encodeLabel);
      const isPlaced = point.latitudeE7 !== null && point.longitudeE7 !== null;
      writeScaled(out, isPlaced ? point.latitudeE7 : null, 7);
      writeScaled(out, isPlaced ? point.longitudeE7 : null, 7);
      writeScaled(out, isPlaced ? point.horizontalAccuracyMm : null, 3);
      writeAltitude(out, point, encodeLabel);
      writeLabel(out, hasPower(point) ? (point.powerType ?? "unknown") : null, encodeLabel);
      writeScaled(out, point.inputMillivolts, 3);
      writeNumber(out, point.chargePercent);
      out.byte(COMMA);
      out.put(point.isCharging === null ? EMPTY : point.isCharging ? TRUE : FALSE);
      writeLabel(out, hasLte(point) ? (point.lteStatus ?? "unknown") : null, encodeLabel);
      writeNumber(out, point.lteRsrqDb);
      writeNumber(out, point.lteRsrpDbm);
      writeNumber(out, point.lteSnrDb);
      writeNumber(out, point.lteTac);
      writeNumber(out, point.lteCellId);
      writeLabel(out, hasGnss(point) ? (point.gnssStatus ?? "unknown") : null, encodeLabel);
      writeNumber(out, point.gnssSatellites);
    },
  };
}

function createCsvLabelEncoder(): LabelEncoder {
  return createLabelEncoder((text) => encodeText(csvText(text)));
}

function writeHead(
  out: RecordOutput,
  point: { readonly timeMs: number; readonly timeAccuracyMs: number | null },
  ids: EncodedText,
): void {
  out.iso(point.timeMs);
  writeScaled(out, point.timeAccuracyMs, 3);
  out.put(ids);
}

function writeHeight(out: RecordOutput, valueMm: number | null, accuracyMm: number | null): void {
  writeScaled(out, valueMm, 3);
  writeScaled(out, valueMm === null ? null : accuracyMm, 3);
}

function writeComponents(out: RecordOutput, point: Exported<UaPoint>): void {
  const areKnown = point.velocityEastMmps !== null && point.velocityNorthMmps !== null && point.velocityUpMmps !== null;
  writeScaled(out, areKnown ? point.velocityEastMmps : null, 3);
  writeScaled(out, areKnown ? point.velocityNorthMmps : null, 3);
  writeScaled(out, areKnown ? point.velocityUpMmps : null, 3);
  writeScaled(out, areKnown ? point.speedAccuracyMmps : null, 3);
}

function writeAltitude(
  out: RecordOutput,
  point: Exported<OperatorPoint> | Exported<SystemPoint>,
  encodeLabel: LabelEncoder,
): void {
  const isKnown = hasAltitude(point);
  writeLabel(out, isKnown ? point.altitudeType : null, encodeLabel);
  writeScaled(out, isKnown ? point.altitudeMm : null, 3);
  writeScaled(out, isKnown ? point.altitudeAccuracyMm : null, 3);
}

function writeLabel(out: RecordOutput, text: string | null, encodeLabel: LabelEncoder): void {
  out.byte(COMMA);
  if (text !== null) out.put(encodeLabel(text));
}

function writeScaled(out: RecordOutput, value: number | null, decimals: Decimals): void {
  out.byte(COMMA);
  if (value !== null) out.scaled(value, decimals);
}

function writeNumber(out: RecordOutput, value: number | null): void {
  out.byte(COMMA);
  if (value !== null) out.number(value);
}
