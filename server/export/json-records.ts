import { hasAltitude, hasGnss, hasLte, hasPower, operationIdOf } from "../kernel/telemetry-records.ts";
import type { OperatorPoint, Exported, SystemPoint, TrackOrigin, UaPoint } from "../kernel/telemetry.ts";
import { encodeText, type EncodedText } from "./byte-writer.ts";
import type { Decimals } from "./digits.ts";
import { createSegmentRecords, type RecordOutput } from "./segment-records.ts";
import { createLabelEncoder, type RecordWriter } from "./slice-encoder.ts";
import { jsonText } from "./text-escaping.ts";

/*
 * The output is, byte for byte, JSON.stringify of the record in kernel/telemetry-records.ts (except numbers below 10⁻⁶,
 * which JavaScript writes with an exponent).
 */

const TIMESTAMP = encodeText('{"timestamp":"');
const TIMESTAMP_ACCURACY = encodeText('","timestamp_accuracy":');
const LATITUDE = encodeText(',"location":{"latitude":');
const LONGITUDE = encodeText(',"longitude":');
const ACCURACY = encodeText(',"accuracy":');
const NO_LOCATION = encodeText(',"location":null');
const NULL = encodeText("null");
const TRUE = encodeText("true");
const FALSE = encodeText("false");
const COMMA = 44;
const CLOSE_OBJECT = 125;

const UA_ALTITUDES = encodeText('},"altitudes":[');
const MSL = encodeText('{"type":"MSL","value":');
const WGS84 = encodeText('{"type":"WGS84","value":');
const AGL = encodeText('{"type":"AGL","value":');
const ATO = encodeText('{"type":"ATO","value":');
const PRESSURE = encodeText('{"type":"pressure","value":');
const HEADING = encodeText('],"velocity":{"heading":');
const HORIZONTAL_SPEED = encodeText(',"horizontal_speed":');
const VERTICAL_SPEED = encodeText(',"vertical_speed":');
const COMPONENTS = encodeText(',"components":[');
const COMPONENTS_ACCURACY = encodeText('],"components_accuracy":');
const NO_COMPONENTS = encodeText(',"components":null,"components_accuracy":null');
const SPEED_ACCURACY = encodeText(',"speed_accuracy":');
const AIR_PRESSURE = encodeText('},"air_pressure":');

const ALTITUDE = encodeText(',"altitude":{"type":');
const ALTITUDE_VALUE = encodeText(',"value":');
const NO_ALTITUDE = encodeText(',"altitude":null');
const SOURCE_TYPE = encodeText(',"source_type":');

const SYSTEM_STATUS = encodeText(',"system_status":');
const POWER = encodeText(',"power_source":{"type":');
const INPUT_VOLTAGE = encodeText(',"input_voltage":');
const CHARGE = encodeText(',"charge_percentage":');
const IS_BEING_CHARGED = encodeText(',"is_being_charged":');
const NO_POWER = encodeText(',"power_source":null');
const LTE = encodeText(',"lte_connectivity":{"status":');
const RSRQ = encodeText(',"rsrq":');
const RSRP = encodeText(',"rsrp":');
const SNR = encodeText(',"snr":');
const TAC = encodeText(',"tac":');
const CELL_ID = encodeText(',"cell_id":');
const NO_LTE = encodeText(',"lte_connectivity":null');
const GNSS = encodeText(',"gnss_connectivity":{"status":');
const SATELLITES = encodeText(',"satellites":');
const NO_GNSS = encodeText(',"gnss_connectivity":null');

type LabelEncoder = (encodeLabel: string) => EncodedText;

export function uaJson(): RecordWriter<Exported<UaPoint>> {
  const encodeLabel = createJsonLabelEncoder();
  return {
    encodeIds: (origin) => encodeText(`${boundIds(origin)},"operational_state":`),
    write: createSegmentRecords((out, point, ids) => {
      writeHead(out, point, ids);
      out.put(encodeLabel(point.operationalState));
      writePlace(out, point.latitudeE7, point.longitudeE7, point.horizontalAccuracyMm);
      out.put(UA_ALTITUDES);
      let isFirst = true;
      isFirst = writeEntry(out, { start: MSL, isFirst }, point.altitudeMslMm, point.altitudeMslAccuracyMm);
      isFirst = writeEntry(out, { start: WGS84, isFirst }, point.altitudeWgs84Mm, point.altitudeWgs84AccuracyMm);
      isFirst = writeEntry(out, { start: AGL, isFirst }, point.altitudeAglMm, point.heightAccuracyMm);
      isFirst = writeEntry(out, { start: ATO, isFirst }, point.altitudeAtoMm, point.heightAccuracyMm);
      writeEntry(out, { start: PRESSURE, isFirst }, point.altitudePressureMm, point.altitudePressureAccuracyMm);
      writeScaled(out, HEADING, point.headingCdeg, 2);
      writeScaled(out, HORIZONTAL_SPEED, point.horizontalSpeedMmps, 3);
      writeScaled(out, VERTICAL_SPEED, point.verticalSpeedMmps, 3);
      writeComponents(out, point);
      writeScaled(out, SPEED_ACCURACY, point.speedAccuracyMmps, 3);
      writeScaled(out, AIR_PRESSURE, point.airPressurePa, 2);
      out.byte(CLOSE_OBJECT);
    }),
  };
}

export function operatorJson(): RecordWriter<Exported<OperatorPoint>> {
  const encodeLabel = createJsonLabelEncoder();
  return {
    encodeIds: (origin) => encodeText(boundIds(origin)),
    write: (out, point, ids) => {
      writeHead(out, point, ids);
      writePlace(out, point.latitudeE7, point.longitudeE7, point.horizontalAccuracyMm);
      out.byte(CLOSE_OBJECT);
      writeAltitude(out, point, encodeLabel);
      out.put(SOURCE_TYPE);
      out.put(encodeLabel(point.sourceType));
      out.byte(CLOSE_OBJECT);
    },
  };
}

export function systemJson(): RecordWriter<Exported<SystemPoint>> {
  const encodeLabel = createJsonLabelEncoder();
  return {
    encodeIds: (origin) => encodeText(`,"sensor_id":${jsonText(origin.sensorId)},"operation_id":null,"system_type":`),
    write: (out, point, ids) => {
      writeHead(out, point, ids);
      out.put(encodeLabel(point.systemType));
      out.put(SYSTEM_STATUS);
      out.put(encodeLabel(point.systemStatus));
      if (point.latitudeE7 === null || point.longitudeE7 === null) out.put(NO_LOCATION);
      else {
        writePlace(out, point.latitudeE7, point.longitudeE7, point.horizontalAccuracyMm);
        out.byte(CLOSE_OBJECT);
      }
      writeAltitude(out, point, encodeLabel);
      writePower(out, point, encodeLabel);
      writeLte(out, point, encodeLabel);
      writeGnss(out, point, encodeLabel);
      out.byte(CLOSE_OBJECT);
    },
  };
}

function createJsonLabelEncoder(): LabelEncoder {
  return createLabelEncoder((text) => encodeText(jsonText(text)));
}

function boundIds(origin: TrackOrigin): string {
  return `,"sensor_id":${jsonText(origin.sensorId)},"operation_id":${jsonText(operationIdOf(origin))}`;
}

function writeHead(
  out: RecordOutput,
  point: { readonly timeMs: number; readonly timeAccuracyMs: number | null },
  ids: EncodedText,
): void {
  out.put(TIMESTAMP);
  out.iso(point.timeMs);
  writeScaled(out, TIMESTAMP_ACCURACY, point.timeAccuracyMs, 3);
  out.put(ids);
}

/** Does not close the object: the text that follows does. */
function writePlace(out: RecordOutput, latitudeE7: number, longitudeE7: number, accuracyMm: number | null): void {
  out.put(LATITUDE);
  out.scaled(latitudeE7, 7);
  out.put(LONGITUDE);
  out.scaled(longitudeE7, 7);
  writeScaled(out, ACCURACY, accuracyMm, 3);
}

/** Returns whether the next entry is still the first one, which has no comma before it. */
function writeEntry(
  out: RecordOutput,
  entry: { readonly start: EncodedText; readonly isFirst: boolean },
  valueMm: number | null,
  accuracyMm: number | null,
): boolean {
  if (valueMm === null) return entry.isFirst;
  if (!entry.isFirst) out.byte(COMMA);
  out.put(entry.start);
  out.scaled(valueMm, 3);
  writeScaled(out, ACCURACY, accuracyMm, 3);
  out.byte(CLOSE_OBJECT);
  return false;
}

function writeComponents(out: RecordOutput, point: Exported<UaPoint>): void {
  const { velocityEastMmps, velocityNorthMmps, velocityUpMmps } = point;
  if (velocityEastMmps === null || velocityNorthMmps === null || velocityUpMmps === null) {
    out.put(NO_COMPONENTS);
    return;
  }
  out.put(COMPONENTS);
  out.scaled(velocityEastMmps, 3);
  out.byte(COMMA);
  out.scaled(velocityNorthMmps, 3);
  out.byte(COMMA);
  out.scaled(velocityUpMmps, 3);
  writeScaled(out, COMPONENTS_ACCURACY, point.speedAccuracyMmps, 3);
}

function writeAltitude(
  out: RecordOutput,
  point: Exported<OperatorPoint> | Exported<SystemPoint>,
  encodeLabel: LabelEncoder,
): void {
  if (!hasAltitude(point)) {
    out.put(NO_ALTITUDE);
    return;
  }
  out.put(ALTITUDE);
  out.put(encodeLabel(point.altitudeType));
  writeScaled(out, ALTITUDE_VALUE, point.altitudeMm, 3);
  writeScaled(out, ACCURACY, point.altitudeAccuracyMm, 3);
  out.byte(CLOSE_OBJECT);
}

function writePower(out: RecordOutput, point: Exported<SystemPoint>, encodeLabel: LabelEncoder): void {
  if (!hasPower(point)) {
    out.put(NO_POWER);
    return;
  }
  out.put(POWER);
  out.put(encodeLabel(point.powerType ?? "unknown"));
  writeScaled(out, INPUT_VOLTAGE, point.inputMillivolts, 3);
  writeNumber(out, CHARGE, point.chargePercent);
  out.put(IS_BEING_CHARGED);
  out.put(point.isCharging === null ? NULL : point.isCharging ? TRUE : FALSE);
  out.byte(CLOSE_OBJECT);
}

function writeLte(out: RecordOutput, point: Exported<SystemPoint>, encodeLabel: LabelEncoder): void {
  if (!hasLte(point)) {
    out.put(NO_LTE);
    return;
  }
  out.put(LTE);
  out.put(encodeLabel(point.lteStatus ?? "unknown"));
  writeNumber(out, RSRQ, point.lteRsrqDb);
  writeNumber(out, RSRP, point.lteRsrpDbm);
  writeNumber(out, SNR, point.lteSnrDb);
  writeNumber(out, TAC, point.lteTac);
  writeNumber(out, CELL_ID, point.lteCellId);
  out.byte(CLOSE_OBJECT);
}

function writeGnss(out: RecordOutput, point: Exported<SystemPoint>, encodeLabel: LabelEncoder): void {
  if (!hasGnss(point)) {
    out.put(NO_GNSS);
    return;
  }
  out.put(GNSS);
  out.put(encodeLabel(point.gnssStatus ?? "unknown"));
  writeNumber(out, SATELLITES, point.gnssSatellites);
  out.byte(CLOSE_OBJECT);
}

function writeScaled(out: RecordOutput, key: EncodedText, value: number | null, decimals: Decimals): void {
  out.put(key);
  if (value === null) out.put(NULL);
  else out.scaled(value, decimals);
}

/** Decibels and percent can have any number of decimals, depending on the device. */
function writeNumber(out: RecordOutput, key: EncodedText, value: number | null): void {
  out.put(key);
  if (value === null) out.put(NULL);
  else out.number(value);
}
