import { bytesField, floatField, message, numberField, varint } from "./protobuf.encode.ts";

export type RiderReception = {
  /** Field of `OdidPayload`: 3 Wi-Fi beacon, 4 Wi-Fi NAN, 5 Bluetooth legacy, 6 Bluetooth long range. */
  readonly technologyField?: number;
  readonly mac?: Uint8Array;
  readonly rssi?: number;
  readonly timeMs?: number;
  readonly latitude?: number;
  readonly longitude?: number;
};

/** A `DriMessage` of a RIDER, with its length before it. */
export function driMessage(odid: Uint8Array, reception: RiderReception = {}): Uint8Array {
  const { technologyField = 3, mac, rssi = -60, timeMs, latitude, longitude } = reception;
  const info = message(mac === undefined ? message() : bytesField(1, mac), numberField(2, rssi), numberField(3, 6));
  const payload = message(
    numberField(1, 7),
    numberField(2, 1),
    bytesField(technologyField, info),
    bytesField(10, odid),
  );
  const location = message(floatField(1, latitude ?? 0), floatField(2, longitude ?? 0));
  const receiver = message(
    timeMs === undefined ? message() : bytesField(1, message(numberField(1, timeMs), numberField(3, 0x8000_0000))),
    latitude === undefined ? message() : bytesField(2, location),
    numberField(3, 1),
    numberField(4, 2),
  );
  return delimited(message(bytesField(2, payload), bytesField(3, receiver)));
}

export function delimited(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** Messages as frames of at most so many bytes of the stream, wherever a message ends. */
export function riderFrames(stream: Uint8Array, frameBytes: number): Uint8Array {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < stream.length; at += frameBytes) {
    frames.push(slip(Buffer.concat([Uint8Array.of(0x2a), stream.subarray(at, at + frameBytes)])));
  }
  return Buffer.concat(frames);
}

/** A frame with the line feed as its end. */
export function slip(bytes: Uint8Array): Uint8Array {
  const slipped: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x0a) slipped.push(0xdb, 0xdc);
    else if (byte === 0xdb) slipped.push(0xdb, 0xdd);
    else slipped.push(byte);
  }
  slipped.push(0x0a);
  return Uint8Array.from(slipped);
}
