import type { Decoded, Refused } from "../decoded.ts";
import { macOf } from "./bytes.text.ts";
import { decodeFrenchIdentification } from "./french.beacon.ts";
import { decodeRadioOdid, type Reception } from "./radio.decoded.ts";
import { readRadiotap } from "./wifi.radiotap.ts";

const BEACON = 0x80;
const ACTION = 0xd0;
const MANAGEMENT_HEADER_BYTES = 24;
/** Timestamp, interval and capabilities before the elements of a beacon. */
const BEACON_FIXED_BYTES = 12;
const VENDOR_ELEMENT = 221;
const REMOTE_ID_OUI_TYPE = [0xfa, 0x0b, 0xbc, 0x0d] as const;
const FRENCH_OUI_TYPE = [0x6a, 0x5c, 0x35, 0x01] as const;
const LEGACY_DJI_OUI = [0x26, 0x37, 0x12] as const;
/** Public action, vendor specific, Wi-Fi Alliance, NAN service discovery. */
const NAN_SERVICE_DISCOVERY = [0x04, 0x09, 0x50, 0x6f, 0x9a, 0x13] as const;
const NAN_SERVICE_DESCRIPTOR = 3;
/** First six bytes of the SHA-256 of "org.opendroneid.remoteid". */
const REMOTE_ID_SERVICE = [0x88, 0x69, 0x19, 0x9d, 0x92, 0x09] as const;

/** A captured packet with a radiotap header (LINKTYPE_IEEE802_11_RADIOTAP, 127); see `decodeWifiFrame`. */
export function decodeRadiotapPacket(packet: Uint8Array, observedAtMs: number | null): Decoded[] {
  const radiotap = readRadiotap(packet);
  if (radiotap === undefined) return [];
  const { headerBytes, rssiDbm, hasCheckSequence, isBad } = radiotap;
  const frame = packet.subarray(headerBytes, hasCheckSequence ? Math.max(headerBytes, packet.length - 4) : undefined);
  const decoded = decodeWifiFrame(frame, { observedAtMs, rssiDbm });
  if (!isBad || decoded.length === 0) return decoded;
  return [{ kind: "refused", reason: "bad_checksum", detail: "Wi-Fi frame" }];
}

/**
 * The Remote ID messages of a bare 802.11 frame (LINKTYPE_IEEE802_11, 105), ASTM F3411-22a: beacons with the vendor
 * element FA-0B-BC type 0D, and NAN service discovery frames of the Remote ID service. Each carries a counter and a
 * message pack. Beacons of the French electronic identification are decoded as well (`french.beacon.ts`); those of DJI's
 * older DroneID are rejected with their own reason. Other frames yield nothing.
 */
export function decodeWifiFrame(frame: Uint8Array, reception: Reception): Decoded[] {
  if (frame.length < MANAGEMENT_HEADER_BYTES) return [];
  if (frame[0] === BEACON) return decodeBeacon(frame, reception);
  return frame[0] === ACTION ? decodeAction(frame, reception) : [];
}

function decodeBeacon(frame: Uint8Array, reception: Reception): Decoded[] {
  const decoded: Decoded[] = [];
  let at = MANAGEMENT_HEADER_BYTES + BEACON_FIXED_BYTES;
  while (at + 2 <= frame.length) {
    const body = at + 2;
    const end = body + frame[at + 1]!;
    if (frame[at] === VENDOR_ELEMENT) {
      const message = decodeVendorElement(frame, body, end, reception);
      if (message !== undefined) decoded.push(message);
    }
    at = end;
  }
  return decoded;
}

function decodeVendorElement(frame: Uint8Array, body: number, end: number, reception: Reception): Decoded | undefined {
  if (startsWith(frame, body, LEGACY_DJI_OUI)) {
    return { kind: "refused", reason: "legacy_dji_drone_id", detail: `beacon of ${macOf(frame, 10)}` };
  }
  const isFrench = startsWith(frame, body, FRENCH_OUI_TYPE);
  if (!isFrench && !startsWith(frame, body, REMOTE_ID_OUI_TYPE)) return undefined;
  if (end > frame.length) return cutShort("beacon", frame);
  const transmitter = { kind: "mac", address: macOf(frame, 10) } as const;
  if (isFrench) return decodeFrenchIdentification(frame.subarray(body + 4, end), transmitter, reception);
  return decodeRadioOdid(frame.subarray(body + 5, end), transmitter, "wifi_beacon", reception);
}

function decodeAction(frame: Uint8Array, reception: Reception): Decoded[] {
  if (!startsWith(frame, MANAGEMENT_HEADER_BYTES, NAN_SERVICE_DISCOVERY)) return [];
  const decoded: Decoded[] = [];
  let at = MANAGEMENT_HEADER_BYTES + NAN_SERVICE_DISCOVERY.length;
  while (at + 3 <= frame.length) {
    const body = at + 3;
    const end = body + (frame[at + 1]! | (frame[at + 2]! << 8));
    if (frame[at] === NAN_SERVICE_DESCRIPTOR && startsWith(frame, body, REMOTE_ID_SERVICE)) {
      decoded.push(decodeServiceDescriptor(frame, body, end, reception));
    }
    at = end;
  }
  return decoded;
}

/** Service id, instance, requestor and control byte, then the optional parts that its bits announce. */
function decodeServiceDescriptor(frame: Uint8Array, body: number, end: number, reception: Reception): Decoded {
  if (end > frame.length || end - body < 10) return cutShort("NAN frame", frame);
  const control = frame[body + 8]!;
  let at = body + 9;
  if ((control & 0x40) !== 0) at += 2;
  // Matching filter and service response filter, each behind its length.
  if ((control & 0x04) !== 0) at += 1 + (frame[at] ?? 0);
  if ((control & 0x08) !== 0) at += 1 + (frame[at] ?? 0);
  const infoEnd = at + 1 + (frame[at] ?? 0);
  if ((control & 0x10) === 0 || infoEnd > end) return cutShort("NAN frame", frame);
  const transmitter = { kind: "mac", address: macOf(frame, 10) } as const;
  return decodeRadioOdid(frame.subarray(at + 2, infoEnd), transmitter, "wifi_nan", reception);
}

function cutShort(what: string, frame: Uint8Array): Refused {
  return { kind: "refused", reason: "truncated_frame", detail: `${what} of ${macOf(frame, 10)}` };
}

function startsWith(frame: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => frame[at + index] === byte);
}
