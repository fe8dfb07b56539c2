import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import type { Declared } from "../kernel/sighting.ts";
import type { OutputRecord } from "./output.ts";

export const SAMPLE_SERIAL = "1596F351901936310360";
const SAMPLE_OPERATION = "6a1e0b5c-3a58-4c7c-9f39-0d5f4f2b6a11";

const head = {
  timestamp: "2026-11-22T12:00:00.000Z",
  timestamp_accuracy: 0.1,
  sensor_id: "roof",
  operation_id: SAMPLE_OPERATION,
};

export const SAMPLE_UA_TELEMETRY: UaTelemetry = {
  ...head,
  operational_state: "airborne",
  location: { latitude: 50.087, longitude: 14.421, accuracy: 3 },
  altitudes: [
    { type: "WGS84", value: 312.5, accuracy: 10 },
    { type: "ATO", value: 40, accuracy: 10 },
  ],
  velocity: {
    heading: 351.25,
    horizontal_speed: 12.25,
    vertical_speed: -0.5,
    components: null,
    components_accuracy: null,
    speed_accuracy: 1,
  },
  air_pressure: null,
};

export const SAMPLE_OPERATOR_TELEMETRY: OperatorTelemetry = {
  ...head,
  location: { latitude: 50.085, longitude: 14.42, accuracy: null },
  altitude: { type: "WGS84", value: 271, accuracy: null },
  source_type: "live_gnss",
};

export const NOTHING_DECLARED: Declared = {
  identifiers: [],
  uaType: null,
  operatorId: null,
  classification: null,
  classificationType: null,
  descriptions: [],
  authentication: [],
};

/** A record as an output gets it, with everything that is usually known; `change` replaces fields. */
export function sampleRecord(change: Partial<OutputRecord> = {}): OutputRecord {
  return {
    operationId: SAMPLE_OPERATION,
    ua: SAMPLE_UA_TELEMETRY,
    uasId: SAMPLE_SERIAL,
    declared: {
      ...NOTHING_DECLARED,
      identifiers: [{ type: "serial_number", value: SAMPLE_SERIAL }],
      uaType: 2,
      operatorId: "FIN87astrdge12k8",
    },
    technology: "bluetooth_legacy",
    operator: SAMPLE_OPERATOR_TELEMETRY,
    takeOff: null,
    ...change,
  };
}
