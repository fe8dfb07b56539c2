import { Buffer } from "node:buffer";
import type { Decoded, DecodedSensor } from "../decoded.ts";
import { JsonFields, technologyOf } from "./json.fields.ts";
import { ODID_STRUCT_BYTES, odidStructMessages } from "./odid.struct.ts";

/**
 * Decodes an object of a DroneScout receiver (BlueMark ds230 and related models), protocol 1.0: a detection `{protocol,
 * data: {"sensor ID", RSSI, channel, timestamp, "MAC address", type, UASdata}}`, where `UASdata` is the data structure of
 * the reference library in base64; or the receiver's own status, `{protocol, status: {…}}` and `{protocol, position: {…}}`.
 */
export function decodeDroneScoutObject(object: Readonly<Record<string, unknown>>): Decoded[] {
  const fields = new JsonFields(object);
  const data = fields.part("data");
  const status = fields.part("status", "position") ?? (data?.value("UASdata") === undefined ? data : undefined);
  if (status !== undefined) {
    return fields.outcome(sensorOf(status));
  }
  if (data === undefined) {
    fields.refuse("missing_field", "data", "neither a detection nor a status");
    return [fields.fault!];
  }
  const mac = data.mac("MAC address", "mac");
  const encoded = data.scalar("UASdata");
  const bytes = typeof encoded === "string" ? Buffer.from(encoded, "base64") : undefined;
  if (bytes === undefined || bytes.length < ODID_STRUCT_BYTES) {
    const why = `${bytes?.length ?? 0} bytes, ${ODID_STRUCT_BYTES} expected`;
    data.refuse("value_out_of_range", "UASdata", why);
    return [fields.fault!];
  }
  const messages = odidStructMessages(bytes);
  if (messages.length === 0) data.refuse("missing_field", "UASdata", "none of its messages is set");
  return fields.outcome({
    kind: "frame",
    observedAtMs: data.moment("timestamp"),
    sensorId: data.text(64, "sensor ID"),
    transmitter: mac === null ? null : { kind: "mac", address: mac },
    technology: technologyOf(data.value("type")),
    rssiDbm: data.secondary.number({ min: -150, max: 30 }, "RSSI"),
    messages,
  });
}

function sensorOf(status: JsonFields): DecodedSensor {
  const at = status.position(["latitude", "lat"], ["longitude", "lon"]);
  return {
    kind: "sensor",
    observedAtMs: status.moment("timestamp"),
    sensorId: status.text(64, "sensor ID"),
    ...at,
    altitudeMslM:
      at.latitude === null ? null : status.secondary.number({ min: -1000, max: 31_767.5 }, "altMSL", "altitude"),
    satellites: status.secondary.number({ min: 0, max: 200 }, "satellites"),
    batteryVolts: null,
  };
}
