import { decodeProtobuf, type ProtobufMessage, type ProtobufSchema, decodeNested } from "../../kernel/protobuf.ts";

/** Requests of the channel "firmware info", `CommandMessage { req { cmd } }`: a command of 0 is left out. */
export const FIRMWARE_REQUEST = {
  version: Uint8Array.of(0x0a, 0x00),
  firmware: Uint8Array.of(0x0a, 0x02, 0x08, 0x01),
  deviceInfo: Uint8Array.of(0x0a, 0x02, 0x08, 0x02),
} as const;

export type DeviceInfo = {
  readonly kind: "device";
  /** `DeviceType`, which is also the `type_id` of a product. */
  readonly type: number;
  readonly revision: number;
  readonly subRevision: number;
  readonly serialNumber: string | null;
};

export type FirmwareVersion = {
  readonly kind: "version";
  readonly version: string;
};

const COMMAND_MESSAGE: ProtobufSchema = { 1: "bytes", 2: "bytes" };
const COMMAND_RESPONSE: ProtobufSchema = { 1: "bytes", 2: "bytes", 3: "bytes" };
const APPLICATION_VERSION: ProtobufSchema = { 1: "bytes", 2: "bytes", 3: "bytes", 4: "bytes", 5: "bytes" };
const FIRMWARE_INFO: ProtobufSchema = { 1: "bytes", 2: "bytes", 3: "bytes" };
const DEVICE_INFO: ProtobufSchema = {
  1: "varint",
  2: "varint",
  3: "varint",
  4: "bytes",
  5: "bytes",
  6: "bytes",
  7: "varint",
  8: "varint",
  9: "varint",
  10: "varint",
  11: "bytes",
};

/**
 * Decodes a frame of the channel "firmware info"; undefined where it is not a response, or damaged. A device with
 * neither a serial number nor a unique id is not accepted: a few bytes of garbage would look the same.
 */
export function decodeFirmwareInfo(payload: Uint8Array): DeviceInfo | FirmwareVersion | undefined {
  const message = decodeProtobuf(payload, COMMAND_MESSAGE);
  const response = decodeNested(message, 2, COMMAND_RESPONSE);
  const info = decodeNested(response, 3, DEVICE_INFO);
  if (info !== undefined) return deviceInfoOf(info);
  const version =
    decodeNested(response, 1, APPLICATION_VERSION) ??
    decodeNested(decodeNested(response, 2, FIRMWARE_INFO), 1, APPLICATION_VERSION);
  const text = version === undefined ? "" : printable(version.text(1));
  return text === "" || text === undefined ? undefined : { kind: "version", version: text };
}

function deviceInfoOf(info: ProtobufMessage): DeviceInfo | undefined {
  // Proto3 leaves out 0: a Mini sends no type.
  const type = info.unsigned(1) ?? 0;
  const serialNumber = printable(info.text(6));
  if (serialNumber === undefined || type > 255) return undefined;
  if (serialNumber === "" && (info.varint(3) ?? 0n) === 0n) return undefined;
  return {
    kind: "device",
    type,
    revision: info.unsigned(2) ?? 0,
    subRevision: info.unsigned(7) ?? 0,
    serialNumber: serialNumber === "" ? null : serialNumber,
  };
}

/** A short text of printable ASCII; undefined for any other, which is damage. */
function printable(text: string | undefined): string | undefined {
  return text !== undefined && /^[\x20-\x7e]{0,64}$/.test(text) ? text.trim() : undefined;
}
