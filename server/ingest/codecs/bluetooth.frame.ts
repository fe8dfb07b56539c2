import type { Decoded, Refused, Transmitter } from "../decoded.ts";
import { reversedMacOf } from "./bytes.text.ts";
import { decodeRadioOdid, type Reception } from "./radio.decoded.ts";

/** Access address of advertising, least significant octet first. */
const ADVERTISING = [0xd6, 0xbe, 0x89, 0x8e] as const;
const CRC_BYTES = 3;
const LEGACY_PDUS: ReadonlySet<number> = new Set([0, 2, 4, 6]);
/** ADV_EXT_IND, AUX_ADV_IND, AUX_SYNC_IND and AUX_CHAIN_IND share one type. */
const EXTENDED_PDU = 7;
const SERVICE_DATA_16 = 0x16;
const PHY_CODED = 2;

type LinkLayerOptions = Reception & {
  /** As reported by the sniffer; `undefined` if it reports none and the check is ours. */
  readonly isChecksumRight: boolean | undefined;
  readonly isCoded: boolean;
};

/**
 * A packet of Nordic's nRF sniffer (LINKTYPE_NORDIC_BLE, 272), board byte and packet header of protocol 2 and 3 in
 * front. RSSI is sent as a magnitude; the checksum was tested by the sniffer.
 */
export function decodeNordicPacket(packet: Uint8Array, observedAtMs: number | null): Decoded[] {
  // Board, length, protocol version, counter, packet id; then length, flags, channel, RSSI, event counter, time.
  const protocol = packet[3];
  if (packet.length < 17 || (protocol !== 2 && protocol !== 3)) return [];
  const flags = packet[8]!;
  return decodeLinkLayer(packet.subarray(17), {
    observedAtMs,
    rssiDbm: -packet[10]!,
    isChecksumRight: (flags & 0x01) !== 0,
    isCoded: ((flags >> 4) & 0x07) === PHY_CODED,
  });
}

/** A link layer packet with the pseudo header of LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR (256). */
export function decodePseudoHeaderPacket(packet: Uint8Array, observedAtMs: number | null): Decoded[] {
  if (packet.length < 10) return [];
  const flags = packet[8]! | (packet[9]! << 8);
  return decodeLinkLayer(packet.subarray(10), {
    observedAtMs,
    rssiDbm: (flags & 0x0002) === 0 ? null : (packet[1]! << 24) >> 24,
    isChecksumRight: (flags & 0x0400) === 0 ? undefined : (flags & 0x0800) !== 0,
    isCoded: flags >> 14 === PHY_CODED,
  });
}

/** A bare link layer packet (LINKTYPE_BLUETOOTH_LE_LL, 251): access address, PDU, checksum; no signal strength. */
export function decodeLinkLayerPacket(packet: Uint8Array, observedAtMs: number | null): Decoded[] {
  return decodeLinkLayer(packet, { observedAtMs, rssiDbm: null, isChecksumRight: undefined, isCoded: false });
}

/** CRC-24 of a Bluetooth LE advertising PDU, in the octet order of the air. */
export function bluetoothChecksum(pdu: Uint8Array): number {
  let crc = 0xaaaaaa;
  for (const byte of pdu) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xda6000;
  }
  return crc;
}

/**
 * The Remote ID messages of an advertisement, ASTM F3411-22a: service data of UUID FFFA with application code 0D, a
 * counter, and one message (Bluetooth 4, legacy advertising) or a pack (Bluetooth 5, extended advertising). One with
 * a wrong checksum is refused whatever its content: such frames decode to ids of aircraft that do not exist.
 */
function decodeLinkLayer(packet: Uint8Array, options: LinkLayerOptions): Decoded[] {
  if (ADVERTISING.some((byte, index) => packet[index] !== byte)) return [];
  // On the coded PHY the coding indicator stands between the access address and the PDU.
  const at = options.isCoded ? 5 : 4;
  if (packet.length < at + 2 + CRC_BYTES) return [];
  const type = packet[at]! & 0x0f;
  const isExtended = type === EXTENDED_PDU;
  const end = at + 2 + packet[at + 1]!;
  const payload = packet.subarray(at + 2, Math.min(end, packet.length - CRC_BYTES));
  const isWhole = end + CRC_BYTES <= packet.length;
  const isRight = options.isChecksumRight ?? (!isWhole || isChecksumRight(packet, at, end));
  if (!isRight) return hasRemoteIdMark(payload) ? [refused("bad_checksum", "a damaged frame")] : [];

  const advertisement = isExtended ? extendedAdvertisement(payload) : legacyAdvertisement(type, payload);
  if (advertisement === undefined) return [];
  return decodeAdvertisement({ ...advertisement, isWhole, isExtended }, options);
}

type BluetoothTransmitter = (Transmitter & { readonly kind: "mac" }) | null;

type Advertisement = { readonly transmitter: BluetoothTransmitter; readonly data: Uint8Array };

/** Advertising data, captured on the air or as reported by a controller. */
export type ReceivedAdvertisement = Advertisement & {
  /** Whether the capture contains all of it. */
  readonly isWhole: boolean;
  /** Whether it was sent by extended advertising (Bluetooth 5), which has a longer range than legacy advertising. */
  readonly isExtended: boolean;
};

/** Decodes the Remote ID in advertising data; yields nothing if there is none. */
export function decodeAdvertisement(
  { transmitter, data, isWhole, isExtended }: ReceivedAdvertisement,
  reception: Reception,
): Decoded[] {
  const odid = remoteIdIn(data);
  if (odid === undefined) return [];
  if (!isWhole || odid === "cut_short") return [refused("truncated_frame", transmitter?.address ?? "no address")];
  return [decodeRadioOdid(odid, transmitter, isExtended ? "bluetooth_long_range" : "bluetooth_legacy", reception)];
}

function legacyAdvertisement(type: number, payload: Uint8Array): Advertisement | undefined {
  if (!LEGACY_PDUS.has(type) || payload.length < 6) return undefined;
  return { transmitter: { kind: "mac", address: reversedMacOf(payload, 0) }, data: payload.subarray(6) };
}

function extendedAdvertisement(payload: Uint8Array): Advertisement | undefined {
  if (payload.length < 1) return undefined;
  const headerBytes = payload[0]! & 0x3f;
  const data = payload.subarray(1 + headerBytes);
  // The advertiser's address comes first, where the flags announce it.
  const hasAddress = headerBytes >= 7 && payload.length >= 8 && (payload[1]! & 0x01) !== 0;
  return { transmitter: hasAddress ? { kind: "mac", address: reversedMacOf(payload, 2) } : null, data };
}

/** The lengths may be damaged too: a frame that was meant to be Remote ID is found by its mark, wherever that is. */
function hasRemoteIdMark(payload: Uint8Array): boolean {
  for (let at = 0; at + 3 < payload.length; at += 1) if (isRemoteIdMark(payload, at)) return true;
  return false;
}

function isRemoteIdMark(data: Uint8Array, at: number): boolean {
  return data[at] === SERVICE_DATA_16 && data[at + 1] === 0xfa && data[at + 2] === 0xff && data[at + 3] === 0x0d;
}

/** The Open Drone ID bytes among the advertising data, `undefined` where there are none. */
function remoteIdIn(data: Uint8Array): Uint8Array | "cut_short" | undefined {
  let at = 0;
  while (at + 1 < data.length) {
    const length = data[at]!;
    if (length === 0) return undefined;
    const end = at + 1 + length;
    if (isRemoteIdMark(data, at + 1)) return end > data.length || length < 5 ? "cut_short" : data.subarray(at + 6, end);
    at = end;
  }
  return undefined;
}

function isChecksumRight(packet: Uint8Array, from: number, to: number): boolean {
  const sent = packet[to]! | (packet[to + 1]! << 8) | (packet[to + 2]! << 16);
  return bluetoothChecksum(packet.subarray(from, to)) === sent;
}

function refused(reason: "bad_checksum" | "truncated_frame", what: string): Refused {
  return { kind: "refused", reason, detail: `Bluetooth advertisement: ${what}` };
}
